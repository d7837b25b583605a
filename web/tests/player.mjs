// An automated person at the board: a page of headless Chromium, its clicks, and the checks that what it shows is what
// the server says of its seat.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];
/** Machines are busy at times; a test that fails does not need to fail fast. */
export const PATIENCE = 120_000;

let passed = 0;
const failures = [];
export async function test(name, body) {
  const begun = Date.now();
  const seconds = () => ((Date.now() - begun) / 1000).toFixed(1);
  try {
    const told = await body();
    passed += 1;
    console.log(`ok   ${name} (${seconds()} s${told ? `, ${told}` : ""})`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL ${name} (${seconds()} s): ${error.stack}`);
  }
}

/** Prints the sum and ends the process. */
export function report() {
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length ? 1 : 0);
}

export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS, timeout: PATIENCE });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  return { browser, context, person: new Person(page) };
}

export class Person {
  constructor(page) {
    this.page = page;
    /** What the console complained about. */
    this.complaints = [];
    page.on("console", (message) => { if (message.type() === "error") this.complaints.push(`${message.text()} ${message.location().url}`); });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  /** Goes through the lobby: a person at the first seat. */
  async start(address, game, { against, seed, scenario }) {
    const { page } = this;
    await page.goto(address);
    await page.click(`[data-game="${game}"]`);
    if (scenario) await page.selectOption("#scenario", scenario);
    await page.fill("#seed", String(seed));
    const seats = await page.$$("select[id^=seat-]");
    for (const [i, seat] of seats.entries()) await seat.selectOption(i === 0 ? "person" : against);
    await page.click("#start");
    await page.waitForURL(/\/play\//);
    await this.ownTurn();
  }

  seat() {
    const at = new URL(this.page.url());
    return { id: at.pathname.split("/")[2], token: at.searchParams.get("token") };
  }

  /** Waits until the page offers choices or the end. */
  ownTurn() {
    return this.page.waitForFunction(() => document.querySelector(".choices button, #outcome"));
  }

  /** What the server says of this seat. */
  view() {
    return this.page.evaluate(async () => {
      const at = new URL(location.href);
      return (await fetch(`/api/games/${at.pathname.split("/")[2]}/view?${at.searchParams}`)).json();
    });
  }

  /** Waits until the server's view fulfils a condition. */
  async until(condition) {
    const begun = Date.now();
    for (;;) {
      const view = await this.view();
      if (condition(view)) return view;
      assert.ok(Date.now() - begun < PATIENCE, "the table did not come to where it should");
      await this.page.waitForTimeout(30);
    }
  }

  /** The page shows what the server says this seat may see: pieces where they stand, hand, tracks, question, choices. */
  async agrees() {
    const view = await this.until((now) => now.thinking === null && (now.legal.length > 0 || now.outcome));
    await this.page.waitForFunction((position) => document.querySelector("[data-part=ask]").dataset.position === String(position), view.position);
    const shown = await this.page.evaluate(() => {
      const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
      return {
        places: all("[data-place]", (node) => node.dataset.place),
        pieces: all("[data-piece]", (node) => `${node.dataset.piece} at ${node.dataset.at}`).sort(),
        codes: all(".choices button", (node) => node.dataset.code),
        cards: all(".cards .playing-card strong", (node) => node.textContent),
        tracks: all(".tracks .grid strong", (node) => node.textContent),
        question: document.querySelector("#question").textContent,
        outcome: document.querySelector("#outcome strong")?.textContent ?? null,
        held: all(".place.held", (node) => node.dataset.place).sort(),
      };
    });
    const { board } = view;
    const onMap = new Set(shown.places);
    assert.deepEqual(shown.pieces, board.pieces.filter((piece) => onMap.has(piece.place)).map((piece) => `${piece.id} at ${piece.place}`).sort());
    assert.deepEqual(shown.codes, view.legal.map((one) => one.code));
    assert.deepEqual(shown.cards, board.hands.filter((hand) => hand.owner === view.seat).flatMap((hand) => hand.cards.map((card) => card.title)));
    assert.deepEqual(shown.tracks, board.tracks.map(([, value]) => value));
    assert.deepEqual(shown.held, [...new Set(board.markers.filter((one) => ["control", "garrison"].includes(one.kind)).map((one) => one.place))].filter((id) => onMap.has(id)).sort());
    assert.equal(shown.outcome, view.outcome?.text ?? null);
    if (view.legal.length) assert.ok(shown.question.startsWith(view.question), shown.question);
    return view;
  }

  /** The odds beside the choices are the server's; returns how many choices have some. */
  async oddsAgree() {
    const odds = await this.page.evaluate(async () => {
      const at = new URL(location.href);
      const answer = await fetch(`/api/games/${at.pathname.split("/")[2]}/odds?${at.searchParams}`, { method: "POST", body: "{}" });
      return (await answer.json()).odds;
    });
    await this.page.waitForFunction((wanted) => Object.entries(wanted).every(([code, words]) =>
      document.querySelector(`.choices button[data-code="${CSS.escape(code)}"] .odds`)?.textContent === words), odds);
    return Object.keys(odds).length;
  }

  /** Chooses by the mouse until so many clicks are done or the game is over; returns how many. */
  async clickOn(most) {
    for (let clicks = 0; clicks < most; clicks += 1) {
      await this.ownTurn();
      const { position, outcome } = await this.agrees();
      if (outcome) return clicks;
      const buttons = await this.page.$$(".choices button");
      await buttons[(clicks * 7) % buttons.length].click();
      await this.until((now) => now.position > position);
    }
    return most;
  }

  /** Lets a hand inside the page click on, as fast as the table allows, until so many decisions are done or the game is
   *  over; returns how many were done, and how many choices had odds beside them. */
  hurryOn(decisions, seed) {
    return this.page.evaluate(async ({ decisions, seed, patience }) => {
      const ask = document.querySelector("[data-part=ask]");
      let [random, weighed] = [seed, 0];
      const nap = () => new Promise((wake) => setTimeout(wake, 2));
      for (let done = 0; done < decisions; done += 1) {
        const begun = Date.now();
        let buttons = [];
        while (!buttons.length) {
          if (document.querySelector("#outcome")) return { done, weighed };
          if (Date.now() - begun > patience) throw new Error(`nothing to click at position ${ask.dataset.position}`);
          buttons = ask.querySelectorAll(".choices button");
          if (!buttons.length || ask.dataset.odds === undefined) {
            buttons = [];
            await nap();
          }
        }
        weighed += ask.querySelectorAll(".odds").length;
        const before = ask.dataset.position;
        random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
        buttons[Math.floor((random / 2 ** 32) * buttons.length)].click();
        while (ask.dataset.position === before) {
          if (Date.now() - begun > patience) throw new Error(`a click at position ${before} did nothing`);
          await nap();
        }
      }
      return { done: decisions, weighed };
    }, { decisions, seed, patience: PATIENCE });
  }
}
