// The texts of this browser, each by itself, so that two windows never write over each other's. Each change is kept at once;
// where nothing can be kept, the page says so and goes on.

const TEXT = "astro-playground.text.";
const CURRENT = "astro-playground.current";
const MOST = 60;
/** What could not be kept: it is there as long as the page is. */
const unkept = new Map();
let now = null;
export let kept = true;

const fresh = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e9).toString(36)}`;

function stored(id) {
  try {
    const found = JSON.parse(localStorage.getItem(TEXT + id));
    return typeof found?.rules === "string" && typeof found.name === "string" ? found : null;
  } catch {
    return null;
  }
}

function write(document) {
  try {
    localStorage.setItem(TEXT + document.id, JSON.stringify(document));
    unkept.delete(document.id);
    kept = true;
  } catch {
    unkept.set(document.id, document);
    kept = false;
  }
}

/** This window goes on with a text when it is loaded again, and a new one begins with it. */
function remember() {
  try {
    sessionStorage.setItem(CURRENT, now?.id ?? "");
    localStorage.setItem(CURRENT, now?.id ?? "");
  } catch {
    // Only the choice is lost.
  }
}

export function documents() {
  const all = new Map(unkept);
  try {
    for (const key of Object.keys(localStorage)) {
      const found = key.startsWith(TEXT) ? stored(key.slice(TEXT.length)) : null;
      if (found && !all.has(found.id)) all.set(found.id, found);
    }
  } catch {
    // There is nothing but what could not be kept.
  }
  return [...all.values()].sort((one, other) => other.changed - one.changed);
}

export const current = () => now;

export function choose(id) {
  now = documents().find((one) => one.id === id) ?? null;
  remember();
}

/** A text that is added, or the same one if it is there already. */
export function add({ name, rules, tests = "", snapshots = "" }) {
  const same = documents().find((one) => one.name === name && one.rules === rules && one.tests === tests);
  now = same ?? { id: fresh(), name, rules, tests, snapshots, untouched: true };
  now.changed = Date.now();
  write(now);
  remember();
  // What was only looked at makes room first; a text that somebody has written stays.
  const all = documents();
  const looked = all.filter((one) => one.untouched && one.id !== now.id).reverse();
  for (const one of looked.slice(0, Math.max(0, all.length - MOST))) remove(one.id);
}

export function change(fields) {
  if (!now) return;
  // Another window has written in the same text: from here on there are two, and neither loses a word.
  const other = stored(now.id);
  if (other && other.changed !== now.changed) now.id = fresh();
  Object.assign(now, fields, { changed: Date.now(), untouched: false });
  write(now);
  remember();
}

export function remove(id) {
  unkept.delete(id);
  try {
    localStorage.removeItem(TEXT + id);
  } catch {
    // It was never kept.
  }
}

/** What was removed by mistake is there again. */
export const restore = write;

try {
  choose(sessionStorage.getItem(CURRENT) || localStorage.getItem(CURRENT));
} catch {
  kept = false;
}
