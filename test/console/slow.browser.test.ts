/**
 * Now on a slow line: 400 ms for a round trip and 50 kB a second. What is counted, and no clock, says how long the line
 * takes: the round trips that lead to the sentence, and the bytes that come by then.
 */
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type Console, startConsole, type Visit, visit } from "./browser.ts";

const roundTripSeconds = 0.4;
const bytesPerSecond = 50_000;
const blank = "about:blank";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `${console_.origin}/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

interface Way {
  readonly roundTrips: number;
  readonly bytes: number;
}

const secondsOf = ({ roundTrips, bytes }: Way) => roundTrips * roundTripSeconds + bytes / bytesPerSecond;

/** A line that brings all answers of a round at once, when nothing more is asked for. */
class Rounds {
  readonly #session: CDPSession;
  /** Requests whose answers are held back, by the ids of the two domains. */
  readonly #held = new Map<string, string>();
  readonly #open = new Set<string>();
  /** Answers that the browser has, and asks nobody for. */
  readonly #kept: RegExp | undefined;
  bytes = 0;

  constructor(session: CDPSession, kept: RegExp | undefined) {
    this.#session = session;
    this.#kept = kept;
    session.on("Fetch.requestPaused", ({ requestId, networkId = requestId, request }) => {
      if (this.#kept?.test(request.url)) return void session.send("Fetch.continueRequest", { requestId });
      this.#held.set(requestId, networkId);
      // One that was let go may be asked for once more, as fonts are.
      this.#open.delete(networkId);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      this.bytes += encodedDataLength;
      this.#open.delete(requestId);
    });
    session.on("Network.loadingFailed", ({ requestId }) => this.#open.delete(requestId));
  }

  async begin(): Promise<void> {
    await this.#session.send("Network.enable");
    await this.#session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  }

  /** Brings what was asked for until now, and waits until it is there. */
  async bring(page: Page): Promise<void> {
    await until(() => this.#held.size > 0);
    // The page that is left does nothing more, and waits for the next one.
    for (let before = -1; page.url() !== blank && before !== this.#held.size; ) {
      before = this.#held.size;
      await idle(page);
    }
    const [...brought] = this.#held;
    this.#held.clear();
    for (const [requestId, networkId] of brought) {
      this.#open.add(networkId);
      await this.#session.send("Fetch.continueRequest", { requestId });
    }
    await until(() => brought.every(([, networkId]) => !this.#open.has(networkId)));
    await idle(page);
  }
}

/** The page has done what it can with what it has: its tasks are behind it, several times over. */
async function idle(page: Page): Promise<void> {
  for (let times = 0; times < 10; times += 1)
    await page
      .evaluate("new Promise((resolve) => setTimeout(resolve, 20))")
      // Another page came meanwhile.
      .catch(() => {});
}

async function wayToNow({ page, context }: Visit, kept?: RegExp): Promise<Way> {
  const rounds = new Rounds(await context.newCDPSession(page), kept);
  await rounds.begin();
  const gone = page.goto(home).catch(() => {});
  const sentence = page.getByRole("heading", { level: 1, name: /alerts reached nobody/ });
  for (let roundTrips = 1; roundTrips < 20; roundTrips += 1) {
    await rounds.bring(page);
    if (!(await sentence.isVisible())) continue;
    const way = { roundTrips, bytes: rounds.bytes };
    await context.close();
    await gone;
    return way;
  }
  throw new Error("nothing leads to the sentence");
}

it("says its sentence within 2.5 s where the browser has the console's files", async () => {
  const seen = await visit(console_, console_.people.viewer);
  await seen.open(home.slice(console_.origin.length));
  await seen.page.goto(blank);
  const way = await wayToNow(seen, /\/assets\//);
  console.log("Now, again:", way, secondsOf(way).toFixed(2), "s");
  // The page, then all that Now is made of.
  expect(way.roundTrips).toBeLessThanOrEqual(2);
  expect(secondsOf(way)).toBeLessThanOrEqual(2.5);
});

it("comes by four round trips where the browser has nothing yet", async () => {
  const way = await wayToNow(await visit(console_, console_.people.viewer));
  console.log("Now, for the first time:", way, secondsOf(way).toFixed(2), "s");
  expect(way.roundTrips).toBeLessThanOrEqual(4);
  expect(way.bytes).toBeLessThan(400_000);
});
