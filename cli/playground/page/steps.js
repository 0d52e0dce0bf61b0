// A move that takes several things at once, put together one by one: a button for each thing, not for each way to choose.
import { Choice } from "./choose.js";
import { make } from "./dom.js";

/** Buttons for a move out of `offer`; `play` is told the text of the one that was made. */
export function steps(offer, play) {
  const choice = new Choice(offer);
  const box = make("div", { className: "steps" });
  const button = (text, act, more = {}) => make("button", { type: "button", onclick: act, ...more }, text);
  const after = (act) => () => {
    act();
    const at = [...box.querySelectorAll("button")].indexOf(document.activeElement);
    draw();
    (box.querySelectorAll("button")[at] ?? box.querySelector("button"))?.focus({ preventScroll: true });
  };

  function draw() {
    const ready = choice.ready();
    const sorts = [...new Set(choice.moves.map((move) => move.sort))];
    const several = sorts.length > 1 && choice.sort === null && !choice.begun;
    const [least, most] = choice.counts();
    const many = most ? ` (${least === most ? "" : `${least} to `}${most}${choice.begun ? " more" : ""})` : "";
    const asks = choice.asks();
    box.replaceChildren(
      make("p", {}, `${!choice.begun && offer.question ? offer.question : asks ? `${asks}?` : offer.question}${many}`),
      ...ready.slice(0, 3).map((move) => button(move.text, () => play(move.typed), { className: "first", title: move.about })),
      ...(several ? sorts.map(bySort) : [...things()].map(([name, label]) => thing(name, label))),
      ...(choice.begun ? [button("Begin again", after(() => choice.reset()))] : []),
    );
  }

  function bySort(sort) {
    const those = choice.moves.filter((move) => move.sort === sort);
    if (those.length === 1) return button(those[0].text, () => play(those[0].typed), { title: those[0].about });
    return button(`${offer.sorts[sort].name} …`, after(() => { choice.sort = sort; }));
  }

  /** Everything that moves of this sort may be made of, in the order in which they name it. */
  function things() {
    const found = new Map();
    const fits = (move) => choice.sort === null || move.sort === choice.sort;
    for (const move of offer.moves.filter(fits)) for (const [name, label] of move.args.flatMap((arg) => (Array.isArray(arg[0]) ? arg : [arg]))) if (name !== undefined) found.set(name, label);
    return found;
  }

  function thing(name, label) {
    const picked = choice.has(name);
    return button(label, after(() => choice.pick(name)), { disabled: !picked && !choice.next().has(name), "aria-pressed": String(picked) });
  }

  draw();
  return box;
}
