// An automated person clicks through whole games of all four, against the AI, to the end: the board agrees with the
// engine on the way, and the finished game, played again by `warlab replay`, ends as the page says.
// Usage: node whole_games.mjs BINARY

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser, report, test } from "./player.mjs";
import { startServer } from "./server.mjs";

const [binary] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "warlab-games-"));
const server = await startServer(binary, folder);
const { browser, person } = await openBrowser();

/** Decisions between two looks at the whole board. */
const STRIDE = 40;
/** No game here takes as many decisions of one seat; one that does is stuck. */
const MOST = 20_000;

/** Plays until `done` or the end; some decisions by the mouse, the many between them in a hurry. */
async function playOn(done) {
  let [decisions, weighed] = [0, 0];
  for (;;) {
    const view = await person.agrees();
    if (view.outcome || done(view)) return { view, decisions, weighed };
    weighed += await person.oddsAgree();
    decisions += await person.clickOn(2);
    const hurried = await person.hurryOn(STRIDE, view.position + 1);
    decisions += hurried.done;
    weighed += hurried.weighed;
    assert.ok(decisions < MOST, `${decisions} decisions and no end`);
    assert.deepEqual(person.complaints, []);
  }
}

/** The record of a finished game, told by another program than the one that played it. */
async function replayAgrees(view) {
  const file = join(folder, "finished.txt");
  const { id, token } = person.seat();
  const record = await person.page.evaluate(async ([game, seat]) => (await fetch(`/api/games/${game}/save?token=${seat}`)).text(), [id, token]);
  assert.equal(JSON.parse(record).actions.length, view.position);
  writeFileSync(file, record);
  const told = execFileSync(binary, ["replay", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(told.includes(view.outcome.text), `the replay does not end with "${view.outcome.text}"`);
  assert.equal(await person.page.textContent("#outcome strong"), view.outcome.text);
}

const WHOLE = [
  { game: "wars-of-the-roses", against: "normal", odds: true },
  { game: "washingtons-war", against: "normal", odds: true },
  { game: "coalitions", against: "easy", odds: true },
  { game: "gbacw", against: "random", odds: false },
];
for (const { game, against, odds } of WHOLE) {
  await test(`${game}: a whole game against ${against} by clicking`, async () => {
    await person.start(server.address, game, { against, seed: 4 });
    const { view, decisions, weighed } = await playOn(() => false);
    assert.ok(view.outcome, "the game came to its end");
    assert.ok(weighed > 0 || !odds, "odds were shown on the way");
    await replayAgrees(view);
    return `${decisions} decisions of ${view.position}, ${weighed} odds`;
  });
}

await test("the console stayed silent", () => assert.deepEqual(person.complaints, []));
await browser.close();
await server.stop();
report();
