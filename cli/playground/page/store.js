// The texts of this browser. Each change is kept at once; where nothing can be kept, the page says so and goes on.

const KEY = "astro-playground";
const MOST = 60;
let memory = { documents: [], current: null };
export let kept = true;

function load() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    if (found && Array.isArray(found.documents)) memory = found;
  } catch {
    kept = false;
  }
}

function write() {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
    kept = true;
  } catch {
    kept = false;
  }
}

load();

export const documents = () => [...memory.documents].sort((one, other) => other.changed - one.changed);

export const current = () => memory.documents.find(({ id }) => id === memory.current) ?? null;

/** A text that is added, or the same one if it is there already and nobody has changed it. */
export function add({ name, rules, tests = "", snapshots = "" }) {
  const same = memory.documents.find((one) => one.name === name && one.rules === rules && one.tests === tests);
  const document = same ?? { id: `${Date.now().toString(36)}${Math.floor(Math.random() * 1e9).toString(36)}`, name, rules, tests, snapshots };
  if (!same) {
    document.untouched = true;
    memory.documents.push(document);
  }
  document.changed = Date.now();
  memory.current = document.id;
  // What was only looked at makes room first; a text that somebody has written stays.
  while (memory.documents.length > MOST) {
    const oldest = documents().reverse().find((one) => one.untouched && one !== document);
    if (!oldest) break;
    remove(oldest.id);
  }
  write();
  return document;
}

export function change(fields) {
  const document = current();
  if (!document) return;
  Object.assign(document, fields, { changed: Date.now(), untouched: false });
  write();
}

export function choose(id) {
  memory.current = id;
  write();
  return current();
}

export function remove(id) {
  memory.documents = memory.documents.filter((one) => one.id !== id);
  if (memory.current === id) memory.current = null;
  write();
}
