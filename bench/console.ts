/**
 * `npm run bench:console`: how long every page of the console takes until it can be used, on a slow computer and a slow
 * line, once the first page was loaded. Prints a table; takes some five minutes on an idle machine.
 */
import { cpus } from "node:os";
import type { CDPSession, Page } from "playwright-core";
import { startConsole, type Visit, visit } from "../test/console/browser.ts";
import { pagesOf } from "../test/console/pages.ts";

/** "Slow 4G" of Lighthouse's documentation: milliseconds for a round trip, bytes a second. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const cpuSlowDown = 4;
const wantedMs = 1_500;
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

const console_ = await startConsole();
try {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
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
