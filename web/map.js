// Draws a game's map and what lies on it as SVG, and reports clicks on places.

import { s, seatColour } from "./dom.js";

const BLOCK = 25; // side of a piece, on a map drawn about 1000 units wide
const HEX = 26; // a hex's radius as drawn, whatever the game's own units are

function hexCorners(place, radius) {
  return [0, 1, 2, 3, 4, 5]
    .map((i) => [place.x + radius * Math.cos((i * Math.PI) / 3), place.y + radius * Math.sin((i * Math.PI) / 3)])
    .map((corner) => corner.map((n) => n.toFixed(1)).join(","))
    .join(" ");
}

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "_");

/** The same map in drawing units, so that lines, letters and pieces have one size in every game. */
function scaled(map) {
  const k = map.hex_radius ? HEX / map.hex_radius : 1000 / Math.max(map.width, map.height, 1);
  const places = map.places.map((place) => ({ ...place, x: place.x * k, y: place.y * k }));
  return { ...map, places, width: map.width * k, height: map.height * k, hex_radius: map.hex_radius ? HEX : null };
}

/** The map in an SVG that can be panned by dragging and zoomed by the wheel or pinching. */
export class MapView {
  constructor(box, map, onPlace) {
    map = scaled(map);
    this.map = map;
    this.onPlace = onPlace;
    this.places = new Map(map.places.map((place) => [place.id, place]));
    this.groups = new Map();
    this.margin = map.hex_radius ? map.hex_radius : 60;
    this.window = { x: -this.margin, y: -this.margin, w: map.width + 2 * this.margin, h: map.height + 2 * this.margin };
    this.svg = s("svg", { role: "img", "aria-label": "The map" });
    this.svg.append(this.drawLinks("under"), this.drawPlaces(), this.drawLinks("over"));
    this.pieces = s("g", {});
    this.svg.append(this.pieces);
    box.replaceChildren(this.svg);
    this.applyWindow();
    this.listen();
  }

  get unit() {
    return this.map.hex_radius ? this.map.hex_radius * 0.8 : BLOCK;
  }

  drawLinks(layer) {
    const group = s("g", {});
    // On a hex map roads and streams lie over the ground; on a map of spaces the lines lie under them.
    if ((layer === "over") !== Boolean(this.map.hex_radius)) return group;
    for (const link of this.map.links) {
      const [a, b] = [this.places.get(link.a), this.places.get(link.b)];
      if (!a || !b) continue;
      const side = this.map.hex_radius && /stream|river|fence|wall|slope|embankment|breastwork|ford|bridge/.test(link.kind);
      const line = side ? this.hexside(a, b) : { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
      group.append(s("line", { ...line, class: `link ${slug(link.kind)}` }, s("title", {}, link.kind)));
    }
    return group;
  }

  /** The side that two hexes share: across the line between their centres. */
  hexside(a, b) {
    const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const [dx, dy] = [(b.x - a.x) / 2, (b.y - a.y) / 2];
    const scale = 1 / Math.sqrt(3);
    return { x1: mx - dy * scale, y1: my + dx * scale, x2: mx + dy * scale, y2: my - dx * scale };
  }

  drawPlaces() {
    const group = s("g", {});
    for (const place of this.map.places) {
      const hex = this.map.hex_radius;
      const kinds = ["place", hex ? "hex" : "", slug(place.kind), ...place.features.map(slug)].join(" ");
      let shape;
      if (hex) shape = s("polygon", { class: "shape", points: hexCorners(place, hex) });
      else if (place.kind === "exile" || place.kind === "sea") {
        shape = s("rect", { class: "shape", x: place.x - 42, y: place.y - 26, width: 84, height: 52, rx: 8 });
      } else shape = s("circle", { class: "shape", cx: place.x, cy: place.y, r: 26 });
      const title = [place.name, place.region, ...place.features].filter(Boolean).join(", ");
      const node = s("g", { class: kinds, "data-place": place.id, onclick: () => this.clicked(place.id) }, shape, s("title", {}, title));
      if (hex) {
        const level = place.features.find((feature) => feature.startsWith("level "));
        if (level) node.append(s("text", { class: "level", x: place.x, y: place.y + hex * 0.8 }, level.slice(6)));
      } else {
        node.append(s("text", { x: place.x, y: place.y - 30 }, place.name));
        const marks = place.features.slice(0, 2).join(" · ");
        if (marks) node.append(s("text", { class: "feature", x: place.x, y: place.y + 38 }, marks));
      }
      this.groups.set(place.id, node);
      group.append(node);
    }
    return group;
  }

  /** Puts the board's pieces and markers on the map; those of places not on the map are left to the caller. */
  show(board) {
    const layer = s("g", {});
    for (const marker of board.markers) {
      const place = this.places.get(marker.place);
      if (!place) continue;
      const r = this.map.hex_radius ? this.unit * 0.35 : 9;
      const dot = s("circle", { class: "marker", cx: place.x - this.unit * 0.8, cy: place.y - this.unit * 0.6, r, fill: seatColour(marker.owner) });
      dot.append(s("title", {}, marker.label));
      layer.append(dot);
    }
    const stacks = new Map();
    for (const piece of board.pieces) {
      if (!this.places.has(piece.place)) continue;
      if (!stacks.has(piece.place)) stacks.set(piece.place, []);
      stacks.get(piece.place).push(piece);
    }
    for (const [id, stack] of stacks) layer.append(...this.drawStack(this.places.get(id), stack));
    this.pieces.replaceWith(layer);
    this.pieces = layer;
  }

  drawStack(place, stack) {
    const unit = this.unit;
    const columns = Math.min(stack.length, this.map.hex_radius ? 2 : 4);
    return stack.map((piece, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      const x = place.x + (column - (columns - 1) / 2) * (unit + 1);
      const y = place.y + (row - (Math.ceil(stack.length / columns) - 1) / 2) * (unit + 1);
      const label = piece.hidden ? "?" : piece.label.slice(0, 4);
      const node = s("g", { class: `piece ${piece.hidden ? "hidden-piece" : ""}`, "data-piece": piece.id, onclick: () => this.clicked(place.id) },
        s("rect", { x: x - unit / 2, y: y - unit / 2, width: unit, height: unit, fill: seatColour(piece.owner) }),
        s("text", { x, y: y + (piece.strength ? -1 : 3), style: `font-size:${unit * 0.38}px` }, label),
        piece.strength ? s("text", { x, y: y + unit * 0.4, style: `font-size:${unit * 0.36}px` }, String(piece.strength)) : null,
        s("title", {}, [piece.hidden ? "unknown piece" : piece.label, piece.detail, piece.strength ? `strength ${piece.strength}` : ""].filter(Boolean).join(", ")));
      if (piece.facing !== null && piece.facing !== undefined) {
        const tip = `${x},${y - unit * 0.5} ${x - 3},${y - unit * 0.34} ${x + 3},${y - unit * 0.34}`;
        node.append(s("polygon", { class: "arrow", points: tip, transform: `rotate(${piece.facing} ${x} ${y})` }));
      }
      return node;
    });
  }

  /** Marks the places that the legal choices speak of, and the one picked. */
  highlight(choices, picked) {
    for (const [id, node] of this.groups) {
      node.classList.toggle("choice", choices.has(id));
      node.classList.toggle("picked", id === picked);
    }
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
    const w = Math.min(Math.max(view.w * factor, this.map.width / 12), this.map.width * 2.5);
    const k = w / view.w;
    this.window = { x: cx - (cx - view.x) * k, y: cy - (cy - view.y) * k, w, h: view.h * k };
    this.applyWindow();
  }

  listen() {
    const svg = this.svg;
    const at = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [point.x, point.y];
    };
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...at(event));
    }, { passive: false });
    let last = null;
    svg.addEventListener("pointerdown", (event) => {
      last = [event.clientX, event.clientY];
      this.dragged = false;
    });
    svg.addEventListener("pointermove", (event) => {
      if (!last) return;
      const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
      if (!this.dragged && Math.hypot(dx, dy) < 5) return;
      this.dragged = true;
      const scale = this.window.w / svg.clientWidth;
      this.window.x -= dx * scale;
      this.window.y -= dy * scale;
      last = [event.clientX, event.clientY];
      this.applyWindow();
    });
    for (const end of ["pointerup", "pointerleave"]) svg.addEventListener(end, () => { last = null; });
  }
}
