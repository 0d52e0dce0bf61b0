// Sounds and notices, made here: nothing is loaded for them.

import { keep } from "./dom.js";

let on = keep("astro-sound") === "yes";
let context = null;

export const sounding = () => on;

export function setSound(wanted) {
  on = wanted;
  keep("astro-sound", on ? "yes" : "no");
  if (on) chime(1);
}

// One short tone for a move, two for my turn, three for the end.
export function chime(count) {
  if (!on || !window.AudioContext) return;
  context ??= new AudioContext();
  for (let at = 0; at < count; at++) {
    const tone = context.createOscillator(), volume = context.createGain();
    const begin = context.currentTime + at * 0.14;
    tone.frequency.value = [523, 659, 784][at];
    volume.gain.setValueAtTime(0.08, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.13);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.14);
  }
}

export function notify(title, text) {
  if (document.hidden && "Notification" in window && Notification.permission === "granted") new Notification(title, { body: text, tag: "astro-turn" });
}
