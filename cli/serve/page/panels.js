// Beside the table: the log, the chat, the rules, and what one may do about the game as a whole.

import { $, el } from "./dom.js";

const TABS = { log: "Log", chat: "Chat", rules: "Rules", game: "Game" };

export class Panels {
  constructor(say, look) {
    Object.assign(this, { say, look, tab: "log", rows: [], talk: [], people: null, frame: null, rules: null, word: "", unread: 0 });
    for (const [name, title] of Object.entries(TABS)) {
      $("tabs").append(el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", onclick: () => this.open(name), onkeydown: (event) => this.turn(event) }, title));
    }
    this.open("log");
  }

  turn(event) {
    const names = Object.keys(TABS);
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const name = names[(names.indexOf(this.tab) + way + names.length) % names.length];
    this.open(name);
    $(`tab-${name}`).focus();
  }

  open(name) {
    this.tab = name;
    for (const other of Object.keys(TABS)) {
      const chosen = other === name;
      $(`tab-${other}`).setAttribute("aria-selected", String(chosen));
      $(`tab-${other}`).tabIndex = chosen ? 0 : -1;
    }
    $("panel").setAttribute("aria-labelledby", `tab-${name}`);
    if (name === "chat") this.unread = 0;
    if (name === "rules" && !this.rules) this.say({ do: "rules", word: "" });
    this.render();
  }

  heardFrame(frame) {
    this.frame = frame;
    if (frame.log) {
      const kept = this.rows.filter((row) => row.number <= frame.log.after && frame.log.after > 0);
      this.rows = [...kept.filter((row) => !(row.number === 0 && frame.log.after === 0)), ...frame.log.rows];
    } else this.rows = [];
    if (this.tab !== "rules" && this.tab !== "chat") this.render();
  }

  heardTalk(talk) {
    // On a small screen the chat may be chosen, and yet be out of sight.
    if (this.tab !== "chat" || !$("side").offsetWidth) this.unread += Math.max(0, talk.length - this.talk.length);
    this.talk = talk;
    this.count();
    if (this.tab === "chat") this.render();
  }

  // What was said and not read yet, also on the button behind which a small screen has all of this.
  count() {
    const open = document.body.classList.contains("open"), fresh = this.unread ? ` (${this.unread})` : "";
    $("tab-chat").textContent = `Chat${fresh}`;
    $("more").textContent = open ? "Close" : fresh ? `Chat${fresh}` : "Log";
  }

  heardPeople(people) {
    this.people = people;
    if (this.tab === "game") this.render();
  }

  heardRules(rows) {
    this.rules = rows;
    if (this.tab === "rules") this.render();
  }

  render() {
    const panel = $("panel");
    const typed = document.activeElement;
    if (panel.contains(typed) && typed.value && this.tab === "chat") {
      $("said").replaceChildren(...this.spoken());
      return;
    }
    panel.replaceChildren(...{ log: () => this.log(), chat: () => this.chat(), rules: () => this.book(), game: () => this.game() }[this.tab]());
    if (this.tab === "log" || this.tab === "chat") panel.scrollTop = panel.scrollHeight;
    this.count();
  }

  log() {
    const hue = (row) => (row.player === undefined || !this.frame?.about ? "" : `hue-${this.frame.about.hues[row.player]}`);
    const newest = this.rows.findLast((row) => !row.aloud);
    return [el("ol", { class: "log", onkeydown: (event) => this.climb(event) }, this.rows.map((row) => el("li", { class: row.aloud ? "aloud" : "" },
      row.aloud ? null : el("button", { type: "button", class: "nr", tabindex: row === newest ? 0 : -1, "aria-label": `Look back to event ${row.number}`, onclick: () => this.look(row.number) }, String(row.number)),
      el("span", {}, row.player !== undefined ? el("span", { class: `dot ${hue(row)}` }) : null, row.text, row.effect ? el("small", { class: "faint" }, ` ${row.effect}`) : null))))];
  }

  // The log is one stop for Tab, however long the game; arrow keys go up and down in it.
  climb(event) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const numbers = [...event.currentTarget.querySelectorAll(".nr")];
    const next = way && numbers[numbers.indexOf(document.activeElement) + way];
    if (!next) return;
    event.preventDefault();
    document.activeElement.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  spoken() {
    return this.talk.map((row) => el("li", {}, el("strong", {}, `${row.who}: `), row.text));
  }

  chat() {
    const box = el("input", { "aria-label": "Say something", maxlength: 500, autocomplete: "off" });
    const form = el("form", { class: "typing", onsubmit: (event) => {
      event.preventDefault();
      if (box.value.trim() && this.say({ do: "chat", text: box.value })) box.value = "";
    } }, box, el("button", { type: "submit" }, "Say"));
    const mute = this.frame?.viewer === "watch";
    return [el("ul", { class: "chat", id: "said" }, this.spoken()), mute ? el("p", { class: "faint" }, "Those who play speak here.") : form];
  }

  book() {
    const box = el("input", { "aria-label": "Look up a word in the rules", placeholder: "Look up a word", autocomplete: "off" });
    const form = el("form", { class: "typing", onsubmit: (event) => {
      event.preventDefault();
      this.word = box.value.trim();
      this.say({ do: "rules", word: this.word });
    } }, box, el("button", { type: "submit" }, "Look up"));
    const set = this.frame?.about?.settings || [];
    return [form, el("div", { class: "book" }, (this.rules || []).map((row) => this.word ? el("p", { class: "found" }, row) : el("p", { class: row.startsWith(" ") ? "below" : "" }, row.trim().replace(/ {2,}/g, ": ")))),
      set.length ? el("dl", { class: "facts" }, set.map(([name, value]) => el("div", {}, el("dt", {}, name.replaceAll("_", " ")), el("dd", {}, value)))) : ""];
  }

  game() {
    const { frame, people } = this;
    const found = [];
    const button = (text, message, sure) => el("button", { type: "button", onclick: () => { if (!sure || window.confirm(sure)) this.say(message); } }, text);
    if (frame?.begun && frame.seat !== null && !frame.over) {
      if (people?.undo) found.push(button(people.undo === "free" ? "Take my last move back" : "Ask to take my last move back", { do: "offer", what: "undo" }));
      if (frame.about.draw) found.push(button("Offer a draw", { do: "offer", what: "draw" }));
      if (frame.about.resign) found.push(button("Resign", { do: "resign" }, "Resign, and lose this game?"));
    }
    if (frame?.begun) found.push(el("button", { type: "button", onclick: () => this.look(0) }, "Look back from the beginning"));
    if (frame?.begun && frame.scene.boards.length) found.push(el("button", { type: "button", onclick: () => document.dispatchEvent(new Event("turn")) }, "Turn the board round"));
    if (frame?.viewer === "host") found.push(el("button", { type: "button", onclick: () => document.dispatchEvent(new Event("links")) }, "Seats and links"));
    if (frame?.viewer === "host" && frame.over) found.push(button("Another game", { do: "again" }));
    if (frame?.seat !== null && "Notification" in window && window.isSecureContext && Notification.permission === "default") {
      found.push(el("button", { type: "button", onclick: () => Notification.requestPermission() }, "Tell me when it is my turn"));
    }
    return [el("div", { class: "stack" }, found), el("p", { class: "faint" }, frame?.about?.docs || "")];
  }
}
