// A seat at the table: the map, the question, the choices, the log, and the tools around them.

import { Seat } from "./api.js";
import { h, notice, percent, put, s, seatColour, showSidesOf, sideName } from "./dom.js";
import { MapView } from "./map.js";

export async function showTable(page, id, token) {
  const seat = new Seat(id, token);
  const map = await seat.map();
  const table = new Table(page, seat, map);
  await table.follow();
}

/** Parts of the page, in reading order; the first ones lie under the map. */
const BELOW = ["hands"];
const BESIDE = ["head", "ask", "tools", "think", "tracks", "boxes", "log"];

class Table {
  constructor(page, seat, map) {
    this.seat = seat;
    this.view = null;
    this.picked = null;
    this.analysis = null;
    this.odds = {};
    /** The question answered last and the table's version with that answer, until it is shown. */
    this.answered = null;
    const part = (name) => [name, h("section", { class: name, "data-part": name })];
    this.parts = Object.fromEntries([...BELOW, ...BESIDE].map(part));
    const chosen = (names) => names.map((name) => this.parts[name]);
    const box = h("div", { class: "mapbox" });
    put(page, h("div", { class: "table" }, h("div", { class: "board" }, box, chosen(BELOW)), h("aside", { class: "side" }, chosen(BESIDE))));
    this.map = new MapView(box, map, (place) => this.pick(place));
    this.placeNames = new Map(map.places.map((place) => [place.id, place.name]));
    document.addEventListener("keydown", (event) => this.key(event));
    const { log } = this.parts;
    this.atEnd = true;
    log.addEventListener("scroll", () => { this.atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40; });
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
        since = -1;
        await new Promise((wake) => setTimeout(wake, 2000));
      }
    }
  }

  show(view) {
    const old = this.view;
    this.view = view;
    this.forgetAnswer();
    if (old && old.version === view.version) return void this.drawThinking();
    if (!old || old.position !== view.position) {
      this.picked = null;
      this.analysis = null;
      this.odds = {};
      this.askOdds();
    }
    showSidesOf(view.game);
    document.getElementById("where").textContent = `${view.title}: ${view.turn}`;
    document.title = view.legal.length ? `● ${view.title}` : view.title;
    this.map.show(view.board);
    for (const draw of ["Head", "Ask", "Thinking", "Hands", "Tracks", "Boxes", "Log"]) this[`draw${draw}`]();
    this.parts.tools.querySelector("#undo").disabled = !view.can_undo;
    this.parts.tools.querySelector("#hint").disabled = !view.legal.length;
    this.parts.tools.querySelector("#stop").disabled = view.thinking === null;
  }

  /** Odds come when they are worked out; the choices do not wait for them. */
  async askOdds() {
    const { position } = this.view;
    delete this.parts.ask.dataset.odds;
    if (!this.view.legal.length) return;
    const found = await this.seat.odds().catch(() => null);
    if (!found || found.position !== position || this.view.position !== position) return;
    this.odds = found.odds;
    this.parts.ask.dataset.odds = Object.keys(this.odds).length;
    if (Object.keys(this.odds).length) this.drawAsk();
  }

  drawHead() {
    const { seats, seat, actor, outcome } = this.view;
    put(this.parts.head, h("div", { class: "sides" }, seats.map((one, i) =>
      h("span", { class: `side-name ${i === actor ? "deciding" : ""}`, style: `--side:${seatColour(i)}` },
        h("strong", {}, sideName(one.name)), i === seat ? " you" : ` ${one.who}`))),
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
    const values = new Map((this.analysis?.candidates ?? []).map((one) => [one.action, one]));
    const best = this.analysis?.action;
    // Kept here, not in the closures: a button that goes away may still report that it lost the focus.
    this.offered = new Set(view.legal.flatMap((one) => this.placesOf(one.code)));
    const mark = (ids) => this.map.highlight(this.offered, ids);
    mark(this.picked ?? []);
    const choice = (one, i) => h("li", {},
      h("button", { type: "button", "data-code": one.code, class: one.code === best ? "best" : "", onclick: () => this.play(one.code),
        onpointerenter: () => mark(this.placesOf(one.code)), onpointerleave: () => mark(this.picked ?? []),
        onfocus: () => mark(this.placesOf(one.code)), onblur: () => mark(this.picked ?? []) },
      h("span", { class: "key" }, i < 9 ? String(i + 1) : ""),
      h("span", { class: "words" }, one.text, this.odds[one.code] ? h("span", { class: "odds" }, this.odds[one.code]) : null),
      values.has(one.code) ? h("span", { class: "value" }, percent(values.get(one.code).value[view.seat])) : null));
    const waiting = view.outcome ? "The game is over." : view.legal.length ? null : `Waiting for ${sideName(view.actor_name)}.`;
    const scrolled = this.parts.ask.querySelector(".choices")?.scrollTop ?? 0;
    this.parts.ask.dataset.position = view.position;
    const list = h("ol", { class: "choices" }, this.shownChoices().map(choice));
    put(this.parts.ask,
      h("div", { class: "question", id: "question" }, waiting ?? view.question, waiting ? null : h("span", { class: "rule" }, ` [${view.rule}]`)),
      this.picked ? h("button", { type: "button", class: "only", onclick: () => this.pick(this.picked) }, `Only ${this.placeNames.get(this.picked)} – show all`) : null,
      list);
    if (this.drawnAt === view.position) list.scrollTop = scrolled;
    this.drawnAt = view.position;
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
    const { position } = this.view;
    // A second click on the same question is a slip, until the page shows what the first one did.
    if (this.answered?.position === position) return;
    const answered = { position, version: Infinity };
    this.answered = answered;
    try {
      answered.version = (await this.seat.play(code, position)).version;
      this.forgetAnswer();
    } catch (error) {
      if (this.answered === answered) this.answered = null;
      notice(error.message);
    }
  }

  /** A question that comes back, after an undo, may be answered again. */
  forgetAnswer() {
    if (this.answered && this.view.version >= this.answered.version) this.answered = null;
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
    if (this.advising || !this.view.legal.length) return;
    this.advising = true;
    this.drawThinking();
    const found = await this.ask(() => this.seat.hint());
    this.advising = false;
    this.drawThinking();
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
      parts.push(h("div", { class: "soft" }, `${sideName(view.actor_name)} is thinking`), h("div", { class: "thinking" }, h("div", { style: `width:${percent(view.thinking).replace(" ", "")}` })));
    }
    if (this.advising) parts.push(h("div", { class: "soft" }, "Looking at your choices …"));
    if (this.analysis) {
      parts.push(h("table", { class: "analysis", id: "analysis" },
        h("tr", {}, h("th", {}, "Candidate"), h("th", {}, "Visits"), h("th", {}, "Win")),
        this.candidates().map((one) => h("tr", { title: (one.line ?? []).join(" → ") },
          h("td", {}, one.text), h("td", {}, one.visits), h("td", {}, one.value ? percent(one.value[view.seat]) : "")))));
    }
    if (view.graph?.length > 1) parts.push(graph(view.graph, view.seats.map((one) => sideName(one.name))));
    put(this.parts.think, ...parts);
  }

  /** The best few; a forced choice was not compared with anything and stands alone. */
  candidates() {
    const { candidates, text } = this.analysis;
    return candidates.length ? candidates.slice(0, 6) : [{ text, visits: "", value: null }];
  }

  /** The viewer's own hand as cards; of the others how many they hold, and the cards that are known. */
  drawHands() {
    const { board, seat } = this.view;
    const card = (one) => h("div", { class: "playing-card", title: one.text || one.title }, h("strong", {}, one.title), one.text && one.text !== one.title ? h("span", {}, one.text) : null);
    const backs = (count) => Array.from({ length: Math.min(count, 12) }, () => h("span", { class: "back" }));
    const own = board.hands.filter((hand) => hand.owner === seat);
    const others = board.hands.filter((hand) => hand.owner !== seat);
    put(this.parts.hands,
      own.map((hand) => h("div", { class: "cards", "aria-label": "Your cards" }, hand.cards.map(card))),
      others.length ? h("div", { class: "others" }, others.map((hand) => h("span", { style: `--side:${seatColour(hand.owner)}`, title: hand.cards.map((one) => one.title).join(", ") },
        h("strong", {}, this.nameOf(hand.owner)), backs(hand.count - hand.cards.length), hand.cards.map((one) => h("em", {}, one.title)), ` ${hand.count}`))) : null);
    this.parts.hands.hidden = !board.hands.length;
  }

  nameOf(owner) {
    return owner === null || owner === undefined ? "Nobody" : sideName(this.view.seats[owner].name);
  }

  /** A part that can be folded away, and stays so. */
  fold(part, title, content, unfolded) {
    const open = this.parts[part].querySelector("details")?.open ?? unfolded;
    put(this.parts[part], h("details", { open }, h("summary", {}, title), content));
  }

  drawTracks() {
    this.fold("tracks", "Tracks", h("div", { class: "grid" },
      this.view.board.tracks.flatMap(([name, value]) => {
        const long = value.length > 14;
        return [h("span", { style: long ? "grid-column:1" : null }, sideName(name)), h("strong", { class: long ? "long" : null }, value)];
      })), true);
  }

  /** Pieces beside the map: pools, boxes, captured generals. */
  drawBoxes() {
    const boxes = new Map();
    for (const piece of this.view.board.pieces) {
      if (this.placeNames.has(piece.place)) continue;
      if (!boxes.has(piece.place)) boxes.set(piece.place, []);
      boxes.get(piece.place).push(piece);
    }
    this.parts.boxes.hidden = !boxes.size;
    this.fold("boxes", "Beside the map", [...boxes].map(([name, pieces]) => h("div", { class: "box" },
      h("strong", {}, sideName(name.replaceAll("_", " "))), " ", this.namesOf(pieces))), false);
  }

  namesOf(pieces) {
    const known = pieces.filter((piece) => !piece.hidden).map((piece) => piece.label + (piece.strength ? ` ${piece.strength}` : ""));
    const hidden = pieces.length - known.length;
    return [...known, ...(hidden ? [`${hidden} unknown`] : [])].join(", ");
  }

  /** The newest is in sight, unless the reader has scrolled back. */
  drawLog() {
    const { log } = this.parts;
    const kept = log.scrollTop;
    put(log, ...this.view.log.map((event) =>
      h("div", { class: event.kind }, event.text, event.rule ? h("span", { class: "rule" }, ` [${event.rule}]`) : null)));
    log.scrollTop = this.atEnd ? log.scrollHeight : kept;
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

/** Win probability of each seat over the game, with what it is now. */
export function graph(points, names) {
  const [width, height] = [300, 70];
  const x = (i) => (i / Math.max(points.length - 1, 1)) * width;
  const lines = names.map((_, seat) => s("polyline", {
    fill: "none", stroke: seatColour(seat), "stroke-width": 2, "vector-effect": "non-scaling-stroke",
    points: points.map((point, i) => `${x(i).toFixed(1)},${(height - point.value[seat] * height).toFixed(1)}`).join(" "),
  }));
  const grid = [0, 0.5, 1].map((part) => s("line", { x1: 0, x2: width, y1: height * part, y2: height * part, class: "grid-line" }));
  const now = points.at(-1).value;
  return h("div", { class: "win" },
    h("div", { class: "legend" }, h("span", { class: "soft" }, "Win"), names.map((name, seat) => h("span", { style: `color:${seatColour(seat)}` }, `${name} ${percent(now[seat])}`))),
    s("svg", { class: "graph", viewBox: `0 -1 ${width} ${height + 2}`, preserveAspectRatio: "none", role: "img", "aria-label": "Win probability over the game" }, grid, lines));
}
