// Draws a game's map and what lies on it as SVG, and reports clicks on places.

import { s, seatColour } from "./dom.js";

const SPAN = 1000; // the longer side of a map of spaces, in drawing units
const ROOM = 62; // spaces are pushed apart until they have about this much room
const HEX = 26; // a hex's radius as drawn, whatever the game's own units are

/** Lines over water: they carry ships, not roads, and make no land. */
const WATER = /sea|coast|lane/;
/** What lies on the side between two hexes, not across it. */
const HEXSIDE = /stream|river|fence|wall|slope|embankment|breastwork|ford|bridge/;

/** Printed features as signs; the others are told when the pointer rests on the place. */
const SIGNS = [[/^crown/, "♛"], [/^capital/, "★"], [/^port/, "⚓"], [/^cathedral/, "✝"], [/^city/, "▣"], [/^shield/, "⚜"],
  [/^winter/, "❄"], [/^fort/, "♜"]];

function hexCorners(place, radius) {
  return [0, 1, 2, 3, 4, 5]
    .map((i) => [place.x + radius * Math.cos((i * Math.PI) / 3), place.y + radius * Math.sin((i * Math.PI) / 3)])
    .map((corner) => corner.map((n) => n.toFixed(1)).join(","))
    .join(" ");
}

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "_");

/** Pushes spaces apart that lie too close to be read; the shape of the map stays. */
function spreadOut(places) {
  for (let round = 0; round < 80; round += 1) {
    for (let i = 0; i < places.length; i += 1) {
      for (let j = 0; j < i; j += 1) {
        const [a, b] = [places[i], places[j]];
        const [dx, dy] = [a.x - b.x || 0.1, a.y - b.y];
        const far = Math.hypot(dx, dy);
        if (far >= ROOM) continue;
        const push = ((ROOM - far) / far) * 0.25;
        a.x += dx * push; a.y += dy * push;
        b.x -= dx * push; b.y -= dy * push;
      }
    }
  }
}

/** The same map in drawing units, so that lines, letters and pieces have one size in every game. */
function scaled(map) {
  const k = map.hex_radius ? HEX / map.hex_radius : SPAN / Math.max(map.width, map.height, 1);
  const places = map.places.map((place) => ({ ...place, x: place.x * k, y: place.y * k }));
  if (!map.hex_radius) spreadOut(places);
  const bounds = (axis) => [Math.min(...places.map((place) => place[axis])), Math.max(...places.map((place) => place[axis]))];
  const [[left, right], [top, bottom]] = [bounds("x"), bounds("y")];
  const margin = map.hex_radius ? HEX * 1.2 : 58;
  return {
    places, links: map.links, hexes: Boolean(map.hex_radius),
    window: { x: left - margin, y: top - margin, w: right - left + 2 * margin, h: bottom - top + 2 * margin },
  };
}

/** A piece's name in a few letters. */
function shortName(piece) {
  if (/^general$/i.test(piece.label)) return "★";
  const [first, second] = piece.label.replace(/\(.*\)/, "").trim().split(/\s+/);
  return /^(battery|the|earl|duke)$/i.test(first) && second ? `${first[0]} ${second}`.slice(0, 6) : first.slice(0, 6);
}

/** The map in an SVG that can be panned by dragging and zoomed by the wheel or with two fingers. */
export class MapView {
  constructor(box, map, onPlace) {
    this.map = scaled(map);
    this.onPlace = onPlace;
    this.places = new Map(this.map.places.map((place) => [place.id, place]));
    this.groups = new Map();
    this.stacks = new Map();
    this.whole = { ...this.map.window };
    this.window = { ...this.whole };
    this.svg = s("svg", { role: "img", "aria-label": "The map" });
    if (this.map.hexes) this.svg.append(this.drawPlaces(), this.drawLinks());
    else this.svg.append(this.drawLand(), this.drawLinks(), this.drawPlaces(), this.drawNames());
    this.pieces = s("g", {});
    this.svg.append(this.pieces);
    this.here = document.createElement("div");
    this.here.className = "here";
    box.replaceChildren(this.svg, this.here);
    this.applyWindow();
    this.listen();
  }

  /** Land as the ground around spaces and along the ways between them: first the shore, then the land itself. */
  drawLand() {
    const ground = (place) => place.kind !== "sea";
    const layer = (name, grow) => s("g", { class: name },
      this.map.links.filter((link) => !WATER.test(link.kind)).map((link) => {
        const [a, b] = [this.places.get(link.a), this.places.get(link.b)];
        return a && b && ground(a) && ground(b) ? s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, "stroke-width": ROOM * 1.5 + grow }) : null;
      }),
      this.map.places.filter(ground).map((place) => s("circle", { cx: place.x, cy: place.y, r: ROOM * 0.9 + grow / 2 })));
    return s("g", { class: "ground" }, layer("shore", 7), layer("land", 0));
  }

  drawLinks() {
    return s("g", {}, this.map.links.map((link) => {
      const [a, b] = [this.places.get(link.a), this.places.get(link.b)];
      if (!a || !b) return null;
      const side = this.map.hexes && HEXSIDE.test(link.kind);
      const line = side ? this.hexside(a, b) : { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
      return s("line", { ...line, class: `link ${slug(link.kind)}` }, s("title", {}, link.kind));
    }));
  }

  /** The side that two hexes share: across the line between their centres. */
  hexside(a, b) {
    const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const [dx, dy] = [(b.x - a.x) / 2, (b.y - a.y) / 2];
    const scale = 1 / Math.sqrt(3);
    return { x1: mx - dy * scale, y1: my + dx * scale, x2: mx + dy * scale, y2: my - dx * scale };
  }

  drawPlaces() {
    return s("g", {}, this.map.places.map((place) => {
      const kinds = ["place", this.map.hexes ? "hex" : "space", slug(place.kind), ...place.features.map(slug)].join(" ");
      const node = s("g", { class: kinds, "data-place": place.id, onclick: () => this.clicked(place.id),
        onpointerenter: () => this.tell(place.id), onpointerleave: () => this.tell(null) },
      this.map.hexes ? this.drawHex(place) : this.drawSpace(place));
      this.groups.set(place.id, node);
      return node;
    }));
  }

  drawHex(place) {
    const level = place.features.find((feature) => feature.startsWith("level "));
    return [s("polygon", { class: "shape", points: hexCorners(place, HEX) }),
      level ? s("text", { class: "level", x: place.x, y: place.y + HEX * 0.8 }, level.slice(6)) : null];
  }

  drawSpace(place) {
    const { x, y } = place;
    const wide = place.kind === "exile" || place.kind === "sea";
    return wide ? s("rect", { class: "shape", x: x - 43, y: y - 25, width: 86, height: 50, rx: 9 }) : s("circle", { class: "shape", cx: x, cy: y, r: 25 });
  }

  /** Names and signs lie over all spaces, so that no neighbour covers them. */
  drawNames() {
    return s("g", { class: "names" }, this.map.places.map((place) => {
      const value = place.features.find((feature) => /^value \d/.test(feature))?.slice(6);
      const signs = SIGNS.filter(([feature]) => place.features.some((one) => feature.test(one))).map(([, sign]) => `${sign}\uFE0E`);
      return [s("text", { x: place.x, y: place.y + 36 }, place.name),
        s("text", { class: "feature", x: place.x, y: place.y - 29 }, [value, ...signs].filter(Boolean).join(" "))];
    }));
  }

  /** Puts the board's pieces and markers on the map; those of places not on the map are left to the caller. */
  show(board) {
    const layer = s("g", {});
    for (const node of this.groups.values()) node.classList.remove("held");
    this.markers = board.markers;
    for (const marker of board.markers) {
      const node = this.groups.get(marker.place);
      if (!node) continue;
      if (marker.kind === "control" || marker.kind === "garrison") {
        node.classList.add("held");
        node.style.setProperty("--holder", seatColour(marker.owner));
      } else layer.append(this.drawMarker(this.places.get(marker.place), marker));
    }
    this.stacks = new Map();
    for (const piece of board.pieces) {
      if (!this.places.has(piece.place)) continue;
      if (!this.stacks.has(piece.place)) this.stacks.set(piece.place, []);
      this.stacks.get(piece.place).push(piece);
    }
    for (const [id, stack] of this.stacks) layer.append(...this.drawStack(this.places.get(id), stack));
    this.pieces.replaceWith(layer);
    this.pieces = layer;
  }

  drawMarker(place, marker) {
    const at = { x: place.x - (this.map.hexes ? HEX * 0.55 : 24), y: place.y - (this.map.hexes ? HEX * 0.5 : 12) };
    const sign = { battle: "⚔", fortress: "♜" }[marker.kind] ?? "◗";
    return s("g", { class: "marker" }, s("circle", { cx: at.x, cy: at.y, r: 8, fill: seatColour(marker.owner) }),
      s("text", { x: at.x, y: at.y + 4 }, `${sign}\uFE0E`), s("title", {}, marker.label));
  }

  drawStack(place, stack) {
    if (this.map.hexes) {
      // Counters of a hex lie on each other, shifted a little; the strongest on top.
      const order = [...stack].sort((a, b) => a.strength - b.strength);
      const shift = Math.min(6, 14 / order.length);
      return order.map((piece, i) => {
        const off = (i - (order.length - 1) / 2) * shift;
        return this.drawPiece(piece, place.id, place.x + off, place.y - off, 29, 27);
      });
    }
    const columns = Math.min(stack.length, stack.length === 4 ? 2 : 3);
    const rows = Math.ceil(stack.length / columns);
    const [w, h] = stack.length > 2 ? [32, 28] : [38, 32];
    return stack.map((piece, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      const x = place.x + (column - (columns - 1) / 2) * (w + 1);
      const y = place.y + (row - (rows - 1) / 2) * (rows > 2 ? 20 : h + 1);
      return this.drawPiece(piece, place.id, x, y, w, h);
    });
  }

  drawPiece(piece, placeId, x, y, w, h) {
    const troop = piece.kind === "troop";
    const name = piece.hidden ? "❖" : troop ? "" : shortName(piece);
    const strength = piece.strength ? String(piece.strength) : "";
    const big = !name || name.length === 1;
    // Letters as large as the name allows.
    const letters = Math.min((w / Math.max(name.length, 1)) * 1.45, 11);
    const shape = { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: troop ? h / 2 : piece.kind === "leader" || piece.kind === "general" ? 8 : 3, fill: seatColour(piece.owner) };
    const line = (text, dy, size) => s("text", { x, y: y + dy, style: `font-size:${size}px` }, text);
    const words = name && strength ? [line(name, -2.5, big ? 12 : letters), line(strength, 10.5, 13)]
      : [line(name || strength, big ? 5.5 : 3.5, big ? 17 : letters)];
    const node = s("g", { class: `piece ${slug(piece.kind)} ${piece.hidden ? "hidden-piece" : ""}`, "data-piece": piece.id, "data-at": placeId,
      onclick: () => this.clicked(placeId), onpointerenter: () => this.tell(placeId), onpointerleave: () => this.tell(null) },
    s("rect", shape), piece.hidden ? s("rect", { class: "back", x: x - w / 2 + 3, y: y - h / 2 + 3, width: w - 6, height: h - 6, rx: 2 }) : null, words);
    if (piece.facing !== null && piece.facing !== undefined) {
      const reach = h / 2 + 6;
      const tip = `${x},${y - reach} ${x - 5},${y - reach + 7} ${x + 5},${y - reach + 7}`;
      node.append(s("polygon", { class: "arrow", points: tip, fill: seatColour(piece.owner), transform: `rotate(${piece.facing} ${x} ${y})` }));
    }
    return node;
  }

  /** Says in words what is at a place: the map has room for signs only. */
  tell(id) {
    const place = this.places.get(id ?? this.picked);
    if (!place) return void this.here.replaceChildren();
    const title = document.createElement("strong");
    title.textContent = place.name;
    const facts = [place.region, ...place.features, ...(this.markers ?? []).filter((marker) => marker.place === place.id).map((marker) => marker.label)];
    const lines = [facts.filter(Boolean).join(", ").replaceAll("_", " "),
      ...(this.stacks.get(place.id) ?? []).map((piece) =>
        [piece.hidden ? "unknown piece" : piece.label, piece.strength ? `strength ${piece.strength}` : "", piece.detail].filter(Boolean).join(", "))];
    this.here.replaceChildren(title, ...lines.filter(Boolean).map((text) => Object.assign(document.createElement("div"), { textContent: text })));
  }

  /** Marks the places that the legal choices speak of, and the ones in question. */
  highlight(choices, picked) {
    const marked = new Set([picked].flat());
    this.picked = [...marked].at(-1) ?? null;
    for (const [id, node] of this.groups) {
      node.classList.toggle("choice", choices.has(id));
      node.classList.toggle("picked", marked.has(id));
    }
    for (const node of this.pieces.children) node.classList.toggle("choice-piece", choices.has(node.dataset.at));
    this.tell(null);
  }

  clicked(id) {
    if (!this.dragged) this.onPlace(id);
  }

  applyWindow() {
    const { x, y, w, h } = this.window;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }

  zoom(factor, cx = this.window.x + this.window.w / 2, cy = this.window.y + this.window.h / 2) {
    const view = this.window;
    const w = Math.min(Math.max(view.w * factor, this.whole.w / 12), this.whole.w * 2);
    const k = w / view.w;
    this.window = { x: cx - (cx - view.x) * k, y: cy - (cy - view.y) * k, w, h: view.h * k };
    this.applyWindow();
  }

  listen() {
    const svg = this.svg;
    const at = (x, y) => {
      const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
      return [point.x, point.y];
    };
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...at(event.clientX, event.clientY));
    }, { passive: false });
    svg.addEventListener("dblclick", () => { this.window = { ...this.whole }; this.applyWindow(); });
    const fingers = new Map();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return { far: Math.hypot(a[0] - b[0], a[1] - b[1]), middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
    };
    svg.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      this.dragged = fingers.size > 1;
    });
    svg.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const now = [event.clientX, event.clientY];
      if (fingers.size === 2) {
        const before = spread().far;
        fingers.set(event.pointerId, now);
        const { far, middle } = spread();
        this.zoom(before / Math.max(far, 1), ...at(...middle));
        return;
      }
      const [dx, dy] = [now[0] - last[0], now[1] - last[1]];
      if (!this.dragged && Math.hypot(dx, dy) < 5) return;
      this.dragged = true;
      const [from, to] = [at(...last), at(...now)];
      this.window.x -= to[0] - from[0];
      this.window.y -= to[1] - from[1];
      fingers.set(event.pointerId, now);
      this.applyWindow();
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
}
