// The page: a secret in its address, a table on the screen. Everything that is shown comes from the server.

import { $, el, keep } from "./dom.js";
import { Choice } from "./choose.js";
import { Dock } from "./dock.js";
import { Lobby } from "./lobby.js";
import { Panels } from "./panels.js";
import { draw, hit, step } from "./scene.js";
import { Line } from "./socket.js";
import { chime, notify, setSound, sounding } from "./signals.js";

const keys = location.hash.slice(1).split(".").filter(Boolean);
const narrow = matchMedia("(max-width: 640px)").matches;
let at = 0; // which of several seats at this screen
let frame = null, people = null, line = null, past = null;
let told = -1;
const say = (message) => Boolean(line?.say(message)) || (net("Not connected; try again in a moment."), false);
const dock = new Dock($("dock"), $("scene"), say);
const panels = new Panels(say, look);
const lobby = new Lobby(say);
const heard = {
  frame: onFrame,
  people: onPeople,
  talk: (message) => panels.heardTalk(message.rows),
  rules: (message) => panels.heardRules(message.rows),
  verdict: (message) => dock.heard(message),
  refused: (message) => dock.frame?.seat !== null && dock.frame?.begun ? dock.heard({ message: message.message, reasons: [], choices: [] }) : net(message.message),
  past: onPast,
  code: (message) => { lobby.heardCode(message); lobby.draw(frame, people); },
};

function net(text, final = false) {
  $("net").textContent = text;
  $("net").hidden = !text;
  if (final) {
    $("main").hidden = true;
    $("dock").hidden = true;
  }
}

function connect() {
  line?.close();
  frame = people = past = null;
  told = -1;
  line = new Line(keys[at], narrow, (message) => heard[message.do]?.(message), net);
}

// --- What comes in ---------------------------------------------------------------------------------------------------

function onFrame(message) {
  const before = frame;
  frame = message;
  $("title").textContent = frame.about.title;
  $("scene").classList.toggle("turned", keep(turnedKey()) === "yes");
  panels.heardFrame(frame);
  announce(before);
  if (people) show(dock.sent || before?.question !== frame.question || before?.number !== frame.number);
  dock.sent = false;
  if (keys.length > 1 && before && !before.begun && frame.begun) learn().then(passOn); // who sits where may have changed
  else passOn();
}

function onPeople(message) {
  const first = people === null;
  people = message;
  panels.heardPeople(people);
  if (frame) show(first);
}

function show(anew) {
  document.body.dataset.at = `${frame.number} ${frame.question}`;
  lobby.draw(frame, people);
  document.body.classList.toggle("playing", frame.begun);
  $("more").hidden = false;
  seats();
  if (!frame.begun) {
    status("Waiting for the game to begin");
    dock.show(frame, new Choice(null));
    return;
  }
  news();
  if (!past) picture(frame);
  const same = !anew && dock.choice;
  dock.show(past ? null : frame, same ? dock.choice : new Choice(past ? null : frame.offer));
  if (!same) dock.approach();
  const mine = frame.seat !== null && frame.asked.includes(frame.seat);
  status(frame.over ? frame.ending[0] : mine ? "Your turn" : frame.asks);
  document.title = `${mine ? "● Your turn: " : ""}${frame.about.title}`;
}

let drawn = null;
function picture(source) {
  const now = JSON.stringify([source.scene, people.seats.map((seat) => seat.name)]);
  if (now === drawn) return;
  drawn = now;
  draw($("scene"), source.scene, people.seats, frame.seat, frame.about.hues);
}

function status(text) {
  if ($("status").textContent !== text) $("status").textContent = text;
}

function seats() {
  const clock = (seat) => seat.left === undefined ? null : el("span", { class: "clock", "data-left": seat.left, "data-running": String(seat.running) }, time(seat.left));
  $("players").replaceChildren(...people.seats.map((seat, number) => {
    const asked = frame.begun && frame.asked?.includes(number);
    const state = seat.bot ? "bot" : seat.here ? "" : "away";
    return el("li", { class: `${asked ? "turn" : ""} ${number === frame.seat ? "me" : ""}` },
      el("span", { class: `dot hue-${frame.about.hues[number]}` }), el("span", {}, seat.name === seat.seat ? seat.seat : `${seat.name} (${seat.seat})`),
      number === frame.seat ? el("span", { class: "tag" }, "you") : null, state ? el("span", { class: "tag" }, state) : null,
      asked ? el("span", { class: "tag go" }, "to move") : null, clock(seat));
  }));
  proposal();
}

const time = (tenths) => { const all = Math.max(0, Math.floor(tenths / 10)); return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`; };
let since = Date.now();
setInterval(() => {
  const gone = (Date.now() - since) / 100;
  for (const one of document.querySelectorAll('.clock[data-running="true"]')) one.textContent = time(one.dataset.left - gone);
}, 250);

// A draw or a step back that waits for consent, and what there is to say to everybody.
function proposal() {
  since = Date.now();
  $("ask")?.remove();
  const made = people.proposal;
  const rows = [];
  if (people.notice) rows.push(el("p", {}, people.notice));
  if (made) {
    const who = people.seats[made.by].name;
    rows.push(el("p", {}, made.what === "draw" ? `${who} offers a draw.` : `${who} asks to take a move back.`));
    if (frame.seat !== null && !made.agreed.includes(frame.seat)) {
      rows.push(el("button", { type: "button", class: "main", onclick: () => say({ do: "answer", yes: true }) }, "Agree"), el("button", { type: "button", onclick: () => say({ do: "answer", yes: false }) }, "Decline"));
    } else if (frame.seat === made.by) rows.push(el("button", { type: "button", onclick: () => say({ do: "answer", yes: false }) }, "Never mind"));
  }
  if (rows.length) $("players").after(el("div", { id: "ask", class: "ask", role: "alert" }, rows));
}

// --- What has happened -------------------------------------------------------------------------------------------------

const seenKey = () => `astro-seen ${keys[at]}`;

// What came since this seat last looked at the page; on a page that is looked at, what came with the last move of all.
let since_number = null;
function news() {
  const box = $("news");
  if (since_number === null) since_number = Number(keep(seenKey()) ?? frame.number);
  const rows = panels.rows.filter((row) => row.number > since_number);
  const last = frame.over ? frame.ending.map((text) => ({ text })) : [];
  const most = narrow ? 3 : 6;
  const few = [...rows.slice(-most), ...last];
  box.hidden = !few.length;
  box.replaceChildren(el("ul", {}, rows.length > most ? el("li", { class: "faint" }, `… ${rows.length - most} more in the log`) : null, few.map((row) => el("li", { class: row.aloud ? "aloud" : "" }, row.text, row.effect ? el("small", { class: "faint" }, ` ${row.effect}`) : null))));
  box.scrollTop = box.scrollHeight;
  if (!document.hidden) {
    keep(seenKey(), String(frame.number));
    const mine = frame.seat !== null && frame.asked.includes(frame.seat);
    if (mine) lastAsked = frame.number;
    else if (lastAsked !== null) { since_number = lastAsked; lastAsked = null; }
  }
}
let lastAsked = null;

function announce(before) {
  if (!frame.begun) return;
  const rows = panels.rows.filter((row) => row.number > told);
  if (told >= 0 && rows.length) $("told").replaceChildren(...rows.slice(-8).map((row) => el("p", {}, row.text)));
  told = frame.number;
  const mine = frame.seat !== null && frame.asked.includes(frame.seat);
  const was = before?.begun && before.seat !== null && before.asked.includes(before.seat) && before.question === frame.question;
  if (before && mine && !was) {
    chime(2);
    notify(frame.about.title, frame.asks);
  } else if (before?.begun && before.number !== frame.number) chime(frame.over ? 3 : 1);
}

// --- Looking back ----------------------------------------------------------------------------------------------------

function look(number) {
  if (frame?.begun) say({ do: "past", number });
}

function onPast(message) {
  past = message;
  $("replay").hidden = false;
  $("slider").max = String(frame.number);
  $("slider").value = String(message.number);
  $("at").textContent = `${message.number} of ${frame.number}`;
  picture({ scene: message.scene });
  dock.show(null, new Choice(null)); // nothing is asked of whoever looks back
}

let sliding = null;
$("slider").addEventListener("input", (event) => {
  clearTimeout(sliding);
  $("at").textContent = `${event.target.value} of ${frame.number}`;
  sliding = setTimeout(() => look(Number(event.target.value)), 120);
});
$("live").addEventListener("click", () => {
  past = null;
  $("replay").hidden = true;
  show(true);
});

// --- Hands -----------------------------------------------------------------------------------------------------------

$("scene").addEventListener("click", (event) => {
  const one = frame?.seat !== null && !past ? hit($("scene"), event) : null;
  if (one) dock.tap(one);
});
$("scene").addEventListener("keydown", (event) => {
  const one = event.target.closest("[data-thing], [data-place]");
  if (!one) return;
  if (step($("scene"), one, event.key)) event.preventDefault();
  else if ((event.key === "Enter" || event.key === " ") && !one.matches("button")) {
    event.preventDefault();
    const { place, thing } = one.dataset;
    dock.tap(one);
    [...$("scene").querySelectorAll(".picked, .offered")].find((other) => other.dataset.place === place && other.dataset.thing === thing)?.focus();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dock.choice?.begun) {
    dock.choice.reset();
    dock.verdict = null;
    dock.render();
  }
});
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  ($("scene").querySelector(".offered") || $("dock")).focus();
});
$("more").addEventListener("click", () => {
  const open = document.body.classList.toggle("open");
  $("more").setAttribute("aria-expanded", String(open));
  if (open && panels.unread) panels.open("chat");
  else panels.render();
});
$("sound").addEventListener("click", () => {
  setSound(!sounding());
  $("sound").setAttribute("aria-pressed", String(sounding()));
});
$("sound").setAttribute("aria-pressed", String(sounding()));
const turnedKey = () => `astro-turned ${frame.about.title} ${frame.seat}`;
document.addEventListener("turn", () => keep(turnedKey(), $("scene").classList.toggle("turned") ? "yes" : "no"));
document.addEventListener("links", () => {
  lobby.open = true;
  lobby.draw(frame, people);
});
for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, () => line?.hurry());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  line?.hurry();
  if (frame?.begun && people) news();
});
window.addEventListener("hashchange", () => location.reload());

// --- Several at one screen ---------------------------------------------------------------------------------------------

// Who is asked next takes the screen: if anything is secret, a curtain hides it until they say that they are there.
function passOn() {
  if (keys.length < 2 || !frame.begun || frame.over || frame.asked.includes(frame.seat) || !frame.asked.length) return;
  const next = keys.map((_, number) => number).find((number) => frame.asked.includes(seatOf(number)));
  if (next === undefined || next === at) return;
  const name = people?.seats[seatOf(next)].name ?? "the next player";
  if (frame.about.secrets && $("curtain").hidden) {
    $("whose").textContent = `Hand the screen to ${name}.`;
    $("curtain").hidden = false;
    hung = Date.now();
    $("lift").focus();
  }
  at = next;
  connect();
}
const seatOf = (number) => order[number] ?? -1;
const order = [];

// The seats of several secrets are asked for once, before anything is shown.
async function learn() {
  order.length = 0;
  for (const key of keys) {
    order.push(await new Promise((done) => {
      const asked = new Line(key, narrow, (message) => {
        if (message.do !== "frame") return;
        asked.close();
        done(message.seat);
      }, () => {});
    }));
  }
}
let hung = 0;
$("lift").addEventListener("click", () => {
  if (Date.now() - hung < 500) return; // the last tap of whoever played before
  $("curtain").hidden = true;
  if (frame && people) show(true);
});

if (!keys.length) net("A table is opened by a link with a secret in it. Ask whoever runs the table for yours.", true);
else if (keys.length > 1) learn().then(connect);
else connect();

