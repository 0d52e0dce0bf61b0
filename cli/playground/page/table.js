// The game beside the text: set up, seen from every seat, played by tapping or typing, taken back, looked at again.
import { make, picture, save } from "./dom.js";
import { steps } from "./steps.js";

/** Seconds for rules that are compiled anew, and for a bot that thinks: the largest games take a while on a slow machine. */
const BUILD_LIMIT = 90;
const BOT_LIMIT = 30;
const FEW = 12;

export class Table {
  /** `ask` asks Python with the document; `go` shows a line of the rules. */
  constructor(pane, { ask, generation, go, name }) {
    Object.assign(this, { pane, generation, go, name });
    this.document = 0;
    this.ask = async (question, limit) => {
      const asked = this.document;
      const answer = await ask(question, limit);
      // What was asked for a text that is no longer there is never heard of: whoever waits for it stops here.
      return asked === this.document ? answer : new Promise(() => {});
    };
    this.seat = "";
    this.record = "";
    this.bot = "";
    this.at = null;
    this.begun = 0;
    this.build();
  }

  build() {
    this.setup = make("form", { className: "row", onsubmit: (event) => (event.preventDefault(), this.start()) });
    this.changed = make("p", { className: "note", hidden: true });
    this.seats = make("div", { className: "row seats", role: "group", "aria-label": "Whose view" });
    this.status = make("p", { className: "status", role: "status" });
    this.verdict = make("div", { className: "refusal", role: "alert" });
    this.typed = make("input", { id: "typed", autocomplete: "off", spellcheck: false, placeholder: "or type a move", oninput: () => this.filter() });
    this.typing = make(
      "form",
      { className: "row typing", onsubmit: (event) => (event.preventDefault(), this.submit(this.typed.value)) },
      make("label", { htmlFor: "typed", className: "hidden" }, "A move, as it is written"),
      this.typed,
      make("button", {}, "Move"),
      make("button", { type: "button", onclick: () => this.why() }, "Why not?"),
    );
    this.moves = make("div", { className: "moves", role: "group", "aria-label": "Legal moves" });
    this.board = make("div", { className: "picture" });
    this.larger = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.larger.setAttribute("aria-pressed", String(this.board.classList.toggle("full"))) }, "Full size");
    this.words = make("pre", { tabIndex: 0, "aria-label": "The table in words" });
    this.log = make("ol", { className: "log" });
    this.slider = make("input", { type: "range", min: 0, id: "when", oninput: () => this.look(Number(this.slider.value)) });
    this.back = make("button", { type: "button", onclick: () => this.undo() }, "Take back");
    this.advise = make("button", { type: "button", onclick: () => this.let([...this.asked], 1) }, "Move for me");
    this.kept = make("button", { type: "button", onclick: () => save(`${this.name()}.txt`, this.record) }, "Download the record");
    this.opponents = make(
      "select",
      { id: "bot", onchange: () => ((this.bot = this.opponents.value), this.others()) },
      make("option", { value: "" }, "people"),
      make("option", { value: "random" }, "chance"),
      make("option", { value: "greedy" }, "a greedy bot"),
      make("option", { value: "mcts:1s" }, "a bot that thinks"),
    );
    this.play = make(
      "div",
      { hidden: true },
      this.seats,
      this.status,
      this.moves,
      this.typing,
      this.verdict,
      this.board,
      make(
        "div",
        { className: "row" },
        this.larger,
        this.back,
        this.advise,
        make("label", { htmlFor: "bot" }, "Other seats: "),
        this.opponents,
      ),
      make("label", { className: "row", htmlFor: "when" }, make("span", {}, "Look back"), this.slider),
      make("details", {}, make("summary", {}, "What has happened"), this.log, this.kept),
      make("details", {}, make("summary", {}, "The table in words"), this.words),
    );
    this.pane.replaceChildren(this.setup, this.changed, this.play);
  }

  /** Another document: nothing is on the table yet. */
  clear() {
    this.document += 1;
    clearTimeout(this.looking);
    this.record = "";
    this.typed.value = "";
    this.refused(null);
    this.seat = "";
    this.play.hidden = true;
    this.changed.hidden = true;
    this.setup.replaceChildren();
    this.digest = "";
  }

  /** The rules are without errors: the first time a game begins, later it is offered to go on under the new ones. */
  async fresh() {
    if (!this.record && !this.digest) this.setup.replaceChildren(make("p", { className: "faint" }, "The game is being set up …"));
    const sheet = await this.ask({ do: "set-up" }, BUILD_LIMIT);
    if (!sheet.ok) return;
    this.offer(sheet);
    if (!this.record) return this.start();
    if (this.played === this.rules()) {
      this.changed.hidden = true;
      return;
    }
    this.changed.replaceChildren(
      "The rules have changed. ",
      make("button", { type: "button", onclick: () => this.resume() }, "Go on under the new ones"),
    );
    this.changed.hidden = false;
  }

  offer(sheet) {
    const digest = JSON.stringify(sheet);
    if (digest === this.digest) return;
    this.digest = digest;
    const count = make("select", { id: "players" });
    for (let n = sheet.least; n <= sheet.most; n += 1) count.append(make("option", { value: n }, String(n)));
    const parts = [make("strong", { title: sheet.about }, sheet.title)];
    if (sheet.least !== sheet.most) parts.push(make("label", { htmlFor: "players" }, "players "), count);
    this.players = sheet.least !== sheet.most ? count : null;
    if (this.players && sheet.least <= 2 && sheet.most >= 2) this.players.value = "2";
    this.options = new Map();
    const fields = sheet.options.map((one) => {
      const id = `option-${one.name}`;
      const field = one.values.length
        ? make("select", { id }, ...one.values.map((value) => make("option", { value, selected: value === one.default }, value)))
        : make("input", { id, value: one.default, size: 8 });
      this.options.set(one.name, [field, one.default]);
      return make("div", { className: "option" }, make("label", { htmlFor: id }, one.about || one.name.replaceAll("_", " ")), field);
    });
    if (fields.length) parts.push(make("details", { className: "options" }, make("summary", {}, "Options"), ...fields));
    parts.push(make("button", {}, "New game"));
    this.setup.replaceChildren(...parts);
  }

  async start() {
    const options = {};
    for (const [name, [field, usual]] of this.options ?? []) if (field.value !== usual) options[name] = field.value;
    // What is on the table goes on no more: a move that is tapped meanwhile would be one of the new game.
    this.play.inert = true;
    try {
      const answer = await this.ask({ do: "start", players: this.players ? Number(this.players.value) : null, options }, BUILD_LIMIT);
      if (!this.took(answer)) return;
      this.typed.value = "";
      this.seat = "";
      await this.show();
    } finally {
      this.play.inert = false;
    }
  }

  async resume() {
    const answer = await this.ask({ do: "resume", record: this.record }, BUILD_LIMIT);
    if (!this.took(answer)) {
      this.changed.replaceChildren(`The game so far is not legal any more: ${answer.message}. Begin a new one.`);
      return;
    }
    await this.show();
  }

  took(answer) {
    this.refused(answer.ok ? null : answer);
    if (!answer.ok) return false;
    if (answer.record) {
      this.record = answer.record;
      this.begun = this.generation();
      this.played = this.rules();
      this.changed.hidden = true;
    }
    return true;
  }

  /** Asks about the match; if Python was started anew meanwhile, the match is taken up from its record first. */
  async about(question, limit) {
    if (this.begun !== this.generation()) {
      const answer = await this.ask({ do: "resume", record: this.record }, BUILD_LIMIT);
      if (!this.took(answer)) return answer;
    }
    return this.ask(question, limit);
  }

  async show(at = null) {
    const follow = this.seat === "" || (at === null && !this.everything && !this.bot && this.asked?.has(this.seat));
    let view = await this.about({ do: "view", seat: this.seat || null, at });
    if (view.ok && follow && !this.everything && view.asked.length && !view.asked.includes(this.seat)) {
      this.seat = view.asked[0];
      view = await this.about({ do: "view", seat: this.seat, at });
    }
    if (!view.ok) return this.refused(view);
    this.draw(view);
  }

  draw(view) {
    this.play.hidden = false;
    this.view = view;
    this.asked = new Set(view.asked);
    const button = (name, text) =>
      make("button", { type: "button", className: this.asked.has(name) ? "asked" : "", "aria-pressed": String(name === this.seat || (!name && this.everything)), onclick: () => this.sit(name) }, text);
    this.seats.replaceChildren("Seen by ", ...view.players.map((name) => button(name, name)), button("", "the referee"));
    this.status.textContent = view.status.join(" ");
    this.board.replaceChildren(picture(view.picture, `${view.title}: ${view.status.join(" ")} The table in words is below.`));
    this.words.textContent = view.board.join("\n");
    this.log.replaceChildren(...view.log.map((one) => make("li", {}, one.text)));
    this.slider.max = view.last;
    this.slider.value = view.events;
    const live = view.events === view.last;
    this.typing.hidden = !live || view.over;
    this.back.disabled = !live;
    this.advise.hidden = !live || view.over || (this.seat && !this.asked.has(this.seat));
    const many = view.many ? [make("p", {}, "Only the first moves are listed; every one can be typed.")] : [];
    this.moves.replaceChildren(...(view.offer.moves ? [steps(view.offer, (move) => this.submit(move))] : [...view.moves.map((one) => this.button(one)), ...many]));
    this.filter();
  }

  button({ player, move, about }) {
    const several = this.asked.size > 1 && !this.seat;
    // Of many moves only the notations are listed: what each does is told where it rests.
    const few = this.view.moves.length <= FEW;
    const parts = [make("b", {}, several ? `${player}: ${move}` : move), about && few ? make("span", {}, about) : null];
    return make("button", { type: "button", title: about, onclick: () => this.submit(move, player), "data-move": move.toLowerCase() }, ...parts);
  }

  filter() {
    const wanted = this.typed.value.trim().toLowerCase();
    const offered = [...this.moves.querySelectorAll("[data-move]")];
    const fits = (one) => one.dataset.move.includes(wanted);
    for (const one of offered) one.hidden = offered.some(fits) && !fits(one);
  }

  sit(name) {
    this.seat = name;
    this.everything = !name;
    this.at = null;
    this.refused(null);
    return this.show().then(() => this.others());
  }

  look(at) {
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.show(at >= Number(this.slider.max) ? null : at), 80);
  }

  async submit(move, player = null) {
    const answer = await this.about({ do: "submit", seat: player ?? (this.seat || null), move });
    if (!this.took(answer)) return;
    if (!answer.legal) return this.refused(answer);
    this.typed.value = "";
    await this.show();
    await this.others();
    (this.moves.querySelector("button") ?? this.typed).focus({ preventScroll: true });
  }

  async why() {
    const answer = await this.about({ do: "why", seat: this.seat || null, move: this.typed.value });
    this.refused(answer.legal ? { message: `${answer.move} is legal` } : answer);
  }

  async others() {
    if (!this.bot || !this.seat || this.view?.over) return;
    const seats = this.view.players.filter((name) => name !== this.seat);
    for (let turn = 0; turn < 200 && this.view.asked.some((name) => seats.includes(name)) && !this.asked.has(this.seat); turn += 1) {
      if (!(await this.let(seats, 1))) return;
    }
  }

  async let(seats, turns) {
    const answer = await this.about({ do: "let-play", bot: this.bot || "greedy", seats, turns }, BOT_LIMIT);
    if (!this.took(answer)) return false;
    await this.show();
    return true;
  }

  async undo() {
    if (this.took(await this.about({ do: "undo" }))) await this.show();
  }

  /** Why something was not done: in the words of the rules, with the line that says so. */
  refused(answer) {
    if (!answer) return this.verdict.replaceChildren();
    const rows = [make("p", {}, make("b", {}, [answer.move, answer.message].filter(Boolean).join(": ")))];
    for (const reason of answer.reasons ?? []) {
      rows.push(make("p", {}, reason.text));
      if (reason.line) {
        const seen = Object.entries(reason.seen ?? {}).map(([name, value]) => `${name} = ${value}`).join(", ");
        const own = reason.file === `${this.name()}.astro`;
        const where = own ? make("button", { type: "button", className: "link", onclick: () => this.go(reason.line) }, `line ${reason.line}`) : `${reason.file}:${reason.line}`;
        rows.push(make("p", { className: "faint" }, make("code", {}, reason.rule ?? ""), " ", where, seen ? ` · ${seen}` : ""));
      }
      for (const ruling of reason.rulings ?? []) rows.push(make("p", { className: "faint" }, `${ruling}: ${answer.cited?.[ruling] ?? ""}`));
    }
    if (answer.choices?.length) rows.push(make("p", {}, `It could be: ${answer.choices.slice(0, 24).join(", ")}`));
    for (const one of answer.problems ?? []) rows.push(make("p", {}, one.message));
    if (answer.script) rows.push(make("pre", { tabIndex: 0 }, answer.script));
    this.verdict.replaceChildren(...rows);
  }
}
