// Elements of the page, made in one line each. Text is always text: nothing of a rule file is read as HTML.

export const by = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "role" && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A sentence with what stands between backticks as code. */
export const coded = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));

/** A picture out of the text of an SVG file: as a picture, so that nothing in it can reach the page. */
export function picture(svg, said) {
  const image = make("img", { alt: said, src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
  const size = svg.match(/ width="([\d.]+)" height="([\d.]+)"/);
  if (size) [image.width, image.height] = [Math.round(size[1]), Math.round(size[2])];
  image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  return image;
}

export function save(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Tabs that the arrow keys go through. */
export function tabs(list, chosen) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const select = (tab, focus = false) => {
    for (const one of all) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
    }
    if (focus) tab.focus();
    chosen(tab.id.replace("tab-", ""));
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -all.length, End: all.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const now = all.indexOf(document.activeElement);
    const next = Math.abs(steps[event.key]) === 1 ? (now + steps[event.key] + all.length) % all.length : steps[event.key] < 0 ? 0 : all.length - 1;
    select(all[next], true);
  });
  return (name) => select(all.find((tab) => tab.id === `tab-${name}`));
}

/** A dialog with a title; closed by Escape, by its button, or by whoever gets `close`. */
export function ask(title, fill) {
  const dialog = by("dialog");
  const close = () => dialog.close();
  dialog.replaceChildren(
    make("div", { className: "dialog-head" }, make("h2", { id: "dialog-title" }, title), make("button", { onclick: close, "aria-label": "Close" }, "✕")),
    ...fill(close),
  );
  dialog.showModal();
}
