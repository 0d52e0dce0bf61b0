// A text as a link: compressed into the part of the address that is never sent to a server.

const MARK = "#v1=";
/** Characters of a link that mail and messengers still carry whole. */
export const LONGEST = 8000;
/** Characters of a text that a link may unfold to. */
const LARGEST = 2_000_000;

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** The address of a text with its tests; with what playthroughs are compared with, too, unless that makes it too long. */
export async function link({ name, rules, tests, snapshots }) {
  const whole = snapshots ? await packed([name, rules, tests, snapshots]) : "";
  return whole && whole.length <= LONGEST ? whole : packed(tests ? [name, rules, tests] : [name, rules]);
}

async function packed(texts) {
  const bytes = new Uint8Array(await new Response(through(JSON.stringify(texts), new CompressionStream("deflate-raw"))).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const fragment = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}${MARK}${fragment}`;
}

/** The text of a link; nothing if it is none, and an error if it is damaged. */
export async function opened(hash) {
  if (!hash.startsWith(MARK)) return null;
  const letters = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = through(packed, new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    if (text.length > LARGEST) throw new Error("the link holds too much");
  }
  const data = JSON.parse(text);
  if (!Array.isArray(data) || !data.slice(0, 4).every((one) => typeof one === "string") || data.length < 2) throw new Error("the link holds no rules");
  const [name, rules, tests = "", snapshots = ""] = data;
  return { name: stem(name), rules, tests, snapshots };
}

/** A name that every system takes for a file. */
export const stem = (name) => name.toLowerCase().replace(/\.astro$/, "").replace(/[^a-z0-9_]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 60) || "my_game";
