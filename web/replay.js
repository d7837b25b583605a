// A recorded game with a slider: from a game on this server, or from a run folder.

import { Seat } from "./api.js";
import { h, notice, put, seatColour, showSidesOf } from "./dom.js";
import { MapView } from "./map.js";

export async function showReplay(page, wanted) {
  const seat = new Seat(wanted.get("id"), wanted.get("token") ?? "");
  const map = await seat.map();
  const box = h("div", { class: "mapbox" });
  const text = h("section", {});
  const log = h("section", { class: "log" });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, id: "slider", "aria-label": "Step" });
  const step = (by) => { slider.value = Number(slider.value) + by; show(); };
  put(page, h("div", { class: "table" }, box, h("aside", { class: "side" },
    h("section", { class: "replay" }, h("button", { type: "button", onclick: () => step(-1) }, "◀"), slider, h("button", { type: "button", onclick: () => step(1) }, "▶")),
    text, log)));
  const view = new MapView(box, map, () => {});
  let asked = 0;
  async function show() {
    asked += 1;
    const mine = asked;
    try {
      const frame = await seat.replay(Number(slider.value));
      if (mine !== asked) return;
      slider.max = frame.steps;
      showSidesOf(frame.game);
      view.show(frame.board);
      document.getElementById("where").textContent = `${frame.title}: replay`;
      put(text, h("strong", {}, `${frame.step} of ${frame.steps}: ${frame.turn}`),
        frame.action ? h("p", { style: `color:${seatColour(frame.actor)}` }, frame.action) : null);
      put(log, ...frame.events.map((event) => h("div", { class: event.kind }, event.text, event.rule ? h("span", { class: "rule" }, ` [${event.rule}]`) : null)));
    } catch (error) {
      notice(error.message);
    }
  }
  slider.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft" && event.target !== slider) step(-1);
    if (event.key === "ArrowRight" && event.target !== slider) step(1);
  });
  await show();
}
