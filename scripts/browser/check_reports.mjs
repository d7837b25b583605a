// Opens each report given on the command line; see ../check_reports.sh.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** What is wrong with the page as it stands. */
function inspect() {
  const wrong = [];
  for (const chart of document.querySelectorAll("svg.chart")) {
    const box = chart.getBoundingClientRect();
    if (box.width < 100 || box.height < 40) wrong.push(`a chart is ${box.width} by ${box.height}`);
    if (!chart.querySelector("title")?.textContent) wrong.push("a chart has no title");
    if (/NaN|Infinity|undefined/.test(chart.outerHTML)) wrong.push(`a chart holds NaN: ${chart.ariaLabel}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("the page is wider than the window");
  if (!document.querySelector(".answer")?.textContent.trim()) wrong.push("there is no answer");
  return wrong;
}

async function check(browser, file, scheme, width) {
  const problems = [];
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 1000 } });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => /^https?:/.test(request.url()) && problems.push(`loads ${request.url()}`));
  await page.goto(pathToFileURL(resolve(file)).href);
  problems.push(...(await page.evaluate(inspect)));
  if (width > 800) {
    const name = basename(dirname(resolve(file)));
    await page.screenshot({ path: join(process.env.SHOTS, `report-${name}-${scheme}.png`) });
  }
  await context.close();
  return problems;
}

const profile = mkdtempSync(join(tmpdir(), "warlab-chromium-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: [...FLAGS, `--crash-dumps-dir=${profile}`],
  env: { ...process.env, HOME: profile },
});
let failed = 0;
for (const file of process.argv.slice(2)) {
  for (const [scheme, width] of [["light", 1100], ["dark", 1100], ["light", 390]]) {
    const problems = await check(browser, file, scheme, width);
    for (const problem of problems) console.error(`${file} (${scheme}, ${width} px): ${problem}`);
    failed += problems.length;
  }
}
await browser.close();
rmSync(profile, { recursive: true, force: true });
console.log(failed ? `${failed} problems` : `${process.argv.length - 2} reports are in order`);
process.exit(failed ? 1 : 0);
