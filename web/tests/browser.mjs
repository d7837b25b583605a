// Plays every game by clicking in headless Chromium, and checks the board against what the server says of the seat.
// Usage: node browser.mjs BINARY SCREENSHOT_FOLDER

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { api, startServer } from "./server.mjs";

const [binary, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "warlab-games-"));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

let passed = 0;
const failures = [];
async function test(name, body) {
  try {
    await body();
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL ${name}: ${error.stack}`);
  }
}

let server = await startServer(binary, folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
const page = await context.newPage();
const complaints = [];
page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
page.on("pageerror", (error) => complaints.push(String(error)));

const seatOf = (url) => {
  const at = new URL(url);
  return { id: at.pathname.split("/")[2], token: at.searchParams.get("token") };
};
async function serverView() {
  const { id, token } = seatOf(page.url());
  return (await api(server.address, `/api/games/${id}/view?token=${token}`)).json;
}
const ownTurn = () => page.waitForFunction(() => document.querySelector(".choices button, #outcome"), null, { timeout: 120_000 });

/** The page shows what the server says this seat may see. */
async function boardAgrees() {
  await page.waitForFunction(async (wanted) => {
    const at = new URL(location.href);
    const view = await (await fetch(`/api/games/${at.pathname.split("/")[2]}/view?${at.searchParams}`)).json();
    const codes = [...document.querySelectorAll(".choices button")].map((button) => button.dataset.code);
    return view.thinking === null && JSON.stringify(codes) === JSON.stringify(view.legal.map((one) => one.code)) && wanted;
  }, true, { timeout: 60_000 });
  const view = await serverView();
  const onMap = new Set((await page.$$eval("[data-place]", (nodes) => nodes.map((node) => node.dataset.place))));
  const drawn = (await page.$$eval("[data-piece]", (nodes) => nodes.map((node) => node.dataset.piece))).sort();
  const wanted = view.board.pieces.filter((piece) => onMap.has(piece.place)).map((piece) => piece.id).sort();
  assert.deepEqual(drawn, wanted, "the pieces on the page are the pieces of the view");
  if (view.legal.length) assert.ok((await page.textContent("#question")).startsWith(view.question));
}

async function start(game, change = async () => {}) {
  await page.goto(server.address);
  await page.click(`[data-game="${game}"]`);
  await page.fill("#seed", "11");
  const seats = await page.$$("select[id^=seat-]");
  for (const [i, seat] of seats.entries()) await seat.selectOption(i === 0 ? "person" : "easy");
  await change();
  await page.click("#start");
  await page.waitForURL(/\/play\//);
}

/** Clicks choices until `enough` says so or the game is over; returns how many. */
async function clickOn(enough, most) {
  let clicks = 0;
  while (clicks < most) {
    await ownTurn();
    const view = await serverView();
    if (view.outcome || enough(view)) break;
    if (!view.legal.length) { await page.waitForTimeout(50); continue; }
    const buttons = await page.$$(".choices button");
    const position = view.position;
    await buttons[(clicks * 7) % buttons.length].click().catch(() => {});
    clicks += 1;
    await page.waitForFunction(async (old) => {
      const at = new URL(location.href);
      const view = await (await fetch(`/api/games/${at.pathname.split("/")[2]}/view?${at.searchParams}`)).json();
      return view.position !== old;
    }, position, { timeout: 60_000 }).catch(() => {});
  }
  return clicks;
}

const offered = (await api(server.address, "/api/catalogue")).json.games.map((game) => game.game);

for (const game of offered) {
  await test(`${game}: several turns by clicking, the board agrees with the engine`, async () => {
    await start(game);
    await ownTurn();
    await boardAgrees();
    assert.ok((await clickOn((view) => view.position > 400, 25)) > 0);
    await ownTurn();
    await boardAgrees();
    await page.screenshot({ path: join(pictures, `board-${game}.png`) });
  });

  await test(`${game}: reload shows the same table`, async () => {
    const before = await serverView();
    await page.reload();
    await ownTurn();
    await boardAgrees();
    assert.equal((await serverView()).position, before.position);
  });

  await test(`${game}: undo takes the last choice back`, async () => {
    await ownTurn();
    const before = await serverView();
    if (before.outcome) return;
    await page.click(".choices button");
    await page.waitForTimeout(300);
    await ownTurn();
    await page.click("#undo");
    await page.waitForFunction(async (old) => {
      const at = new URL(location.href);
      const view = await (await fetch(`/api/games/${at.pathname.split("/")[2]}/view?${at.searchParams}`)).json();
      return view.position === old;
    }, before.position, { timeout: 30_000 });
    await ownTurn();
    await boardAgrees();
    assert.deepEqual((await serverView()).legal, before.legal);
  });

  await test(`${game}: a hint names candidates`, async () => {
    await ownTurn();
    if ((await serverView()).outcome) return;
    await page.click("#hint");
    await page.waitForSelector("#analysis tr:nth-child(2)", { timeout: 60_000 });
  });

  await test(`${game}: a choice by keyboard`, async () => {
    await ownTurn();
    const before = await serverView();
    if (before.outcome) return;
    await page.keyboard.press("1");
    await page.waitForFunction(async (old) => {
      const at = new URL(location.href);
      const view = await (await fetch(`/api/games/${at.pathname.split("/")[2]}/view?${at.searchParams}`)).json();
      return view.position !== old;
    }, before.position, { timeout: 30_000 });
  });

  await test(`${game}: replay steps back to the start`, async () => {
    const { id, token } = seatOf(page.url());
    const other = await context.newPage();
    await other.goto(`${server.address}/replay?id=${id}&token=${token}`);
    await other.waitForFunction(() => Number(document.querySelector("#slider")?.max) > 0, null, { timeout: 30_000 });
    await other.evaluate(() => {
      const slider = document.querySelector("#slider");
      slider.value = slider.max;
      slider.dispatchEvent(new Event("input"));
    });
    await other.waitForFunction(() => new RegExp(`^${document.querySelector("#slider").max} of`).test(document.querySelector("strong").textContent), null, { timeout: 30_000 });
    await other.close();
  });

  await test(`${game}: the game goes on after a restart of the server`, async () => {
    await ownTurn();
    const before = await serverView();
    const { id, token } = seatOf(page.url());
    await server.stop();
    server = await startServer(binary, folder);
    await page.goto(`${server.address}/play/${id}?token=${token}`);
    await ownTurn();
    const after = await serverView();
    assert.equal(after.position, before.position);
    assert.deepEqual(after.board, before.board);
  });

  await test(`${game}: save to a file and load it back`, async () => {
    const before = await serverView();
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
    const file = await download.path();
    assert.equal(JSON.parse(readFileSync(file, "utf8")).game, game);
    await page.goto(server.address);
    await page.setInputFiles("input[type=file]", file);
    await page.waitForURL(/\/play\//);
    await ownTurn();
    assert.equal((await serverView()).position, before.position);
  });
}

await test("two people: each seat has its own link and sees its own turn only", async () => {
  const made = await api(server.address, "/api/games", { game: offered[0], seats: ["person", "person"], seed: 5 });
  assert.equal(made.status, 200, JSON.stringify(made.json));
  const [first, second] = made.json.links.map((one) => new URL(one.link, server.address));
  const views = await Promise.all([first, second].map((url) => api(server.address, `/api/games/${seatOf(url).id}/view${url.search}`)));
  const deciding = views.filter((view) => view.json.legal.length > 0);
  assert.equal(deciding.length, 1);
});

await test("dark and tablet", async () => {
  await page.click("#theme");
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.waitForTimeout(200);
  await page.screenshot({ path: join(pictures, "board-dark-tablet.png") });
  assert.ok(await page.isVisible("#question"));
});

await test("the console stayed silent", async () => {
  // The page asks again while the server restarts; those refused connections are the test's own doing.
  const real = complaints.filter((text) => !/ERR_CONNECTION|Failed to load resource|ERR_INVALID_HTTP|ERR_EMPTY/.test(text));
  assert.deepEqual(real, []);
});

await browser.close();
await server.stop();
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
