// Hostile and hasty requests against the real binary: clear errors, nothing changed, nothing lost; then a bounded
// load of 50 games at once on the loopback interface. Usage: node safety.mjs BINARY

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api, startServer } from "./server.mjs";

const [binary] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "warlab-games-"));
let server = await startServer(binary, folder);
const games = (await api(server.address, "/api/catalogue")).json.games;
const game = games[0].game;

let passed = 0;
const check = (name, condition, detail) => {
  assert.ok(condition, `${name}: ${JSON.stringify(detail)}`);
  passed += 1;
};

const made = (await api(server.address, "/api/games", { game, seats: ["person", "person"], seed: 3 })).json;
const seats = made.links.map((one) => new URL(one.link, server.address).search);
const at = (verb, seat) => `/api/games/${made.id}/${verb}${seat}`;
const view = async (seat) => (await api(server.address, at("view", seat))).json;
const views = await Promise.all(seats.map(view));
const mover = views.findIndex((one) => one.legal.length > 0);
const code = views[mover].legal[0].code;
const before = JSON.stringify(await view(seats[mover]));

const hostile = [
  ["wrong token", at("play", "?token=deadbeef"), { action: code, version: 0 }, 403],
  ["no token", at("play", ""), { action: code, version: 0 }, 403],
  ["wrong seat", at("play", seats[1 - mover]), { action: code, version: 0 }, 409],
  ["illegal action", at("play", seats[mover]), { action: "fly:moon", version: 0 }, 400],
  ["stale version", at("play", seats[mover]), { action: code, version: 77 }, 409],
  ["negative version", at("play", seats[mover]), { action: code, version: -1 }, 400],
  ["wrong type", at("play", seats[mover]), { action: 7, version: 0 }, 400],
  ["extra field", at("play", seats[mover]), { action: code, version: 0, seat: 1 }, 400],
  ["not JSON", at("play", seats[mover]), "{{{", 400],
  ["deep nesting", at("play", seats[mover]), "[".repeat(100_000), 400],
  ["oversized body", at("play", seats[mover]), "x".repeat(5 << 20), 413],
  ["nonsense in the address", `${at("play", seats[mover])}&since=soon`, { action: code, version: 0 }, 400],
  ["forged seal", "/api/games/load", { game: { game, sealed: "00".repeat(200) } }, 400],
  ["seal of another kind", "/api/games/load", { game: { game, sealed: 7 } }, 400],
  ["other seats for a sealed game", "/api/games/load", { game: { game, sealed: "00" }, seats: ["easy", "person"] }, 400],
  ["odds of an illegal action", at("odds", seats[mover]), { action: "fly:moon" }, 400],
  ["odds of another's choice", at("odds", seats[1 - mover]), { action: code }, 409],
  ["undo among people", at("undo", seats[mover]), {}, 403],
  ["unknown game id", `/api/games/../../etc/passwd/play${seats[0]}`, { action: code, version: 0 }, 404],
  ["encoded traversal", `/api/games/..%2f..%2fetc%2fpasswd/play${seats[0]}`, { action: code, version: 0 }, 404],
  ["unknown game", "/api/games", { game: "chess", seats: ["person"] }, 400],
  ["unknown scenario", "/api/games", { game, scenario: "nowhere", seats: ["person", "easy"] }, 400],
  ["unknown variant", "/api/games", { game, variants: { magic: "on" }, seats: ["person", "easy"] }, 400],
  ["unknown agent", "/api/games", { game, seats: ["person", "wizard"] }, 400],
  ["too many seats", "/api/games", { game, seats: Array(9).fill("person") }, 400],
  ["huge seed", "/api/games", `{"game":"${game}","seats":["person","easy"],"seed":1e99}`, 400],
  ["nonsense file", "/api/games/load", { game: { game, scenario: games[0].scenarios[0].id, players: 2, seed: 1, actions: ["nonsense"] } }, 400],
];
for (const [name, path, body, status] of hostile) {
  const answer = await api(server.address, path, body);
  check(name, answer.status === status, answer);
  check(`${name} says why`, typeof answer.json.error?.message === "string" && answer.json.error.message.length > 10, answer.json);
}
check("nothing changed", JSON.stringify(await view(seats[mover])) === before);
const stray = await fetch(`${server.address}/web/..%2fCargo.toml`);
check("assets do not reach the disk", stray.status === 404);

const both = await Promise.all([1, 2, 3, 4].map(() => api(server.address, at("play", seats[mover]), { action: code, version: 0 })));
check("of four hasty clicks one counts", both.filter((answer) => answer.status === 200).length === 1, both.map((answer) => answer.status));
check("the table moved once", (await view(seats[mover])).position === 1);

// What a seat is sent equals that seat's view and nothing more: the other seat's cards are nowhere in it.
for (const [i, seat] of seats.entries()) {
  const sent = await view(seat);
  check(`seat ${i} is told its own seat`, sent.seat === i);
}

const started = Date.now();
const crowd = await Promise.all(Array.from({ length: 50 }, (_, i) => api(server.address, "/api/games", {
  game: games[i % games.length].game, seats: seatsFor(games[i % games.length]), seed: i,
})));
function seatsFor(one) {
  const scenario = one.scenarios[0];
  return Array.from({ length: scenario.default_players }, (_, i) => (i === 0 ? "person" : "random"));
}
check("50 games begin", crowd.every((answer) => answer.status === 200), crowd.filter((answer) => answer.status !== 200)[0]);
const errors = [];
await Promise.all(crowd.map(async ({ json }) => {
  const link = new URL(json.links[0].link, server.address);
  for (let turn = 0; turn < 12; turn += 1) {
    const now = await api(server.address, `/api/games/${json.id}/view${link.search}&since=${turn === 0 ? -1 : 0}`);
    if (now.status !== 200) errors.push(now);
    if (!now.json.legal?.length) { await new Promise((wake) => setTimeout(wake, 20)); continue; }
    const choice = now.json.legal[turn % now.json.legal.length].code;
    const played = await api(server.address, `/api/games/${json.id}/play${link.search}`, { action: choice, version: now.json.position });
    if (played.status !== 200 && played.status !== 409) errors.push(played);
  }
}));
check("the crowd met no error", errors.length === 0, errors[0]);
console.log(`50 games, ${((Date.now() - started) / 1000).toFixed(1)} s`);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
check("every game is on disk and whole", files.length >= 51 && files.every((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).id), files.length);

await server.stop();
console.log(`${passed} passed, 0 failed`);
