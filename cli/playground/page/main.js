// The page put together: one text, Python that looks at it, and what is shown beside it.
import { begin, game, read } from "./begin.js";
import { ask as dialog, by, coded, make, picture, save, tabs } from "./dom.js";
import { Editor } from "./editor.js";
import { Tutorial } from "./learn.js";
import { Python } from "./python.js";
import * as share from "./share.js";
import * as store from "./store.js";
import { Table } from "./table.js";
import { Trials } from "./trials.js";

const FIRST = "starter-board";
const TYPING = 250;
const RESTING = 900;
const NO_NAME = "my_game";

const words = await (await fetch("words.json")).json();
const python = new Python({
  busy(text, stoppable) {
    by("busy").textContent = text;
    by("stop").hidden = !stoppable;
  },
});
by("stop").addEventListener("click", () => python.stop());

/** What somebody must know although they asked for nothing; it stays until something else is opened. */
function notice(text) {
  by("notice").textContent = text;
  by("notice").hidden = !text;
}

// --- The text ---------------------------------------------------------------------------------------------------------

let file = "rules";
let checking = null;

const current = () => store.current() ?? { name: NO_NAME, rules: "", tests: "", snapshots: "" };
const texts = () => {
  const { name, rules, tests, snapshots } = current();
  return { name, rules, tests, snapshots };
};
/** Asks Python with the text as it is now, if it was kept or not. */
const ask = (question, limit) => python.ask({ document: { ...texts(), [file]: editor.text }, ...question }, limit);

const editor = new Editor(by("editor"), words, {
  changed(text) {
    store.change({ [file]: text });
    if (!store.kept) notice("This browser keeps nothing more: download your text before you leave.");
    soon();
  },
  async describe([line, column]) {
    if (!python.ready || python.asked) return null;
    const found = await ask({ do: "describe", tests: file === "tests", line, column });
    return found.ok ? found : null;
  },
  format: layOut,
});

function soon() {
  clearTimeout(checking);
  checking = setTimeout(() => check(false), TYPING);
}

/** One look while somebody types, at every set-up when they rest; then the game may be played. */
async function check(whole) {
  const asked = current().id;
  const text = editor.text;
  const tests = file === "tests";
  const answer = await ask({ do: "check", tests, whole }, whole ? 90 : 30);
  if (asked !== current().id || text !== editor.text || tests !== (file === "tests")) return;
  if (!answer.ok) {
    by("verdict").textContent = answer.message;
    by("verdict").className = "bad";
    by("problems").replaceChildren();
    editor.problems([]);
    return;
  }
  by("expand").hidden = tests || !/^variant /m.test(text);
  editor.names = answer.names.map(({ name, sort, means }) => ({ label: name, type: SORTS[sort] ?? "variable", detail: means || sort }));
  editor.problems(answer.problems, explain);
  list(answer);
  clearTimeout(checking);
  if (!whole) checking = setTimeout(() => check(true), RESTING);
  if (tests || answer.problems.some(({ severity }) => severity === "error")) return;
  // A first game begins at once; one that is played is not disturbed while somebody types.
  if (whole || !table.record) await table.fresh();
  if (whole && drawn !== current().rules && !by("pane-machine").hidden) await machine();
}

const SORTS = { kind: "enum", member: "constant", card: "class", def: "function", procedure: "method", builtin: "function", move: "method", phase: "namespace", column: "property" };

function list(answer) {
  const count = (severity) => answer.problems.filter((one) => one.severity === severity).length;
  const said = ["error", "warning", "note"].map((severity) => [count(severity), severity]).filter(([many]) => many);
  const facts = Object.entries(answer.counts).map(([name, many]) => `${many} ${many === 1 ? name.replace(/s$/, "") : name}`);
  by("verdict").textContent = said.length ? said.map(([many, severity]) => `${many} ${severity}${many > 1 ? "s" : ""}`).join(", ") : ["No problems", ...facts].join(" · ");
  by("verdict").className = count("error") ? "bad" : "good";
  by("problems").replaceChildren(
    ...answer.problems.slice(0, 50).map((one) =>
      make(
        "li",
        { className: one.severity },
        make("button", { type: "button", className: "link", onclick: () => editor.go(...one.from) }, `${one.severity}, line ${one.from[0]}`),
        " ",
        ...coded(`${one.message}${one.label ? `; ${one.label}` : ""} `),
        ...one.fixes.map((fix) => make("button", { type: "button", className: "small fix", onclick: () => editor.edit(fix) }, fix.title)),
        one.explained ? make("button", { type: "button", className: "small", "aria-label": `Explain ${one.code}`, onclick: () => explain(one.code) }, "Explain") : null,
      ),
    ),
  );
}

async function explain(code) {
  const found = await ask({ do: "explain", code });
  if (!found.ok || !found.known) return;
  const styles = { "-": "bad", "+": "good" };
  dialog(code, () => [
    make("p", {}, make("b", {}, ...coded(found.means))),
    make("p", {}, ...coded(found.about)),
    ...(found.example.length ? [make("pre", { tabIndex: 0, "aria-label": "An example" }, ...found.example.map((line) => make("span", { className: styles[line[0]] ?? "" }, `${line}\n`)))] : []),
  ]);
}

async function layOut() {
  const answer = await ask({ do: "format", text: editor.text });
  if (answer.ok && answer.text !== null) editor.rewrite(answer.text);
  else by("verdict").textContent = "A text with errors cannot be laid out; it stays as it is.";
}
by("format").addEventListener("click", layOut);

by("expand").addEventListener("click", async () => {
  const answer = await ask({ do: "expand" });
  dialog("The rules with all changes", () => [
    answer.ok ? make("pre", { tabIndex: 0, "aria-label": "The whole text" }, answer.text) : make("p", {}, answer.message),
    ...(answer.ok ? [make("button", { type: "button", onclick: () => (by("dialog").close(), open({ name: `${current().name}_whole`, rules: answer.text })) }, "Open it as a text of its own")] : []),
  ]);
});

// --- Files ------------------------------------------------------------------------------------------------------------

const showFile = tabs(by("files"), (name) => {
  file = name;
  by("editor").setAttribute("aria-labelledby", `tab-${name}`);
  show();
});

function show() {
  const { name } = current();
  // How a file of tests begins; it is kept once somebody writes in it.
  editor.show(current()[file] || (file === "tests" ? `astro 1\n\ntests of "${name}.astro"\n\n` : ""));
  by("problems").replaceChildren();
  soon();
}

/** Another document; the last one stays among the texts of this browser. */
function open({ name, rules, tests = "", snapshots = "" }) {
  store.add({ name: share.stem(name), rules, tests, snapshots });
  opened();
}

function opened() {
  notice(store.kept ? "" : "This browser keeps nothing more: download your text before you leave.");
  by("name").value = current().name;
  document.title = `${current().name} – Astro playground`;
  table.clear();
  trials.reset();
  drawn = null;
  showFile("rules");
}

by("name").addEventListener("change", () => {
  const old = current().name;
  const name = share.stem(by("name").value);
  by("name").value = name;
  store.change({ name, tests: current().tests.replace(`tests of "${old}.astro"`, `tests of "${name}.astro"`) });
  opened();
});

by("open").addEventListener("click", () => begin({ open, files, choose: (id) => (store.choose(id), opened()), vary }));

async function files(chosen) {
  try {
    open(await read(chosen));
  } catch (error) {
    notice(error.message);
  }
}

async function vary(entry) {
  const name = `my_${share.stem(entry.name)}`;
  const answer = await ask({ do: "variant", base: entry.name, name, title: `My${entry.title}` }, 90);
  if (answer.ok) open({ name, rules: answer.rules });
  else notice(answer.message);
}

by("download").addEventListener("click", () => {
  const { name, rules, tests } = current();
  save(`${name}.astro`, rules);
  if (tests.trim()) setTimeout(() => save(`${name}_test.astro`, tests), 300);
});

by("share").addEventListener("click", async () => {
  const address = await share.link(current());
  const field = make("textarea", { readOnly: true, rows: 4, value: address, id: "link", onfocus: () => field.select() });
  const copied = make("span", { role: "status" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      copied.textContent = "Copied.";
    } catch {
      copied.textContent = document.execCommand("copy") ? "Copied." : "Copy it by hand.";
    }
  };
  dialog("Share", () => [
    make("p", {}, "The whole text is in this link, and nowhere else: whoever opens it has a copy of their own."),
    ...(address.length > share.LONGEST ? [make("p", { className: "note" }, `The link has ${address.length.toLocaleString()} characters, which not every mail or messenger carries whole: better send the file.`)] : []),
    make("label", { htmlFor: "link" }, "Link"),
    field,
    make("div", { className: "row" }, make("button", { type: "button", className: "first", onclick: copy }, "Copy the link"), make("button", { type: "button", onclick: () => by("download").click() }, "Download the file"), copied),
  ]);
});

/** Opens the text that the address holds; without one, or where it is damaged, something else. */
async function fromLink(otherwise = () => {}) {
  let found = null;
  let damaged = false;
  try {
    found = await share.opened(location.hash);
  } catch {
    damaged = true;
  }
  if (found || damaged) history.replaceState(null, "", location.pathname + location.search);
  await (found ? open(found) : otherwise());
  if (damaged) notice("The link is damaged, and its text cannot be read: ask for it again, whole, or for the file.");
}
addEventListener("hashchange", () => fromLink());

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const dropped = [...(event.dataTransfer?.files ?? [])];
  if (dropped.length) files(dropped);
});

// --- Beside the text --------------------------------------------------------------------------------------------------

const go = (line, name) => {
  const wanted = name?.endsWith("_test.astro") ? "tests" : "rules";
  if (wanted !== file) showFile(wanted);
  document.body.dataset.pane = "write";
  small();
  editor.go(line);
};
const table = new Table(by("pane-play"), { ask, generation: () => python.generation, go, name: () => current().name });
table.rules = () => current().rules;
const trials = new Trials(by("pane-trials"), {
  ask,
  go,
  margin: (lines) => (lines.length && file !== "rules" && showFile("rules"), editor.reached(lines)),
  keep: (snapshots) => snapshots !== current().snapshots && store.change({ snapshots }),
});
const tutorial = new Tutorial(by("pane-learn"), { open });

let drawn = null;
async function machine() {
  const pane = by("pane-machine");
  const rules = current().rules;
  const answer = await ask({ do: "graph" }, 90);
  if (!answer.ok) return pane.replaceChildren(make("p", {}, answer.message));
  drawn = rules;
  pane.replaceChildren(
    make("p", {}, "Decisions, chance and the end, and what leads from one to another. ", make("button", { type: "button", onclick: () => save(`${current().name}.svg`, answer.picture, "image/svg+xml") }, "Download the picture")),
    make("div", { className: "picture", tabIndex: 0, role: "group", "aria-label": "The machine, drawn" }, picture(answer.picture, "The state machine of the game; its text is below")),
    make("details", {}, make("summary", {}, "As text (Mermaid)"), make("pre", { tabIndex: 0 }, answer.text)),
  );
}

const showPane = tabs(by("panes"), (name) => {
  for (const pane of document.querySelectorAll(".beside > [role=tabpanel]")) pane.hidden = pane.id !== `pane-${name}`;
  if (name === "machine" && drawn !== current().rules) machine();
  if (name === "learn") tutorial.load();
});

// A small screen shows one thing at a time.
const choices = [["write", "Write"], ["beside", "Play, test, learn"]];
const switchBar = document.querySelector(".switch");
function small() {
  switchBar.replaceChildren(
    ...choices.map(([name, text]) => make("button", { type: "button", "aria-pressed": String(document.body.dataset.pane === name), onclick: () => ((document.body.dataset.pane = name), small()) }, text)),
  );
}
small();

// --- Beginning --------------------------------------------------------------------------------------------------------

await fromLink(async () => (store.current() ? opened() : open(await game(FIRST))));
if (new URLSearchParams(location.search).has("tutorial")) {
  showPane("learn");
  document.body.dataset.pane = "beside";
  small();
}

// What is kept for visits without a network is fetched when Python is there, not before it.
if ("serviceWorker" in navigator) {
  const wait = setInterval(async () => {
    if (!python.ready) return;
    clearInterval(wait);
    try {
      await navigator.serviceWorker.register("service-worker.js");
      await navigator.serviceWorker.ready;
      by("offline").textContent = "Works without a network, too.";
      document.body.dataset.offline = "yes";
    } catch {
      by("offline").textContent = "";
    }
  }, 500);
}
