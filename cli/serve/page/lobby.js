// Before a game begins: names, seats, bots and options; for whoever runs the table, all links, now and later.

import { $, el, picture } from "./dom.js";

const BOTS = { "": "a person", random: "bot: random", "greedy:20": "bot: greedy", "mcts:1s": "bot: thinks 1 s", "mcts:5s": "bot: thinks 5 s" };

export class Lobby {
  constructor(say) {
    this.say = say;
    this.codes = new Map();
    this.opened = new Set();
    this.open = false; // the host looks at the links while a game is on
  }

  draw(frame, people) {
    const box = $("lobby");
    const show = !frame.begun || this.open;
    box.hidden = !show;
    $("table").hidden = !frame.begun || this.open;
    if (!show || !people) return;
    const active = document.activeElement;
    if (box.contains(active) && active.matches("input") && active.value !== active.defaultValue) return;
    const focus = box.contains(active) ? active.id : "";
    const host = frame.viewer === "host";
    const parts = [el("h2", {}, frame.begun ? "Seats and links" : "Before the game"), frame.begun ? null : el("p", {}, frame.about.docs)];
    if (frame.begun) parts.push(el("button", { type: "button", id: "return", onclick: () => { this.open = false; this.draw(frame, people); } }, "Back to the table"));
    parts.push(el("ul", { class: "chairs" }, people.seats.map((seat, at) => this.chair(frame, people, seat, at, host))));
    if (host) parts.push(...this.rooms(frame, people));
    else if (!frame.begun) parts.push(el("p", { class: "faint" }, "The game begins when whoever runs the table says so."));
    box.replaceChildren(...parts.filter(Boolean));
    if (focus) $(focus)?.focus();
  }

  chair(frame, people, seat, at, host) {
    const me = frame.seat === at;
    const call = (text) => this.say(host ? { do: "seat", seat: at, name: text } : { do: "name", name: text });
    // A name that was typed counts as soon as something else is tapped.
    const name = el("form", { class: "typing", onsubmit: (event) => {
      event.preventDefault();
      event.target.elements[0].blur();
    } }, el("input", { onchange: (event) => call(event.target.value), id: `name-${at}`, value: seat.name === seat.seat ? "" : seat.name, placeholder: seat.seat, maxlength: 30, "aria-label": `Name of ${seat.seat}`, autocomplete: "off" }), el("button", { type: "submit", class: "quiet" }, "Set name"));
    const free = frame.seat !== null && !me && !frame.begun && !seat.bot && !seat.here && seat.name === seat.seat;
    const state = seat.bot ? `bot ${seat.bot}` : seat.here ? "here" : "not here yet";
    return el("li", { class: me ? "me" : "" },
      el("span", { class: `dot hue-${frame.about.hues[at]}` }),
      el("strong", {}, seat.seat), " ",
      (me || host) && !frame.begun ? name : el("span", {}, seat.name === seat.seat ? "" : seat.name),
      el("span", { class: "faint" }, me ? "you" : state),
      free && el("button", { type: "button", class: "quiet", id: `sit-${at}`, onclick: () => this.say({ do: "sit", seat: at }) }, "Sit here"),
      host && this.keeper(frame, people, seat, at));
  }

  keeper(frame, people, seat, at) {
    const link = address(seat.key);
    const kinds = { ...BOTS, ...(seat.bot && !(seat.bot in BOTS) ? { [seat.bot]: `bot: ${seat.bot}` } : {}) };
    return el("div", { class: "keeper" },
      el("select", { id: `bot-${at}`, "aria-label": `Who plays ${seat.seat}`, onchange: (event) => this.say({ do: "seat", seat: at, bot: event.target.value }) },
        Object.entries(kinds).map(([value, text]) => el("option", { value, selected: value === seat.bot }, text))),
      el("a", { href: link, target: "_blank", rel: "noopener" }, "link"),
      copier(link),
      el("button", { type: "button", class: "quiet", id: `new-${at}`, onclick: () => { if (window.confirm(`Take back the link of ${seat.name}? Whoever has it is shown out.`)) this.say({ do: "seat", seat: at, renew: true }); } }, "new link"),
      frame.begun || at + 1 === people.seats.length ? null : el("button", { type: "button", class: "quiet", id: `swap-${at}`, onclick: () => this.say({ do: "seat", seat: at, with: at + 1 }) }, `swap with ${people.seats[at + 1].seat}`),
      seat.bot ? null : this.code(link));
  }

  // A code to photograph, drawn when somebody wants to see it.
  code(link) {
    const box = el("div", {}, this.codes.has(link) ? picture(this.codes.get(link), "", "code") : null, el("p", { class: "address" }, link));
    const details = el("details", { open: this.opened.has(link), ontoggle: () => {
      this.opened[details.open ? "add" : "delete"](link);
      if (details.open && !this.codes.has(link)) this.say({ do: "code", text: link });
    } }, el("summary", {}, "QR code"), box);
    return details;
  }

  heardCode(message) {
    this.codes.set(message.text, message.picture);
  }

  rooms(frame, people) {
    const send = (fields) => this.say({ do: "set", ...fields });
    const parts = [el("p", {}, "For those who watch: ", el("a", { href: address(people.watch_key), target: "_blank", rel: "noopener" }, "link"), " ", copier(address(people.watch_key)), ` (${people.watchers} here)`)];
    if (frame.begun) return parts;
    const field = (label, input) => el("label", { class: "field" }, el("span", {}, label), input);
    parts.push(el("h2", {}, "Set-up"));
    if (people.high > people.low) {
      parts.push(field("Players", el("select", { id: "set-players", onchange: (event) => send({ players: Number(event.target.value) }) },
        Array.from({ length: people.high - people.low + 1 }, (_, at) => people.low + at).map((count) => el("option", { value: String(count), selected: count === people.seats.length }, String(count))))));
    }
    parts.push(field("Those who watch see", el("select", { id: "set-watching", onchange: (event) => send({ watching: event.target.value }) },
      [["public", "what all may see"], ["watched", "everybody's cards"]].map(([value, text]) => el("option", { value, selected: value === people.watching }, text)))));
    parts.push(field("… so many seconds later", el("input", { id: "set-delay", type: "number", min: "0", max: "3600", value: String(people.delay), onchange: (event) => send({ delay: Math.max(0, Math.floor(Number(event.target.value) || 0)) }) })));
    parts.push(field("Clock, such as 10m+5s", el("input", { id: "set-clock", value: people.clock, onchange: (event) => send({ clock: event.target.value.trim() }) })));
    for (const option of people.options) {
      parts.push(field(option.docs || option.name.replaceAll("_", " "), option.value === "yes" || option.value === "no"
        ? el("select", { id: `option-${option.name}`, onchange: (event) => send({ options: { [option.name]: event.target.value } }) }, ["yes", "no"].map((value) => el("option", { value, selected: value === option.value }, value)))
        : el("input", { id: `option-${option.name}`, value: option.value, onchange: (event) => send({ options: { [option.name]: event.target.value } }) })));
    }
    parts.push(el("button", { type: "button", class: "main", id: "start", onclick: () => this.say({ do: "start" }) }, "Start the game"));
    return parts;
  }
}

// Takes a link along to where it is sent from; browsers have two ways, and the newer one only on safe addresses.
function copier(link) {
  const button = el("button", { type: "button", class: "quiet", onclick: async () => {
    const done = navigator.clipboard ? await navigator.clipboard.writeText(link).then(() => true, () => false) : copied(link);
    button.textContent = done ? "copied" : link;
  } }, "copy link");
  return button;
}

function copied(text) {
  const box = el("textarea", { class: "hush", readonly: true }, text);
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

export const address = (...keys) => `${location.origin}${location.pathname}#${keys.join(".")}`;
