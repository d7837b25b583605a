// The lobby: choose game, scenario, variants and who sits where; or go on with a game that was begun.

import * as api from "./api.js";
import { h, notice, put, seatColour, showSidesOf, sideName } from "./dom.js";

const LEVELS = ["random", "easy", "normal", "hard", "expert"];

export async function showLobby(page) {
  document.getElementById("where").textContent = "Lobby";
  const [offer, running] = await Promise.all([api.catalogue(), api.games()]);
  const form = h("section", { class: "card", id: "form" });
  const buttons = offer.games.map((game) =>
    h("button", { type: "button", "data-game": game.game, "aria-pressed": "false", onclick: () => choose(game) },
      h("strong", {}, game.title), h("br"), h("span", { class: "soft" }, `${game.players} players, ${game.scenarios.length} scenarios`)));
  function choose(game) {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.game === game.game));
    showSidesOf(game.game);
    showForm(form, game);
  }
  put(page, h("div", { class: "lobby" },
    h("section", { class: "card" }, h("h1", {}, "What shall we play?"), h("div", { class: "pick" }, buttons)),
    form,
    running.games.length ? h("section", { class: "card" }, h("h2", {}, "Games on this server"), runningList(running.games)) : null,
    h("section", { class: "card" }, h("h2", {}, "Saved game"), loader())));
  if (offer.games.length) choose(offer.games[0]);
}

/** Links are secrets of their seats, so a browser lists only the seats it opened itself. */
function runningList(games) {
  const own = JSON.parse(localStorage.getItem("seats") ?? "{}");
  return h("ul", { class: "links" }, games.map((game) => {
    const seats = own[game.id] ?? [];
    return h("li", {}, `${game.title}, ${game.scenario}: ${game.status} `,
      seats.map((seat) => [h("a", { href: seat.link }, `continue as ${sideName(seat.name)}`), " "]));
  }));
}

function loader() {
  return h("input", { type: "file", accept: ".json,application/json", "aria-label": "Saved game file", onchange: async (event) => {
    try {
      const text = await event.target.files[0].text();
      let file;
      try { file = JSON.parse(text); } catch { throw new Error("That file is not a saved game: it is not JSON."); }
      await seated(await api.load({ game: file }));
    } catch (error) {
      notice(error.message);
    }
  } });
}

function select(id, values, chosen) {
  return h("select", { id }, values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

function showForm(form, game) {
  const scenario = select("scenario", game.scenarios.map((one) => [one.id, one.name]), game.scenarios[0]?.id);
  const players = select("players", [], "");
  const seed = h("input", { id: "seed", inputmode: "numeric", placeholder: "any" });
  const variants = game.variants.map((variant) => ({ variant, input: variantInput(variant) }));
  const seats = h("div", { class: "fields" });

  function chosenScenario() {
    return game.scenarios.find((one) => one.id === scenario.value);
  }
  function listPlayers() {
    const one = chosenScenario();
    const counts = [];
    for (let n = one.min_players; n <= one.max_players; n += 1) counts.push(h("option", { value: n, selected: n === one.default_players }, n));
    put(players, ...counts);
    for (const { variant, input } of variants) input.value = one.defaults[variant.name] ?? variant.default;
    listSeats();
  }
  function listSeats() {
    const count = Number(players.value);
    const rows = [];
    for (let seat = 0; seat < count; seat += 1) {
      const names = game.seats[scenario.value]?.[count] ?? [];
      const who = select(`seat-${seat}`, [["person", "a person"], ...LEVELS.map((level) => [level, `AI: ${level}`])], seat === 0 ? "person" : "normal");
      rows.push(h("label", { for: `seat-${seat}`, style: `color:${seatColour(seat)}` }, sideName(names[seat] ?? `seat ${seat + 1}`)), who);
    }
    put(seats, ...rows);
  }
  scenario.addEventListener("change", listPlayers);
  players.addEventListener("change", listSeats);

  async function start() {
    const wish = {
      game: game.game,
      scenario: scenario.value,
      players: Number(players.value),
      variants: Object.fromEntries(variants.map(({ variant, input }) => [variant.name, input.value])),
      seats: [...seats.querySelectorAll("select")].map((one) => one.value),
    };
    if (seed.value.trim()) wish.seed = Number(seed.value);
    try {
      await seated(await api.create(wish));
    } catch (error) {
      notice(error.message);
    }
  }
  put(form,
    h("h2", {}, game.title),
    h("div", { class: "fields" },
      h("label", { for: "scenario" }, "Scenario"), scenario,
      h("label", { for: "players" }, "Players"), players,
      h("label", { for: "seed" }, "Seed"), seed),
    variants.length ? h("details", {}, h("summary", {}, "Rule variants"), h("div", { class: "fields" }, variants.map(({ variant, input }) => [
      h("label", { for: input.id }, variant.name.replaceAll("_", " ")), input, h("div", { class: "hint" }, `${variant.text} [${variant.rule}]`)]))) : null,
    h("h2", {}, "Seats"), seats,
    h("p", {}, h("button", { class: "main", id: "start", type: "button", onclick: start }, "Start the game")));
  listPlayers();
}

function variantInput(variant) {
  const id = `variant-${variant.name}`;
  if (variant.kind === "switch") return select(id, [["on", "on"], ["off", "off"]], variant.default);
  if (variant.kind.includes("|")) return select(id, variant.kind.split("|").map((one) => [one, one]), variant.default);
  return h("input", { id, value: variant.default, inputmode: "numeric" });
}

/** Remembers the links of a new game; one person goes straight in, several get a link each to hand out. */
async function seated(game) {
  const own = JSON.parse(localStorage.getItem("seats") ?? "{}");
  own[game.id] = game.links;
  localStorage.setItem("seats", JSON.stringify(own));
  if (game.links.length === 1) {
    location.href = game.links[0].link;
    return;
  }
  put(document.getElementById("form"),
    h("h2", {}, "A link for each seat"),
    h("p", { class: "soft" }, "Each link is that seat's secret: open one and hand the others out."),
    h("ul", { class: "links" }, game.links.map((seat) => h("li", {}, h("a", { href: seat.link }, `${sideName(seat.name)}: ${location.origin}${seat.link}`)))));
}
