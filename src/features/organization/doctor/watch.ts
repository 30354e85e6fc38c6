/** What a node knows of its database from moment to moment: whether it is ready, the log's line at each change, and its clock. */
import { setTimeout as pause } from "node:timers/promises";
import { ReadOnlyDatabase } from "../../../database/condition.ts";
import type { Database } from "../../../database/database.ts";
import { hasRoom } from "../../../database/room.ts";
import { followClock, wrongFromMs } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import { LoggedState } from "../../../engine/states.ts";
import { figure } from "../../../kernel/readable.ts";
import { type Blocker, blockersOf, wordsOf } from "./blockers.ts";
import { fullWords } from "./database-checks.ts";

/** Those who ask for readiness wait a few seconds for an answer, and no longer. */
const readyMs = 5_000;
const everyMs = 5_000;
/** A clock is not compared by an answer that was under way for longer. */
const slowMs = 2_000;
/** Where room cannot be tried, a disk that nothing met full for so long counts as one with room. */
const untriedMs = 5 * 60_000;

type Watched = Pick<Database, "time" | "aside" | "transaction" | "pools">;

export interface Readiness {
  /** Why the database is of no use now; undefined where it is. */
  readonly why: string | undefined;
  /** What is not as it should be, and holds up nothing. */
  readonly notes: readonly string[];
}

export class DatabaseWatch {
  readonly #database: Watched;
  readonly #log: Log;
  readonly #states: Readonly<Record<"use" | "locks" | "clock" | "disk", LoggedState>>;
  #follows = false;
  #looking: Promise<string | undefined> | undefined;
  /** Milliseconds by which the own clock is ahead of the database's; undefined where nobody knows. */
  #aheadMs: number | undefined;
  #blockers: readonly Blocker[] = [];
  /** When something met a full disk last. */
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(database: Watched, log: Log) {
    this.#database = database;
    this.#log = log;
    const state = () => new LoggedState(log);
    this.#states = { use: state(), locks: state(), clock: state(), disk: state() };
    database.pools.onDiskFull = () => {
      this.#fullAt = performance.now();
      this.#sayDisk(fullWords);
    };
  }

  get background(): Periodic {
    const run = async () => {
      await Promise.all([this.#lookInTurn(), this.#lookAtLocks(), this.#lookForRoom()]);
    };
    return new Periodic({ name: "look at the database", everyMs, firstMs: 0, run, log: this.#log });
  }

  get aheadMs(): number | undefined {
    return this.#aheadMs;
  }

  get blockers(): readonly Blocker[] {
    return this.#blockers;
  }

  /** Whether it takes writes, as far as was seen last; undefined before. */
  get isOfUse(): boolean | undefined {
    return this.#states.use.isGood;
  }

  /** Whether its disk was full when something needed room last. */
  get isFull(): boolean {
    return this.#states.disk.isGood === false;
  }

  /** From now on this program decides by the database's clock, wherever that and its own differ. */
  async followClock(): Promise<void> {
    this.#follows = true;
    await this.#lookInTurn();
  }

  /** Looks now, and answers within a few seconds. */
  async readiness(): Promise<Readiness> {
    const silent = pause(readyMs, this.#silence(), { ref: false });
    const why = await Promise.race([this.#lookInTurn(), silent]);
    const clock = clockWords(this.#aheadMs);
    const disk = this.isFull ? fullWords : undefined;
    return { why, notes: [clock, disk].filter((note) => note !== undefined) };
  }

  /** Who asks while somebody looks is answered by the same look. */
  #lookInTurn(): Promise<string | undefined> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<string | undefined> {
    const from = performance.now();
    const silent = pause(readyMs, undefined, { ref: false });
    const asked = this.#database.time().then(
      (shown) => ({ shown, until: performance.now() }),
      (error: unknown) => ({ error }),
    );
    const found = (await Promise.race([asked, silent])) ?? { error: new Error(this.#silence()) };
    const why = "error" in found ? whyOf(found.error) : undefined;
    this.#states.use.is(why, `not ready: ${why}`, "the database is there again: ready");
    if ("error" in found) return why;
    if (found.until - from < slowMs) this.#compare(found.shown, (from + found.until) / 2);
    return undefined;
  }

  #silence(): string {
    // Whoever asks for readiness need not know who that is.
    const known =
      this.#blockers.length === 0 ? "" : "; statements wait for locks, orgconfig doctor says whose";
    return `the database does not answer within ${readyMs / 1_000} seconds${known}`;
  }

  /** @param monotonic performance.now() at the moment that the database's clock showed this */
  #compare(shown: Date, monotonic: number): void {
    const own = Date.now() - (performance.now() - monotonic);
    this.#aheadMs = Math.round(own - shown.getTime());
    if (this.#follows) followClock(shown, monotonic);
    const words = clockWords(this.#aheadMs);
    this.#states.clock.is(words && "wrong", words ?? "", "this node's clock is the database's again");
  }

  /** A full disk is met by whoever needs room; that there is some again has to be tried. */
  async #lookForRoom(): Promise<void> {
    if (!this.isFull) return;
    const before = this.#fullAt;
    const found = (await hasRoom(this.#database)) ?? performance.now() - before > untriedMs;
    // Whoever met it full meanwhile knows better.
    if (found && this.#fullAt === before) this.#sayDisk(undefined);
  }

  #sayDisk(full: string | undefined): void {
    this.#states.disk.is(full, fullWords, "the database's disk has room again");
  }

  async #lookAtLocks(): Promise<void> {
    const found = await blockersOf(this.#database).catch(() => undefined);
    if (found === undefined) return;
    this.#blockers = found;
    const pids = found.map(({ pid }) => pid).join();
    const words = found.map(wordsOf).join("; ");
    this.#states.locks.is(
      pids || undefined,
      `statements wait for locks: ${words}`,
      "nothing waits for a lock any more",
    );
  }
}

function whyOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof ReadOnlyDatabase)
    return `the database takes no writes: ${cause.message}; DATABASE_URL has to lead to the primary`;
  // Its words may hold an address of the network, which callers are not shown.
  const words = error instanceof Error ? error.message : "the database does not answer";
  return words.replace(/\.$/, "").replace(/^The /, "the ");
}

/** What is said of a clock that is wrong; undefined of one that is not. */
export function clockWords(aheadMs: number | undefined): string | undefined {
  if (aheadMs === undefined || Math.abs(aheadMs) < wrongFromMs) return undefined;
  const off = figure(Math.round(Math.abs(aheadMs) / 100) / 10);
  return `this node's clock is ${off} s ${aheadMs < 0 ? "behind" : "ahead of"} the database's: it decides by the database's time; keep NTP running on both`;
}
