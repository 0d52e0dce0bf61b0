// My move: what is asked, what can be chosen next, and the button that makes the move.

import { $, el, keep } from "./dom.js";
import { Choice } from "./choose.js";
import { light, named, outOfSight } from "./scene.js";

const MOST = 24; // choices that are written out as buttons
const MOST_OUTCOMES = 60; // outcomes of dice and cards that are

export class Dock {
  constructor(host, scene, say) {
    Object.assign(this, { host, scene, say, frame: null, choice: null, verdict: null, sent: false });
    this.confirm = keep("astro-confirm") !== "no";
    for (const name of ["scroll", "resize"]) window.addEventListener(name, () => this.point(), { passive: true });
  }

  show(frame, choice) {
    const kept = document.activeElement?.id === "typed" ? $("typed").value : "";
    this.frame = frame;
    this.choice = choice;
    this.render();
    if (kept && $("typed")) {
      $("typed").value = kept;
      $("typed").focus();
    }
  }

  get race() {
    return this.frame?.offer?.manner === "any";
  }

  // Something on the table was tapped: it goes into the move, or the referee says why not.
  tap(one) {
    this.verdict = null;
    const { place, thing } = one.dataset;
    const names = [...new Set([thing, place].filter(Boolean))];
    if (!this.choice.offer.moves.length) {
      this.why(names);
      return;
    }
    const lit = this.choice.next();
    names.sort((a, b) => Number(lit.has(b)) - Number(lit.has(a)));
    for (const name of names) {
      if (this.choice.pick(name)) {
        this.settled();
        return;
      }
    }
    this.why(names);
  }

  settled() {
    const ready = this.choice.ready();
    if (ready.length === 1 && this.choice.moves.length === 1 && (this.race || !this.confirm)) this.play(ready[0]);
    else this.render();
  }

  why(names) {
    const { picks, offer, sort } = this.choice;
    const first = this.choice.moves[0];
    const args = first ? first.args.map((_, at) => picks.find((pick) => pick.at === at)?.name ?? "") : [];
    const hole = args.indexOf("");
    const text = [...this.choice.labels(), names[0]].join(" ");
    if (hole >= 0 && !args.slice(hole + 1).some(Boolean) && !Array.isArray(first.args[hole][0])) {
      args[hole] = names[names.length - 1];
      this.say({ do: "why", sort: sort ?? first.sort, args, text });
    } else this.say({ do: "why", text });
    if (offer.moves.length) this.render();
  }

  play(move) {
    // Until the referee answers there is nothing to tap: a second tap would be a second move.
    this.sent = this.say({ do: "play", question: this.frame.question, id: move.id });
    if (this.sent) this.choice = new Choice(null);
    this.verdict = null;
    this.render();
  }

  heard(verdict) {
    this.verdict = verdict;
    if (this.sent) this.choice = new Choice(this.frame.offer);
    this.sent = false;
    this.render();
    $("verdict")?.focus();
  }

  render() {
    const { frame, choice } = this;
    if (!frame?.begun || frame.seat === null) {
      this.host.hidden = true;
      light(this.scene, [], []);
      return;
    }
    this.host.hidden = false;
    const next = choice.next();
    const seen = light(this.scene, [...next.keys()], choice.picks.map((pick) => pick.name));
    const asked = choice.offer.moves.length > 0;
    this.host.classList.toggle("mine", asked);
    const rows = [el("p", { class: "asks" }, this.question(), el("button", { type: "button", id: "further", class: "quiet", hidden: true }))];
    if (frame.chance) rows.push(this.chance());
    if (asked) rows.push(el("div", { class: "choices" }, this.choices(next, seen)));
    if (!frame.over && !frame.chance) rows.push(this.typing(asked));
    if (this.verdict) rows.push(this.refusal());
    const active = document.activeElement;
    const focus = this.host.contains(active) ? active.dataset.focus : null;
    this.host.replaceChildren(...rows);
    if (focus) (this.host.querySelector(`[data-focus="${CSS.escape(focus)}"]`) || this.host.querySelector("button.main, button"))?.focus();
    document.documentElement.style.setProperty("--dock", `${this.host.offsetHeight}px`);
    this.point();
  }

  // What can be tapped and is out of sight is a tap away.
  point() {
    const button = $("further");
    if (!button || this.host.hidden) return;
    const { above, below } = outOfSight(this.scene, $("top").offsetHeight, innerHeight - this.host.offsetHeight);
    const [way, there] = below.length ? ["↓", below] : ["↑", above];
    button.hidden = !there.length;
    button.textContent = there.length ? `${way} ${there.length} more to tap` : "";
    button.onclick = () => there[way === "↓" ? 0 : there.length - 1].scrollIntoView({ block: "center" });
  }

  // If nothing that can be tapped is in sight, the page goes there by itself.
  approach() {
    const seen = this.scene.querySelectorAll(".offered").length;
    const { above, below } = outOfSight(this.scene, $("top").offsetHeight, innerHeight - this.host.offsetHeight);
    if (seen && above.length + below.length === seen && !this.host.querySelector(".choices button")) (below[0] || above.at(-1)).scrollIntoView({ block: "center" });
  }

  question() {
    const { frame, choice } = this;
    if (frame.over) return frame.ending[0] || "The game is over.";
    const asks = choice.asks();
    const chosen = choice.labels().join(", ");
    const [least, most] = choice.counts();
    const count = most > 1 || (most && choice.begun) ? ` (choose ${least === most ? "" : `${least} to `}${most}${choice.begun ? " more" : ""})` : "";
    if (choice.begun && asks) return `${chosen ? `${chosen}: ` : ""}${asks}?${count}`;
    if (choice.begun && chosen) return chosen;
    return (asks && !this.race && !frame.offer.question ? `Your turn: ${asks}?` : frame.asks || "") + count;
  }

  choices(next, seen) {
    const { choice, frame } = this;
    const left = choice.moves;
    const found = [];
    const ready = choice.ready();
    for (const move of ready.slice(0, 3)) {
      const direct = !choice.begun && ready.length === 1;
      found.push(el("button", { type: "button", class: "main", "data-focus": "play", onclick: () => this.play(move) },
        direct ? move.text : `Play ${move.text}`, move.about && move.about.length > move.text.length + 8 ? el("small", {}, move.about) : null));
    }
    const sorts = [...new Set(left.map((move) => move.sort))];
    if (left.length > 1 && sorts.length > 1) {
      for (const sort of sorts) {
        const those = left.filter((move) => move.sort === sort);
        const [only] = those;
        if (those.length === 1 && !ready.includes(only)) {
          const visible = only.args.length && only.args.flat(2).some((name) => named(this.scene, name).length);
          if (!visible) found.push(this.button(only.text, only.about, () => this.chosen(only), `move ${only.id}`));
        } else if (those.length > 1 && choice.sort === null) {
          found.push(this.button(`${frame.offer.sorts[sort].name} …`, "", () => { choice.sort = sort; this.render(); }, `sort ${sort}`));
        }
      }
    }
    if (choice.sort !== null || sorts.length === 1) {
      const unseen = [...next].filter(([name]) => !seen.has(name));
      if (left.length > 1) for (const [name, label] of unseen.slice(0, MOST)) {
        const only = this.sole(name);
        found.push(this.button(only && !choice.begun ? only.text : label, only?.about ?? "", () => { choice.pick(name); this.settled(); }, `name ${name}`));
      }
      if (unseen.length > MOST) found.push(el("span", { class: "faint" }, `and ${unseen.length - MOST} more: type`));
    }
    if (choice.begun) found.push(el("button", { type: "button", class: "quiet", "data-focus": "back", onclick: () => { choice.back(); this.verdict = null; this.render(); } }, "Take back"));
    return found;
  }

  // The only move that is left with a name, if there is only one.
  sole(name) {
    const at = this.choice.spot(name);
    const left = at < 0 ? [] : this.choice.left({ at, name });
    return left.length === 1 ? left[0] : null;
  }

  chosen(move) {
    if (this.race || !this.confirm) {
      this.play(move);
      return;
    }
    this.choice.sort = move.sort;
    this.render();
  }

  button(text, about, onclick, focus) {
    return el("button", { type: "button", title: about, "data-focus": focus, onclick }, text);
  }

  chance() {
    const { what, outcomes } = this.frame.chance;
    const tell = (text) => this.say({ do: "outcome", question: this.frame.question, text });
    const shown = outcomes.length > MOST_OUTCOMES ? this.outcome(outcomes, tell) : outcomes.map((name) => el("button", { type: "button", onclick: () => tell(name) }, name));
    return el("div", { class: "choices", role: "group", "aria-label": what }, el("span", {}, `${what}. What came up?`), shown);
  }

  // What came up, if there is too much that can to write all of it out.
  outcome(outcomes, tell) {
    const box = el("input", { id: "outcome", list: "outcomes", autocomplete: "off", "aria-label": "What came up", placeholder: `${outcomes[0]}, ${outcomes[1]} …` });
    return el("form", { class: "typing", onsubmit: (event) => {
      event.preventDefault();
      if (box.value.trim()) tell(box.value.trim());
    } }, box, el("datalist", { id: "outcomes" }, outcomes.map((name) => el("option", { value: name }))), el("button", { type: "submit" }, "Enter"));
  }

  typing(asked) {
    const list = el("datalist", { id: "typable" }, this.choice.moves.slice(0, 200).map((move) => el("option", { value: move.typed })));
    const box = el("input", { id: "typed", list: "typable", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": "Type a move, or ask why one is not legal", placeholder: asked ? "Type a move" : "Ask about a move" });
    const form = el("form", { class: "typing", onsubmit: (event) => {
      event.preventDefault();
      const text = box.value.trim();
      if (!text) return;
      this.say(asked ? { do: "type", question: this.frame.question, text } : { do: "why", text });
      this.verdict = null;
    } }, box, list, el("button", { type: "submit", class: "quiet" }, asked ? "Enter" : "Why not?"),
    asked && el("label", { class: "check" }, el("input", { type: "checkbox", checked: this.confirm, onchange: (event) => {
      this.confirm = event.target.checked;
      keep("astro-confirm", this.confirm ? "yes" : "no");
    } }), "confirm"));
    return form;
  }

  refusal() {
    const { verdict } = this;
    const rows = [el("strong", {}, verdict.text ? `${verdict.text}: ${verdict.message}` : verdict.message)];
    for (const reason of verdict.reasons || []) {
      rows.push(el("div", { class: "reason" }, el("p", {}, reason.text),
        reason.rule && el("p", { class: "faint" }, "Rule: ", el("code", {}, reason.rule), ` (${reason.place})`),
        reason.seen.length ? el("p", { class: "faint" }, `Seen: ${reason.seen.map(([name, value]) => `${name} = ${value}`).join(", ")}`) : null,
        reason.rulings.map(([name, text, source]) => el("p", { class: "faint" }, `Ruling ${name}: ${text}${source ? ` (${source})` : ""}`))));
    }
    if (verdict.choices?.length) rows.push(el("p", {}, `Possible: ${verdict.choices.join(", ")}`));
    rows.push(el("button", { type: "button", class: "quiet", onclick: () => { this.verdict = null; this.render(); } }, "Close"));
    return el("div", { id: "verdict", class: "verdict", role: "alert", tabindex: "-1" }, rows);
  }
}
