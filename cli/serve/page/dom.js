// Elements from names, attributes and children. Texts are always texts: nothing from outside becomes markup.

const SPACE = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// A picture: [width, height, elements]. It is read as XML, so that a broken one shows nothing at all.
const parsed = new Map();
export function picture([wide, high, inside], label, className = "") {
  const key = `${wide} ${high} ${inside}`;
  if (!parsed.has(key)) {
    if (parsed.size > 500) parsed.clear();
    const text = `<svg xmlns="${SPACE}" viewBox="0 0 ${wide} ${high}">${inside}</svg>`;
    parsed.set(key, new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  }
  const made = document.importNode(parsed.get(key), true);
  made.setAttribute("class", `astro ${className}`);
  made.dataset.wide = wide;
  made.dataset.high = high;
  if (label) {
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", label);
  } else made.setAttribute("aria-hidden", "true");
  return made;
}

export function shape(name, attributes) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function keep(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch {
    // A browser may keep nothing; then nothing is remembered.
  }
  return null;
}
