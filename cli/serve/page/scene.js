// What lies on the table, laid out: boards, everybody's cards, numbers and words. What can be tapped is lit up.

import { el, picture, shape } from "./dom.js";

const REACH = 24; // pixels within which a tap beside a small place still means it

const CROWD = 30; // places that are lit up faintly, so that what lies there is still seen

export function draw(host, scene, people, mine, hues) {
  const before = positions(host);
  const owned = new Map();
  const shared = [];
  const middle = new Set(scene.seating ? Object.keys(scene.seating.zones) : []);
  for (const zone of scene.zones) {
    if (zone.owner === null || middle.has(zone.field)) shared.push(zone);
    else owned.set(zone.owner, [...(owned.get(zone.owner) || []), zone]);
  }
  const name = (seat) => people[seat]?.name ?? "";
  const title = (zone) => (zone.owner === null ? zone.name : `${zone.name} of ${name(zone.owner)}`);
  const boards = scene.boards.map((one, number) => boardOf(one, number));
  const own = mine === null ? [] : owned.get(mine) || [];
  // The others as they sit around the table, from the left of whoever looks.
  const turn = (seat) => (mine === null ? seat : (seat - mine + people.length) % people.length);
  const order = [...owned.keys()].filter((seat) => seat !== mine).sort((a, b) => turn(a) - turn(b));
  const panel = (label, hue, zones, extra = "") =>
    el("section", { class: `felt ${extra}`, "aria-label": label || "Shared" },
      label && el("h2", { class: "owner" }, el("span", { class: `dot ${hue}` }), label),
      el("div", { class: "zones" }, zones.map((zone) => zoneOf(zone, scene.faces, middle.has(zone.field) ? title(zone) : zone.name, title(zone)))));
  const facts = factsOf(scene);
  const others = order.length ? el("div", { class: "others" }, order.map((seat) => panel(name(seat), `hue-${hues[seat]}`, owned.get(seat), "small"))) : null;
  const middleOf = shared.length ? panel("", "", shared, "shared") : null;
  const hand = own.length ? panel(`${name(mine)} (you)`, `hue-${hues[mine]}`, own, "own") : null;
  const spread = (...parts) => (parts.some(Boolean) ? el("div", { class: "spread" }, parts.filter(Boolean)) : null);
  host.replaceChildren(...(boards.length
    ? [el("div", { class: "boards" }, boards), spread(hand, middleOf, others, facts)]
    : [spread(middleOf, hand, others), spread(facts)]).filter(Boolean));
  host.classList.toggle("has-boards", boards.length > 0);
  if (before.size) move(host, before);
}

function boardOf(one, number) {
  const drawn = picture(one, `Board${number ? ` ${number + 1}` : ""}`, "board");
  const box = el("div", { class: "boardbox" }, drawn);
  box.style.maxWidth = `${Math.min(2.4 * one[0], 1300)}px`;
  box.style.setProperty("--ratio", one[0] / one[1]);
  return box;
}

function zoneOf(zone, faces, name, title) {
  const many = zone.cards.length;
  const inside = zone.hidden
    ? [backs(zone), ...zone.ends.map((end) => el("span", { class: "end" }, end))]
    : zone.cards.length
      ? zone.cards.map((card) => cardOf(zone, card, faces))
      : [el("span", { class: "nothing" }, "empty")];
  const caption = el("h3", { class: "caption" }, name, zone.count !== 1 ? el("span", { class: "count" }, String(zone.count)) : null);
  return el("div", { class: `zone${many > 7 ? " many" : ""}${zone.count ? "" : " bare"}`, "data-zone": zone.place, role: "group", "aria-label": `${title}: ${zone.count}` }, caption, el("div", { class: "cards" }, inside));
}

function cardOf(zone, card, faces) {
  const face = picture(faces[card.face], "", "face");
  face.style.setProperty("--wide", faces[card.face][0]);
  return el("button", { type: "button", class: "card", "data-place": zone.place, "data-thing": card.thing, "aria-label": card.said, title: card.said }, face);
}

function backs(zone) {
  if (!zone.count) return el("span", { class: "nothing" }, "empty");
  const shown = Math.min(zone.count, 5);
  return el("span", { class: "backs", role: "img", "aria-label": `${zone.count} face down` },
    Array.from({ length: shown }, (_, at) => el("span", { class: "back" }, zone.count > 1 && at === shown - 1 ? String(zone.count) : "")));
}

function factsOf(scene) {
  const tables = scene.tables.map((rows) =>
    el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" }, el("table", {},
      el("thead", {}, el("tr", {}, rows[0].map((cell) => el("th", { scope: "col" }, cell)))),
      el("tbody", {}, rows.slice(1).map((row) => el("tr", {}, row.map((cell, at) => el(at ? "td" : "th", at ? {} : { scope: "row" }, cell))))))));
  const facts = scene.facts.length
    ? [el("dl", { class: "facts" }, scene.facts.map((fact) => el("div", {}, el("dt", {}, fact.name), el("dd", {}, fact.dice.length
      ? [el("span", { class: "hush" }, fact.items.join(", ")), ...fact.dice.map((die) => picture(die, "", "die"))]
      : fact.items.join(", ")))))]
    : [];
  return tables.length || facts.length ? el("section", { class: "felt numbers", "aria-label": "Numbers" }, ...tables, ...facts) : null;
}

// --- What can be tapped ----------------------------------------------------------------------------------------------

export const named = (host, name) => {
  const things = [...host.querySelectorAll("[data-thing]")].filter((one) => one.dataset.thing === name);
  const own = things.filter((one) => one.closest(".own"));
  const places = [...host.querySelectorAll("svg [data-place]")].filter((one) => one.dataset.place === name && !one.dataset.thing);
  return own.length ? own : [...places, ...(places.length ? [] : things)];
};

export function light(host, next, picked) {
  host.querySelectorAll(".halo").forEach((one) => one.remove());
  host.querySelectorAll(".offered, .picked").forEach((one) => {
    one.classList.remove("offered", "picked");
    one.removeAttribute("aria-pressed");
    if (one.closest("svg")) for (const name of ["tabindex", "role", "aria-label"]) one.removeAttribute(name);
  });
  const seen = new Set();
  const mark = (name, look) => {
    for (const one of named(host, name)) {
      one.classList.add(look);
      seen.add(name);
      if (look === "picked") one.setAttribute("aria-pressed", "true");
      if (!one.closest("svg") || one.closest("button")) continue;
      one.setAttribute("tabindex", "0");
      one.setAttribute("role", "button");
      one.setAttribute("aria-label", spoken(host, one));
      one.after(halo(one, look));
    }
  };
  host.classList.toggle("crowded", next.length > CROWD);
  for (const name of picked) mark(name, "picked");
  for (const name of next) if (!picked.includes(name)) mark(name, "offered");
  return seen;
}

// How many of the things that can be tapped lie above the part of the page that is seen, and how many below it.
export function outOfSight(host, top, bottom) {
  const found = { above: [], below: [] };
  for (const one of host.querySelectorAll(".offered")) {
    const box = one.getBoundingClientRect(), middle = (box.top + box.bottom) / 2;
    if (middle < top) found.above.push(one);
    else if (middle > bottom) found.below.push(one);
  }
  return found;
}

function spoken(host, one) {
  const place = one.dataset.place || "";
  const on = [...host.querySelectorAll("svg [data-thing]")].filter((other) => other.dataset.place === place && other !== one);
  return [place, one.dataset.thing, ...on.map((other) => other.dataset.thing)].filter(Boolean).join(", ");
}

function halo(one, look) {
  const drawn = one.matches("path, rect, circle, polygon, ellipse") ? one : one.querySelector("path, rect, circle, polygon, ellipse");
  const box = (drawn || one).getBBox();
  if (drawn && drawn.matches("path, polygon") && Math.min(box.width, box.height) > 30) {
    const copy = drawn.cloneNode(false);
    for (const { name } of [...copy.attributes]) if (name.startsWith("data-") || ["tabindex", "role", "aria-label"].includes(name)) copy.removeAttribute(name);
    copy.setAttribute("class", `halo ${look}-halo`);
    return copy;
  }
  const least = 26;
  const wide = Math.max(box.width, least), high = Math.max(box.height, least);
  const at = { x: box.x + box.width / 2 - wide / 2 + 2, y: box.y + box.height / 2 - high / 2 + 2 };
  return shape("rect", { ...at, width: wide - 4, height: high - 4, rx: Math.min(wide, high) / (drawn && drawn.matches("circle") ? 2 : 7), class: `halo ${look}-halo` });
}

// What a tap means: the thing or place that was hit, or a lit place right beside it.
export function hit(host, event) {
  const direct = event.target.closest("[data-thing], [data-place]");
  if (direct && (direct.classList.contains("offered") || direct.classList.contains("picked"))) return direct;
  if (event.target.closest("svg.board") && event.clientX) {
    let best = null, least = REACH;
    for (const one of host.querySelectorAll("svg .offered, svg .picked")) {
      const box = one.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
      const far = Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
      if (far < least || (inside && !best && one.dataset.place === direct?.dataset.place)) [best, least] = [one, Math.min(far, least)];
    }
    if (best) return best;
  }
  return direct;
}

// Arrow keys go from one thing that can be tapped to the nearest in that direction.
export function step(host, from, key) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (!ways[key]) return false;
  const [dx, dy] = ways[key];
  const middle = (one) => { const box = one.getBoundingClientRect(); return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]; };
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const one of host.querySelectorAll(".offered, .picked, button.card")) {
    if (one === from) continue;
    const [ox, oy] = middle(one);
    const along = (ox - x) * dx + (oy - y) * dy, across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 2 && along + 3 * across < least) [best, least] = [one, along + 3 * across];
  }
  if (best) best.focus();
  return Boolean(best);
}

// --- Movement ----------------------------------------------------------------------------------------------------------

// Where each thing that can be seen lies, by its name and its place.
function positions(host) {
  const found = new Map();
  for (const one of host.querySelectorAll("[data-thing]")) {
    const box = one.getBoundingClientRect();
    if (box.width) found.set(`${one.dataset.thing}|${one.dataset.place}`, { thing: one.dataset.thing, box });
  }
  return found;
}

function move(host, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const now = positions(host);
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, one]) => one);
  for (const one of host.querySelectorAll("[data-thing]")) {
    if (before.has(`${one.dataset.thing}|${one.dataset.place}`) || !one.animate) continue;
    const at = gone.findIndex((other) => other.thing === one.dataset.thing);
    const box = one.getBoundingClientRect();
    if (at < 0) {
      one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
      continue;
    }
    const [{ box: old }] = gone.splice(at, 1);
    const svg = one.ownerSVGElement;
    const scale = svg && svg.classList.contains("board") ? svg.dataset.wide / svg.getBoundingClientRect().width : 1;
    const from = `translate(${(old.left - box.left) * scale}px, ${(old.top - box.top) * scale}px)`;
    one.animate([{ transform: from }, { transform: "none" }], { duration: 320, easing: "ease-out" });
  }
}
