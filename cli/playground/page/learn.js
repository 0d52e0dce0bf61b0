// The tutorial, step by step: its text beside the rules it speaks of.
import { make } from "./dom.js";

const KEY = "astro-playground.step";

export class Tutorial {
  constructor(pane, { open }) {
    Object.assign(this, { pane, open });
    this.steps = [];
  }

  async load() {
    if (this.steps.length) return;
    this.steps = await (await fetch("tutorial.json")).json();
    let last = 0;
    try {
      last = Number(localStorage.getItem(KEY)) || 0;
    } catch {
      // Nothing is kept here: it begins at the beginning.
    }
    this.show(last);
  }

  show(number) {
    const step = this.steps[(this.number = Math.min(Math.max(0, number), this.steps.length - 1))];
    if (!step) return;
    try {
      localStorage.setItem(KEY, String(this.number));
    } catch {
      // Only the place in the tutorial is lost.
    }
    const turn = (by, text) => make("button", { type: "button", disabled: !this.steps[this.number + by], onclick: () => (this.show(this.number + by), this.pane.focus()) }, text);
    const text = make("div", { className: "lesson" });
    // The one HTML that is read as such: the project's own page, made when the site was built.
    text.innerHTML = step.html;
    const take = step.rules ? make("button", { type: "button", className: "first", id: "take", onclick: () => this.open({ name: step.name, rules: step.rules, tests: "" }) }, "Put these rules into the editor") : null;
    const bar = () => make("div", { className: "row" }, turn(-1, "← Back"), make("span", {}, `${this.number + 1} of ${this.steps.length}`), turn(1, "Next →"));
    const here = make("p", { className: "note" }, "In this page there is no command line: rules are checked as they are written, ", make("b", {}, "Play"), " is astro play, and ", make("b", {}, "Tests"), " is astro test.");
    this.pane.replaceChildren(bar(), make("h2", {}, step.title), ...(this.number ? [] : [here]), ...(take ? [take] : []), text, bar());
    this.pane.scrollTop = 0;
  }
}
