/**
 * `npm run bench:console`: how long Now takes until it can be used on a very slow line, and a list of 1,000 SLOs to be
 * scrolled through; then how long every page takes until it can be used, on a slow computer and a slow line, once the first
 * page was loaded. Prints tables; takes some six minutes on an idle machine. `npm run bench:console -- --now` ends after Now.
 */
import { cpus } from "node:os";
import type { CDPSession, Page } from "playwright-core";
import { startConsole, type Visit, visit } from "../test/console/browser.ts";
import { pagesOf } from "../test/console/pages.ts";
import { act } from "../test/console/people.ts";

/** "Slow 4G" of Lighthouse's documentation: milliseconds for a round trip, bytes a second. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** Milliseconds for a round trip, bytes a second: a train between two stations. */
const verySlow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const cpuSlowDown = 4;
const wantedMs = 1_500;
const manySlos = 1_000;
const rounds = 3;

/** The page of the address is drawn: it has a heading, and nothing in it is busy. */
const usable = `(path) => {
  const state = globalThis.__TSR_ROUTER__?.state;
  const at = state?.resolvedLocation;
  return (
    state?.status === "idle" &&
    (path === undefined || decodeURI(at.pathname + at.searchStr) === decodeURI(path)) &&
    document.querySelector("main h1") !== null &&
    document.querySelector("main [aria-busy=true]") === null
  );
}`;

/** Evaluates to the time between frames, in ms, while the page is scrolled for five seconds. */
const scrolled = `new Promise((resolve) => {
  const gaps = [];
  const begun = performance.now();
  let before = begun;
  const step = (now) => {
    if (now > begun) gaps.push(now - before);
    before = now;
    const high = document.documentElement.scrollHeight - innerHeight;
    scrollTo(0, (high * (1 - Math.cos((now - begun) / 400))) / 2);
    if (now - begun < 5_000) requestAnimationFrame(step);
    else resolve(gaps.slice(1));
  };
  requestAnimationFrame(step);
})`;

const console_ = await startConsole();
try {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
  await timeNow();
  if (process.argv.includes("--now")) process.exit();
  await scrollMany();
  console.log(`${cpuSlowDown} × slower CPU, Slow 4G, files of the console in the browser's cache\n`);
  console.log("| page | by its address, median | by a link, median |");
  console.log("| --- | --- | --- |");
  const seen = await visit(console_, console_.people.org_admin);
  await seen.open(`/o/${console_.organization.slug}`);
  const session = await seen.page.context().newCDPSession(seen.page);
  const late: string[] = [];
  for (const { name, path } of pagesOf(console_)) {
    // The first round fills the browser's cache, and counts for nothing.
    await seen.open(path);
    await slowDown(session);
    const opened = median(
      await repeated(() => timed(seen, (page) => page.goto(`${console_.origin}${path}`))),
    );
    const followed = median(await repeated(() => byLink(seen, path)));
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    console.log(`| ${name} | ${opened.toFixed(0)} ms | ${followed.toFixed(0)} ms |`);
    if (opened > wantedMs || followed > wantedMs) late.push(name);
  }
  console.log(
    late.length === 0 ? `\nAll within ${wantedMs} ms.` : `\nLater than ${wantedMs} ms: ${late.join(", ")}`,
  );
  process.exitCode = late.length === 0 ? 0 : 1;
} finally {
  await console_.close();
  await console_.browser.close();
}

/** Each time with a browser that has nothing, and again with what it kept. */
async function timeNow(): Promise<void> {
  const firsts: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const seen = await visit(console_, console_.people.org_admin);
    const session = await seen.page.context().newCDPSession(seen.page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", verySlow);
    firsts.push(await readable(seen));
    await seen.page.waitForLoadState("networkidle");
    await seen.page.goto("about:blank");
    others.push(await readable(seen));
    await seen.context.close();
  }
  const shown = (times: readonly number[]) => `${(median(times) / 1_000).toFixed(1)} s`;
  console.log(
    "Now, 400 ms for a round trip and 50 kB a second, until its first button can be pressed, median:",
  );
  console.log(
    `${shown(firsts)} for the first time, ${shown(others)} with the console's files in the cache\n`,
  );
}

/** Milliseconds until the sentence of Now stands there, and the first line has its button. */
async function readable({ page }: Visit): Promise<number> {
  const begun = performance.now();
  await page.goto(`${console_.origin}/o/${console_.organization.slug}`, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: /reached nobody/ }).waitFor();
  await page.locator(".pressing .act").first().click({ trial: true });
  return performance.now() - begun;
}

/** Scrolls a page of a list of 1,000 SLOs up and down, and counts the frames that were drawn. */
async function scrollMany(): Promise<void> {
  const { data: there } = await act(console_, "list_slos", {});
  const { sli_id, target_percent } = there[0];
  for (let index = there.length; index < manySlos; index += 1) {
    const service = `service-${String(index).padStart(4, "0")}`;
    await act(console_, "create_slo", { name: "latency", service, sli_id, target_percent });
  }
  const seen = await visit(console_, console_.people.org_admin);
  await seen.open(`/o/${console_.organization.slug}/settings/slos`);
  const gaps = ((await seen.page.evaluate(scrolled)) as number[]).sort((a, b) => a - b);
  const second = gaps.reduce((sum, gap) => sum + gap, 0) / 1_000;
  const [middle, late] = [0.5, 0.99].map((share) => gaps[Math.floor(gaps.length * share)]?.toFixed(1));
  console.log(
    `A list of ${manySlos} SLOs, scrolled through: ${(gaps.length / second).toFixed(0)} frames a second,`,
  );
  console.log(`${middle} ms from one to the next, and ${late} ms for the slowest of a hundred\n`);
  await seen.context.close();
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowDown });
}

async function repeated(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure());
  return times;
}

/** From another page of the organization, as its links do. */
async function byLink(seen: Visit, path: string): Promise<number> {
  await seen.open(`/o/${console_.organization.slug}/keys`);
  return timed(seen, (page) => page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`), path);
}

/** Milliseconds from the click to a page with its heading, with nothing that still loads. */
async function timed({ page }: Visit, go: (page: Page) => Promise<unknown>, path?: string): Promise<number> {
  const begun = performance.now();
  await go(page);
  await page.waitForFunction(usable, path, { polling: "raf" });
  return performance.now() - begun;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
