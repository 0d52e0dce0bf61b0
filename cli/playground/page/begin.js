// What to begin from: own texts, files, games that come with Astro, or a variant of one of them.
import { ask, make } from "./dom.js";
import { stem } from "./share.js";
import * as store from "./store.js";

let games = null;

/** Small games to change, as `astro new` writes them. */
const STARTERS = [["starter-board", "A new board game"], ["starter-cards", "A new card game"]];
const LARGEST = 2_000_000;

export const catalogue = async () => (games ??= await (await fetch("catalogue.json")).json());

export const game = async (name) => (await fetch(`games/${encodeURIComponent(name)}.json`)).json();

/** The dialog; `open` gets a document, `files` what was chosen on the disk, `vary` a game of which a variant is wanted. */
export async function begin({ open, files, choose, vary }) {
  const all = await catalogue();
  ask("Open or begin", (close) => {
    const take = async (entry) => (close(), open(await game(entry.name)));
    const file = make("input", { type: "file", accept: ".astro,text/plain", id: "file", onchange: () => (close(), files([...file.files])) });
    file.multiple = true;
    const list = make("div", { className: "catalogue" });
    const fill = (wanted) => {
      const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
      const groups = new Map();
      for (const one of all) {
        const text = `${one.name} ${one.title} ${one.group} ${one.about} ${one.players}`.toLowerCase();
        if (words.every((word) => text.includes(word))) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
      }
      list.replaceChildren(
        ...[...groups].flatMap(([group, entries]) => [
          make("h3", {}, group[0].toUpperCase() + group.slice(1)),
          make(
            "ul",
            {},
            ...entries.map((one) =>
              make(
                "li",
                {},
                make("button", { type: "button", className: "link", onclick: () => take(one) }, one.name),
                make("span", { className: "faint" }, ` ${one.players}. ${one.about} `),
                one.bundled ? make("button", { type: "button", className: "small", "aria-label": `A variant of ${one.name}`, onclick: () => (close(), vary(one)) }, "variant") : null,
              ),
            ),
          ),
        ]),
      );
      if (!groups.size) list.append(make("p", {}, "No game has these words."));
    };
    const search = make("input", { type: "search", id: "search", placeholder: "cards, chess, 3 players …", oninput: () => fill(search.value) });
    fill("");
    return [
      make(
        "div",
        { className: "row" },
        ...STARTERS.map(([name, text]) => make("button", { type: "button", onclick: () => take({ name }) }, text)),
        make("label", { className: "button", htmlFor: "file" }, "A file …", file),
      ),
      ...own(close, choose),
      make("label", { htmlFor: "search" }, make("h3", {}, "From a game that is there"), search),
      list,
    ];
  });
}

function own(close, choose) {
  const texts = store.documents();
  if (!texts.length) return [];
  const rows = texts.map((one) => {
    const row = make(
      "li",
      {},
      make("button", { type: "button", className: "link", onclick: () => (close(), choose(one.id)) }, one.name),
      make("span", { className: "faint" }, ` ${new Date(one.changed).toLocaleString()}${one.untouched ? ", as it came" : ""} `),
    );
    const removed = make("button", { type: "button", className: "small", "aria-label": `Remove ${one.name}`, onclick: () => turn(true) }, "remove");
    const back = make("button", { type: "button", className: "small", "aria-label": `Put ${one.name} back`, hidden: true, onclick: () => turn(false) }, "put it back");
    const turn = (gone) => {
      if (gone) store.remove(one.id);
      else store.restore(one);
      for (const part of row.children) part.hidden = gone !== (part === back);
      (gone ? back : removed).focus();
    };
    row.append(removed, back);
    return row;
  });
  return [make("details", { open: texts.length < 8 }, make("summary", {}, `Texts of this browser (${texts.length})`), make("ul", {}, ...rows))];
}

/** Files that somebody has chosen: rules, and perhaps their tests. An error says which of them is none. */
export async function read(files) {
  const found = { name: "my_game", rules: "", tests: "" };
  for (const file of files) {
    if (file.size > LARGEST) throw new Error(`${file.name} is too large for a rule file`);
    const text = (await file.text()).replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
    if (/[\0\ufffd]/.test(text)) throw new Error(`${file.name} is no text`);
    if (/_test\.astro$/.test(file.name)) found.tests = text;
    else Object.assign(found, { name: stem(file.name), rules: text });
  }
  return found;
}
