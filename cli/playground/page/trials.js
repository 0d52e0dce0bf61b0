// The tests of the document, run; and what they reach, in the margin.
import { make } from "./dom.js";

const LIMIT = 120;

export class Trials {
  constructor(pane, { ask, go, margin, keep }) {
    Object.assign(this, { ask, go, margin, keep });
    this.said = make("p", { role: "status" });
    this.list = make("ol", { className: "tests" });
    this.accept = make("button", { type: "button", hidden: true, onclick: () => this.run(true) }, "Write down how playthroughs go now");
    this.facts = make("div", { className: "facts" });
    this.clear = make("button", { type: "button", hidden: true, onclick: () => this.forget() }, "Clear the margin");
    pane.replaceChildren(
      make(
        "div",
        { className: "row" },
        make("button", { type: "button", id: "run", className: "first", onclick: () => this.run(false) }, "Run the tests"),
        make("button", { type: "button", id: "cover", onclick: () => this.cover(0) }, "What do they reach?"),
        make("button", { type: "button", onclick: () => this.cover(100) }, "… and random games?"),
        this.clear,
      ),
      this.said,
      this.facts,
      this.list,
      this.accept,
    );
  }

  forget() {
    this.margin([]);
    this.clear.hidden = true;
    this.facts.replaceChildren();
  }

  reset() {
    this.forget();
    this.said.textContent = "";
    this.list.replaceChildren();
    this.accept.hidden = true;
  }

  async run(update) {
    this.said.textContent = "The tests run …";
    const answer = await this.ask({ do: "test", update }, LIMIT);
    this.list.replaceChildren();
    if (!answer.ok) return this.wrong(answer);
    this.keep(answer.snapshots);
    const failed = answer.tests.filter(({ ok }) => !ok);
    const count = answer.tests.length;
    this.said.textContent = count ? `${count} ${count === 1 ? "test" : "tests"}, ${failed.length ? `${failed.length} failed` : "all hold"}` : "There are no tests yet. Write one below the rules or in the file of tests: test \"a title\", and below it what happens.";
    this.list.replaceChildren(...answer.tests.map((one) => this.row(one)));
    this.accept.hidden = !failed.some(({ failure }) => /snapshot|went before|called that/.test(failure.happened));
  }

  row({ title, ok, file, line, failure, changes }) {
    const parts = [
      make("span", { className: ok ? "good" : "bad" }, ok ? "ok" : "fails"),
      " ",
      make("button", { type: "button", className: "link", onclick: () => this.go(failure?.line ?? line, failure?.file ?? file) }, title),
    ];
    for (const change of changes ?? []) parts.push(make("p", { className: "faint" }, change));
    if (failure) {
      const rows = [failure.expected, failure.happened, ...failure.more.map((row) => `  ${row}`), ...(failure.position.length ? ["", ...failure.position] : [])];
      parts.push(make("pre", { tabIndex: 0, "aria-label": `Why “${title}” fails` }, rows.join("\n")));
    }
    return make("li", {}, ...parts);
  }

  async cover(playouts) {
    this.said.textContent = "Counting …";
    const answer = await this.ask({ do: "coverage", playouts }, LIMIT);
    if (!answer.ok) return this.wrong(answer);
    this.margin(answer.lines);
    this.clear.hidden = false;
    this.said.textContent = answer.summary;
    const missing = answer.lines.filter(({ state }) => state === "missing");
    this.facts.replaceChildren(
      make("p", {}, answer.sorts.map(([name, count]) => `${name} ${count}`).join(" · ")),
      ...answer.failed.map((title) => make("p", { className: "bad" }, `this test fails: ${title}`)),
      ...answer.warnings.map(({ line, message }) => make("p", { className: "bad" }, `line ${line}: ${message}`)),
      make("ul", { className: "unreached" }, ...missing.slice(0, 60).map(({ line, said }) => make("li", {}, make("button", { type: "button", className: "link", onclick: () => this.go(line) }, `line ${line}`), ` ${said.join("; ")}`))),
    );
  }

  wrong(answer) {
    this.said.textContent = answer.message;
    for (const one of answer.problems ?? []) this.list.append(make("li", {}, make("span", { className: "bad" }, one.severity), ` line ${one.from[0]}: ${one.message}`));
  }
}
