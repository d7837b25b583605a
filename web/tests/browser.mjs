// Tries every tool of the board by clicking in headless Chromium, in each of the games, and keeps screenshots.
// Usage: node browser.mjs BINARY SCREENSHOT_FOLDER

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser, report, test } from "./player.mjs";
import { api, startServer } from "./server.mjs";

const [binary, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "warlab-games-"));

let server = await startServer(binary, folder);
const { browser, context, person } = await openBrowser();
const { page } = person;
const begin = (game, choose) => person.start(server.address, game, { against: "easy", seed: 11, ...choose });
const serverView = () => person.view();
/** Pictures for the documentation besides the plain board of each game. */
const KEPT = new Set(["wars-of-the-roses-dark", "washingtons-war-tablet-light"]);

const offered = (await api(server.address, "/api/catalogue")).json.games.map((game) => game.game);

for (const game of offered) {
  await test(`${game}: several turns by clicking, the board agrees with the engine`, async () => {
    await begin(game);
    assert.ok((await person.clickOn(20)) > 0);
    await person.ownTurn();
    await person.agrees();
    await person.oddsAgree();
    await page.screenshot({ path: join(pictures, `board-${game}.png`) });
  });

  await test(`${game}: a click on the map takes or narrows a choice`, async () => {
    for (let tries = 0; tries < 30; tries += 1) {
      const view = await person.agrees();
      if (view.outcome) return;
      const marked = await page.$("[data-place].choice");
      if (!marked) {
        await person.clickOn(1);
        continue;
      }
      const place = await marked.getAttribute("data-place");
      await page.evaluate((id) => document.querySelector(`[data-place="${CSS.escape(id)}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true })), place);
      const shown = () => page.$$eval(".choices button", (buttons) => buttons.map((button) => button.dataset.code));
      await page.waitForTimeout(100);
      const moved = (await serverView()).position !== view.position;
      assert.ok(moved || (await shown()).every((code) => code.includes(place)), place);
      if (!moved) await page.keyboard.press("Escape");
      return;
    }
  });

  await test(`${game}: reload shows the same table`, async () => {
    await person.ownTurn();
    const before = await person.agrees();
    await page.reload();
    await person.ownTurn();
    const after = await person.agrees();
    assert.equal(after.position, before.position);
  });

  await test(`${game}: undo takes the last choice back`, async () => {
    const before = await person.agrees();
    if (before.outcome) return;
    await page.click(".choices button");
    await person.until((view) => view.position > before.position && (view.legal.length > 0 || view.outcome));
    await page.click("#undo");
    await person.until((view) => view.position === before.position);
    const after = await person.agrees();
    assert.deepEqual(after.legal, before.legal);
    assert.deepEqual(after.board, before.board);
  });

  await test(`${game}: a hint names candidates, and thinking does not block the page`, async () => {
    if ((await person.agrees()).outcome) return;
    await page.click("#hint");
    await page.click("#theme");
    await page.click("#theme");
    await page.waitForSelector("#analysis tr:nth-child(2)");
  });

  await test(`${game}: a choice by keyboard`, async () => {
    const before = await person.agrees();
    if (before.outcome) return;
    await page.keyboard.press("1");
    await person.until((view) => view.position > before.position);
  });

  await test(`${game}: replay steps back to the start`, async () => {
    const { id, token } = person.seat();
    const other = await context.newPage();
    await other.goto(`${server.address}/replay?id=${id}&token=${token}`);
    await other.waitForFunction(() => Number(document.querySelector("#slider")?.max) > 0);
    const slide = (to) => other.evaluate((where) => {
      const slider = document.querySelector("#slider");
      slider.value = where === "end" ? slider.max : 0;
      slider.dispatchEvent(new Event("input"));
      return slider.value;
    }, to);
    for (const to of ["end", "start"]) {
      const step = await slide(to);
      await other.waitForFunction((wanted) => document.querySelector("aside strong").textContent.startsWith(`${wanted} of`), step);
      assert.ok((await other.$$("[data-piece]")).length > 0);
    }
    await other.close();
  });

  await test(`${game}: the game goes on after a restart of the server`, async () => {
    const before = await person.agrees();
    const { id, token } = person.seat();
    await page.goto("about:blank");
    await server.stop();
    server = await startServer(binary, folder);
    await page.goto(`${server.address}/play/${id}?token=${token}`);
    await person.ownTurn();
    const after = await person.agrees();
    assert.equal(after.position, before.position);
    assert.deepEqual(after.board, before.board);
    assert.deepEqual(after.graph, before.graph);
  });

  await test(`${game}: save to a file and load it back`, async () => {
    const before = await person.agrees();
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
    const file = await download.path();
    const saved = JSON.parse(readFileSync(file, "utf8"));
    assert.equal(saved.game, game);
    assert.ok(before.outcome || (saved.sealed && !saved.seed), "a game on the way is sealed");
    await page.goto(server.address);
    await page.setInputFiles("input[type=file]", file);
    await page.waitForURL(/\/play\//);
    await person.ownTurn();
    const after = await person.agrees();
    assert.equal(after.position, before.position);
    assert.deepEqual(after.legal, before.legal);
    assert.deepEqual(after.seats, before.seats);
  });

  await test(`${game}: light and dark, desk and tablet`, async () => {
    for (const [name, width, height, theme] of [["", 1280, 800, "dark"], ["-tablet", 820, 1180, "light"], ["-tablet", 1180, 820, "dark"]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((wanted) => { document.documentElement.dataset.theme = wanted; }, theme);
      await page.waitForTimeout(150);
      assert.ok(await page.isVisible("#question"));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide at ${width}x${height}`);
      if (KEPT.has(`${game}${name}-${theme}`)) await page.screenshot({ path: join(pictures, `board-${game}${name}-${theme}.png`) });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => { document.documentElement.dataset.theme = "light"; });
  });
}

await test("two people: each seat has its own link and sees its own turn only", async () => {
  const made = await api(server.address, "/api/games", { game: offered[0], seats: ["person", "person"], seed: 5 });
  assert.equal(made.status, 200, JSON.stringify(made.json));
  const links = made.json.links.map((one) => new URL(one.link, server.address));
  const views = await Promise.all(links.map((url) => api(server.address, `/api/games/${made.json.id}/view${url.search}`)));
  assert.equal(views.filter((view) => view.json.legal.length > 0).length, 1);
});

await test("two AIs: a watcher follows the game", async () => {
  await page.goto(server.address);
  await page.click('[data-game="wars-of-the-roses"]');
  for (const seat of await page.$$("select[id^=seat-]")) await seat.selectOption("easy");
  await page.click("#start");
  await page.click("#form .links a");
  await page.waitForURL(/\/play\//);
  await page.waitForFunction(() => Number(document.querySelector("[data-part=ask]")?.dataset.position) > 5);
  assert.equal(await page.$(".choices button"), null);
});

await test("the console stayed silent", () => assert.deepEqual(person.complaints, []));

await browser.close();
await server.stop();
report();
