// A seat at the table: the map, the question, the choices, the log, and the tools around them.

import { Seat } from "./api.js";
import { h, notice, percent, put, s, seatColour } from "./dom.js";
import { MapView } from "./map.js";

export async function showTable(page, id, token) {
  const seat = new Seat(id, token);
  const map = await seat.map();
  const table = new Table(page, seat, map);
  await table.follow();
}

class Table {
  constructor(page, seat, map) {
    this.seat = seat;
    this.view = null;
    this.picked = null;
    this.analysis = null;
    this.parts = Object.fromEntries(["head", "ask", "tools", "think", "hands", "tracks", "boxes", "log"].map((name) =>
      [name, h("section", { class: name === "log" ? "log" : "", "data-part": name })]));
    const box = h("div", { class: "mapbox" });
    put(page, h("div", { class: "table" }, box, h("aside", { class: "side" }, Object.values(this.parts))));
    this.map = new MapView(box, map, (place) => this.pick(place));
    this.placeNames = new Set(map.places.map((place) => place.id));
    document.addEventListener("keydown", (event) => this.key(event));
    this.drawTools();
  }

  /** Shows the table as it changes, for as long as the page is open. */
  async follow() {
    let since = -1;
    for (;;) {
      try {
        const view = await this.seat.view(since);
        since = view.version;
        this.show(view);
      } catch (error) {
        if (!this.view) throw error;
        notice(error.message);
        await new Promise((wake) => setTimeout(wake, 2000));
      }
    }
  }

  show(view) {
    const fresh = !this.view || this.view.position !== view.position;
    if (fresh) {
      this.picked = null;
      this.analysis = view.analysis ?? null;
    } else if (view.analysis) this.analysis = view.analysis;
    this.view = view;
    document.getElementById("where").textContent = `${view.title}: ${view.turn}`;
    this.map.show(view.board);
    this.drawHead();
    this.drawAsk();
    this.drawThinking();
    this.drawHands();
    this.drawTracks();
    this.drawBoxes();
    this.drawLog();
    this.parts.tools.querySelector("#undo").disabled = !view.can_undo;
    this.parts.tools.querySelector("#hint").disabled = !view.legal.length;
  }

  drawHead() {
    const { seats, seat, outcome } = this.view;
    const rows = seats.map((one, i) => h("span", { style: `color:${seatColour(i)}` },
      `${one.name} (${one.who})${i === seat ? " – you" : ""} `));
    put(this.parts.head, h("div", {}, rows),
      outcome ? h("div", { class: "outcome", id: "outcome" }, h("strong", {}, outcome.text), ` [${outcome.rule}]`) : null);
  }

  /** Ids of places that a code speaks of. */
  placesOf(code) {
    return code.split(/[^A-Za-z0-9_.]+/).filter((word) => this.placeNames.has(word));
  }

  shownChoices() {
    const legal = this.view.legal;
    return this.picked ? legal.filter((one) => this.placesOf(one.code).includes(this.picked)) : legal;
  }

  drawAsk() {
    const { view } = this;
    const choices = this.shownChoices();
    const values = new Map((this.analysis?.candidates ?? []).map((one) => [one.action, one]));
    const best = this.analysis?.candidates?.[0]?.action;
    const places = new Set(view.legal.flatMap((one) => this.placesOf(one.code)));
    this.map.highlight(places, this.picked);
    const waiting = view.outcome ? "The game is over." : view.legal.length ? null : `Waiting for ${view.actor_name}.`;
    put(this.parts.ask,
      h("div", { class: "question", id: "question" }, waiting ?? view.question, waiting ? null : h("span", { class: "rule" }, ` [${view.rule}]`)),
      this.picked ? h("button", { type: "button", onclick: () => this.pick(this.picked) }, `Only ${this.picked} – show all`) : null,
      h("ol", { class: "choices" }, choices.map((one, i) => h("li", {},
        h("button", { type: "button", "data-code": one.code, class: one.code === best ? "best" : "", onclick: () => this.play(one.code) },
          h("span", { class: "key" }, i < 9 ? String(i + 1) : ""), h("span", {}, one.text),
          values.has(one.code) ? h("span", { class: "value" }, percent(values.get(one.code).value[view.seat])) : null)))),
      view.odds ? h("p", { class: "soft", id: "odds" }, view.odds) : null);
  }

  pick(place) {
    const fitting = this.view.legal.filter((one) => this.placesOf(one.code).includes(place));
    if (!fitting.length) return;
    if (this.picked === place) this.picked = null;
    else if (fitting.length === 1) return void this.play(fitting[0].code);
    else this.picked = place;
    this.drawAsk();
  }

  async play(code) {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.seat.play(code, this.view.position);
    } catch (error) {
      notice(error.message);
    } finally {
      this.busy = false;
    }
  }

  async ask(what) {
    try {
      return await what();
    } catch (error) {
      notice(error.message);
      return null;
    }
  }

  drawTools() {
    const button = (id, text, title, action) => h("button", { id, type: "button", title, onclick: action }, text);
    put(this.parts.tools, h("div", { class: "tools" },
      button("undo", "Undo", "Take your last choice back (U)", () => this.ask(() => this.seat.undo())),
      button("hint", "Hint", "Let the AI look at your choices (H)", () => this.hint()),
      button("stop", "Stop thinking", "The AI answers with what it has (S)", () => this.ask(() => this.seat.stop())),
      button("save", "Save", "Save the game to a file", () => this.save()),
      h("a", { href: `/replay?id=${this.seat.id}&token=${this.seat.token}`, target: "_blank" }, "Replay")));
  }

  async hint() {
    const found = await this.ask(() => this.seat.hint());
    if (!found || found.position !== this.view.position) return;
    this.analysis = found;
    this.drawAsk();
    this.drawThinking();
  }

  async save() {
    const file = await this.ask(() => this.seat.save());
    if (!file) return;
    const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }));
    h("a", { href: url, download: `${file.game}-${this.seat.id}.json` }).click();
    URL.revokeObjectURL(url);
  }

  drawThinking() {
    const { view } = this;
    const parts = [];
    if (view.thinking !== null) {
      parts.push(h("div", { class: "soft" }, `${view.actor_name} is thinking`), h("div", { class: "thinking" }, h("div", { style: `width:${percent(view.thinking).replace(" ", "")}` })));
    }
    if (this.analysis) {
      parts.push(h("table", { class: "analysis", id: "analysis" },
        h("tr", {}, h("th", {}, "Candidate"), h("th", {}, "Visits"), h("th", {}, "Win")),
        this.candidates().map((one) => h("tr", { title: (one.line ?? []).join(" → ") },
          h("td", {}, one.text), h("td", {}, one.visits), h("td", {}, one.value ? percent(one.value[view.seat]) : "")))));
    }
    if (view.graph?.length > 1) parts.push(graph(view.graph));
    put(this.parts.think, ...parts);
  }

  /** The best few; a forced choice was not compared with anything and stands alone. */
  candidates() {
    const { candidates, text } = this.analysis;
    return candidates.length ? candidates.slice(0, 6) : [{ text, visits: "", value: null }];
  }

  drawHands() {
    put(this.parts.hands, ...this.view.board.hands.map((hand) => {
      const hidden = Math.max(hand.count - hand.cards.length, 0);
      return h("div", {}, h("h2", { style: `color:${seatColour(hand.owner)}` }, `${this.nameOf(hand.owner)}: ${hand.count} cards`),
        h("div", { class: "cards" },
          hand.cards.map((card) => h("div", { class: "playing-card", title: card.text }, h("strong", {}, card.title))),
          Array.from({ length: Math.min(hidden, 12) }, () => h("div", { class: "playing-card back" }, "\u00a0"))));
    }));
  }

  nameOf(owner) {
    return owner === null || owner === undefined ? "Nobody" : this.view.seats[owner].name;
  }

  drawTracks() {
    put(this.parts.tracks, h("div", { class: "tracks" },
      this.view.board.tracks.flatMap(([name, value]) => [h("span", {}, name), h("strong", {}, value)])));
  }

  /** Pieces beside the map: pools, boxes, captured generals. */
  drawBoxes() {
    const boxes = new Map();
    for (const piece of this.view.board.pieces) {
      if (this.placeNames.has(piece.place)) continue;
      if (!boxes.has(piece.place)) boxes.set(piece.place, []);
      boxes.get(piece.place).push(piece);
    }
    put(this.parts.boxes, h("div", { class: "boxes" }, [...boxes].map(([name, pieces]) => h("div", {},
      h("strong", {}, name.replaceAll("_", " ")), " ",
      h("span", { class: "names" }, pieces.map((piece) => piece.hidden ? "?" : piece.label + (piece.strength ? ` ${piece.strength}` : "")).join(", "))))));
  }

  drawLog() {
    const log = this.parts.log;
    const end = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    put(log, ...this.view.log.map((event) =>
      h("div", { class: event.kind }, event.text, event.rule ? h("span", { class: "rule" }, ` [${event.rule}]`) : null)));
    if (end || !this.scrolled) log.scrollTop = log.scrollHeight;
    this.scrolled = true;
  }

  key(event) {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || !this.view) return;
    const digit = Number(event.key);
    if (digit >= 1 && digit <= 9) {
      const choice = this.shownChoices()[digit - 1];
      if (choice) this.play(choice.code);
    } else if (event.key === "u") this.ask(() => this.seat.undo());
    else if (event.key === "h") this.hint();
    else if (event.key === "s") this.ask(() => this.seat.stop());
    else if (event.key === "Escape" && this.picked) this.pick(this.picked);
    else if (event.key === "+") this.map.zoom(1 / 1.2);
    else if (event.key === "-") this.map.zoom(1.2);
    else return;
    event.preventDefault();
  }
}

/** Win probability of each seat over the game. */
export function graph(points) {
  const [width, height] = [300, 80];
  const seats = points[0].value.length;
  const x = (i) => (i / Math.max(points.length - 1, 1)) * width;
  const lines = Array.from({ length: seats }, (_, seat) => s("polyline", {
    fill: "none", stroke: seatColour(seat), "stroke-width": 2,
    points: points.map((point, i) => `${x(i).toFixed(1)},${(height - point.value[seat] * height).toFixed(1)}`).join(" "),
  }));
  return s("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": "Win probability over the game" },
    s("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, stroke: "var(--line)" }), lines);
}
