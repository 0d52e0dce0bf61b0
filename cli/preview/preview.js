// Shows what the server says, and asks again as soon as that is answered: an answer waits until there is news.
"use strict";
const part = (name) => document.getElementById(name);
let seen = "everything";
let facts = {};

function button(text, hint, act) {
  const made = document.createElement("button");
  made.textContent = text;
  made.title = hint;
  made.addEventListener("click", act);
  return made;
}

function show() {
  document.body.classList.toggle("old", facts.old);
  part("title").textContent = facts.title || "Astro";
  const test = facts.test ? `“${facts.test}”, ` : "";
  part("where").textContent = facts.file ? `${test}${facts.file}:${facts.line}` : "";
  part("status").textContent = (facts.status || []).join(" ");
  part("trouble").textContent = facts.trouble || "";
  const pictures = facts.pictures || [];
  if (!pictures.some((one) => one.who === seen)) seen = "everything";
  part("looks").replaceChildren(
    ...pictures.map((one) => {
      const made = button(one.who === "everything" ? "everything" : `as ${one.who}`, "", () => { seen = one.who; show(); });
      made.setAttribute("aria-pressed", String(one.who === seen));
      return made;
    }),
  );
  const drawn = pictures.find((one) => one.who === seen);
  const image = document.createElement("img");
  if (drawn) {
    image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(drawn.svg)))}`;
    image.alt = `The position, ${seen === "everything" ? "with everything shown" : `as ${seen} sees it`}`;
  }
  part("table").replaceChildren(...(drawn ? [image] : []));
  part("choices").replaceChildren(
    ...(facts.choices || []).map((one, number) => {
      const row = document.createElement("li");
      row.append(button(`${one.who}: ${one.text}`, one.about, () => add(number)));
      return row;
    }),
  );
}

async function add(choice) {
  const body = JSON.stringify({ number: facts.number, choice });
  await fetch("add", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`state?since=${facts.number ?? -1}`);
      const news = await answer.json();
      if (news.number !== facts.number) {
        facts = news;
        show();
      }
    } catch {
      part("trouble").textContent = "the editor has gone; start the preview anew";
      document.body.classList.add("old");
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

follow();
