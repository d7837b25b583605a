// Small helpers to build HTML and SVG without a framework.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
  return element;
}

/** An HTML element: h("button", { onclick }, "Play"). Text children are never parsed as HTML. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Replaces an element's content; like `h`, it passes over what is not there. */
export function put(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}

let fading;
/** Shows one sentence at the foot of the page for a while. */
export function notice(text) {
  const box = document.getElementById("notice");
  box.replaceChildren(h("div", {}, text));
  clearTimeout(fading);
  fading = setTimeout(() => box.replaceChildren(), 6000);
}

/** From here on seats have the colours of this game's sides; style.css says which. */
export function showSidesOf(game) {
  document.documentElement.dataset.sides = game;
}

export function seatColour(seat) {
  return seat === null || seat === undefined ? "var(--nobody)" : `var(--seat-${seat})`;
}

export const percent = (value) => `${Math.round(value * 100)} %`;

/** A side's id as a name: Lancaster, CSA. */
export const sideName = (id) => (id.length <= 3 ? id.toUpperCase() : id[0].toUpperCase() + id.slice(1));
