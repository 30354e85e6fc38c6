/**
 * Brings an engine to run what the service rendered for it, acknowledges that, and reads figures back. The same loop
 * runs next to an engine (`orgconfig agent`) and inside of the service (`metadata.run_in: service`).
 */

import { setTimeout as pause } from "node:timers/promises";
import { readable } from "../kernel/readable.ts";
import { dataSourceReports } from "../renderers/figures.ts";
import { AlertExchange } from "./alert-exchange.ts";
import { ClockOffset } from "./clock-offset.ts";
import {
  type Acknowledgement,
  type AgentService,
  type Engine,
  EngineAway,
  EngineIdle,
  EngineProblem,
  messageOf,
  type Render,
  ServiceProblem,
} from "./engine.ts";
import { engineProblemOf, lostBy, type Outcome } from "./outcome.ts";
import { answersTo } from "./range-queries.ts";
import type { RangeQuery } from "./range-side.ts";

export interface AgentOptions {
  readonly service: AgentService;
  readonly engine: Engine;
  readonly log: (message: string) => void;
  /** How often figures are read back, in milliseconds; a minute where it is left out. */
  readonly readBack_ms?: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

/** An acknowledgement is repeated so often although nothing changed: the connector's health shows how old it is. */
const heartbeat_ms = 30_000;
/** So often the engine is asked for what changes seldom. */
const look_ms = 60_000;
export const mostBetweenFigures_ms = 60_000;
/**
 * The ETag is the digest, which is of the files alone. What else the answer says, such as that the connector was
 * switched off, is fetched again after this; while it is off, every time.
 */
const whole_ms = 120_000;
/**
 * A rendering that was refused is tried again after this, then after twice as long, up to the other: a refusal costs
 * the engine a reload. One that is away is tried every time.
 */
const retry_ms = { first: 15_000, longest: 120_000 } as const;

/** So often the service is polled within an interval; everything else is done once. */
const pollsAnInterval = 3;

/** How long an agent that ends waits for the service. */
const leaving_ms = 5_000;

/** What a sentence in the log is about: each is logged once, until another one about the same comes. */
type Topic = "service" | "connector" | "engine" | "acknowledgement" | "figures" | "alerts" | "queries";

/** The last attempt to bring a rendering, which failed. */
interface Failure {
  readonly digest: string;
  readonly outcome: Outcome;
  readonly wait_ms: number;
  readonly at: number;
}

/** What the engine says of itself, and when that was read. */
interface Seen {
  readonly version: string | undefined;
  readonly remark: string | undefined;
  readonly faults: string | undefined;
  readonly at: number;
}

export class Agent {
  readonly #service: AgentService;
  readonly #engine: Engine;
  readonly #log: (message: string) => void;
  readonly #readBack_ms: number;
  readonly #now: () => number;
  readonly #alerts: AlertExchange;
  /** The service compares what is reported with its own clock. */
  readonly #serviceClock = new ClockOffset();
  /** The sentence that was logged last about each topic. */
  readonly #logged = new Map<Topic, string>();
  #render: Render | undefined;
  /** When the whole answer was fetched, and not only that its digest is the same. */
  #wholeAt = 0;
  /** The digest that the engine was seen to run. */
  #running: string | undefined;
  #failure: Failure | undefined;
  #seen: Seen | undefined;
  /** What was restored since the rendering came, in a sentence. */
  #restored: string | undefined;
  #acknowledged: (Acknowledgement & { readonly at: number }) | undefined;
  #readAt: number | undefined;
  /** What was lost when figures were read. */
  #lostAtRead: Outcome["lost"] = null;
  /** How often it acknowledges, in seconds; null where that is not known. */
  #every_s: number | null = null;
  /** Range queries that came with the rendering, and are not answered yet. */
  #queries: readonly RangeQuery[] = [];

  constructor({ service, engine, log, readBack_ms, now = () => performance.now() }: AgentOptions) {
    this.#service = service;
    this.#engine = engine;
    this.#log = log;
    this.#readBack_ms = readBack_ms ?? mostBetweenFigures_ms;
    this.#now = now;
    this.#alerts = new AlertExchange({
      service,
      now,
      report: (problem) => {
        if (problem === undefined) this.#logged.delete("alerts");
        else this.#logOnce("alerts", problem);
      },
    });
  }

  /** One round: fetch, apply or verify, acknowledge, read back. Throws nothing. */
  async round(): Promise<Outcome> {
    let current: Render;
    try {
      current = await this.#fetchRender();
    } catch (error) {
      // Another agent of the same connector may have a newer rendering, so that nothing is changed by an old one.
      return this.#nothingFetched(error);
    }
    if (!current.connector.enabled) {
      this.#logEnd("service", "the service answers again");
      const message = "the connector is disabled; its engine keeps what it runs";
      this.#logOnce("connector", message);
      return { ok: false, message };
    }
    this.#logEnd("connector", "the connector is enabled again");
    let outcome: Outcome;
    try {
      outcome = await this.#bring(current);
      this.#logEnd("service", "the service answers again");
    } catch (error) {
      return this.#nothingFetched(error);
    }
    // A loss is over when its rows say what they are: they say it first.
    if (this.#lostAtRead !== null && (outcome.lost ?? null) === null) await this.#readBack(current, outcome);
    await this.#acknowledge(current, outcome);
    await this.#answerQueries();
    await this.#readBack(current, outcome);
    // An engine that is away was tried enough; one that refuses the files has silences and alerts all the same.
    if (this.#failure?.wait_ms !== 0) await this.#alerts.exchange(this.#engine.alertSide?.(current));
    return outcome;
  }

  /** In place of a round on an engine that is left alone for a while: says again what is known of it, where that is due. Throws nothing. */
  async remind(): Promise<void> {
    if (this.#render?.connector.enabled === true && this.#failure !== undefined)
      await this.#acknowledge(this.#render, this.#failure.outcome);
  }

  /**
   * Waits for the interval, or until the service has another rendering: what was saved is to run within the interval,
   * and bringing it takes a while too. Throws nothing.
   */
  async untilChanged(interval_ms: number, signal: AbortSignal): Promise<void> {
    let away = false;
    for (let polled = 1; !signal.aborted; polled += 1) {
      await pause(interval_ms / pollsAnInterval, undefined, { signal }).catch(() => {});
      if (polled === pollsAnInterval || signal.aborted) return;
      if (this.#render?.connector.enabled !== true) continue;
      const asked = this.#now();
      // Where nothing can be fetched the round says so.
      const changed = await this.#service.render(this.#render.digest).catch(() => null);
      // With the first answer of a service that was away goes on what waited for it.
      const wasAway = away || this.#now() - asked > interval_ms / pollsAnInterval;
      away = changed === null;
      if (changed !== null && wasAway) {
        if (changed !== undefined) this.#keep(changed);
        return;
      }
      if (changed === undefined || changed === null) continue;
      const isNew = changed.digest !== this.#render.digest || !changed.connector.enabled;
      // The round that follows need not fetch it again.
      this.#keep(changed);
      if (isNew) return;
      await this.#answerQueries();
      if (changed.alerts_wanted === true)
        await this.#alerts.exchange(this.#engine.alertSide?.(changed), true);
    }
  }

  /** Says that there is a round each interval: who is silent for longer is missed. */
  repeats(interval_ms: number): void {
    this.#every_s = Math.ceil(Math.max(interval_ms, heartbeat_ms) / 1_000);
  }

  /** Rounds until the signal; the one that has begun is ended. Says then that it leaves. */
  async run(interval_ms: number, signal: AbortSignal): Promise<void> {
    this.repeats(interval_ms);
    while (!signal.aborted) {
      await this.round();
      await this.untilChanged(interval_ms, signal);
    }
    await this.#leave();
  }

  #logOnce(topic: Topic, message: string): void {
    if (this.#logged.get(topic) !== message) this.#log(message);
    this.#logged.set(topic, message);
  }

  /** Logs that what was logged about the topic is over. */
  #logEnd(topic: Topic, message: string): void {
    if (this.#logged.delete(topic)) this.#log(message);
  }

  #nothingFetched(error: unknown): Outcome {
    const message = `nothing was fetched from the service, and the engine is left as it is: ${messageOf(error)}`;
    this.#logOnce("service", message);
    return { ok: false, message };
  }

  async #fetchRender(): Promise<Render> {
    const isFresh = this.#render?.connector.enabled && this.#now() - this.#wholeAt < whole_ms;
    const known = isFresh ? this.#render : undefined;
    const fetched = await this.#service.render(known?.digest);
    const current = fetched ?? known;
    if (current === undefined) throw new Error("it answered no rendering");
    if (fetched !== undefined) this.#keep(fetched);
    return current;
  }

  #keep(fetched: Render): void {
    this.#render = fetched;
    this.#wholeAt = this.#now();
    this.#queries = fetched.queries ?? [];
  }

  /** Somebody waits for the answers, and for nothing that comes later. Throws nothing. */
  async #answerQueries(): Promise<void> {
    const queries = this.#queries;
    this.#queries = [];
    try {
      for await (const answer of answersTo(queries, this.#engine.readRange, this.#now))
        await this.#service.answerRange(answer);
      if (queries.length > 0) this.#logged.delete("queries");
    } catch (error) {
      this.#logOnce("queries", `range queries were not answered: ${messageOf(error)}`);
    }
  }

  /** Brings the engine to run the rendering, where it does not. @throws ServiceProblem where its files cannot be had */
  async #bring(current: Render): Promise<Outcome> {
    const before = this.#failure?.digest === current.digest ? this.#failure : undefined;
    if (before !== undefined && this.#now() - before.at < before.wait_ms) return before.outcome;
    try {
      await this.#applyOrVerify(current);
      this.#failure = undefined;
      const { remark, faults } = await this.#look(current);
      const unevaluated = await quietly(this.#engine.unevaluated?.(current));
      // Whether anything is probed is read as well.
      const unprobed =
        unevaluated === undefined ? await quietly(this.#engine.unprobed?.(current)) : undefined;
      const remarks = [unevaluated, unprobed, faults, this.#restored, remark]
        .filter((one) => one !== undefined)
        .join("; ");
      const lost = unevaluated !== undefined ? "engine" : unprobed !== undefined ? "probes" : null;
      return { ok: true, message: remarks || null, degraded: lost !== null || faults !== undefined, lost };
    } catch (error) {
      const problem = engineProblemOf(error);
      this.#running = undefined;
      const longer = Math.min((before?.wait_ms ?? retry_ms.first / 2) * 2, retry_ms.longest);
      const wait_ms = problem instanceof EngineAway ? 0 : longer;
      const idle = problem instanceof EngineIdle && { isIdle: true };
      const outcome = { ok: false, message: problem.message, lost: lostBy(problem), ...idle };
      this.#failure = { digest: current.digest, outcome, wait_ms, at: this.#now() };
      this.#logOnce("engine", problem.message);
      return outcome;
    }
  }

  async #applyOrVerify(current: Render): Promise<void> {
    if (this.#running !== current.digest) {
      await this.#engine.apply(current);
      this.#restored = undefined;
      this.#log(`the engine runs ${shortened(current.digest)}`);
      this.#logged.delete("engine");
    } else {
      try {
        await this.#engine.verify(current);
        return;
      } catch (error) {
        if (!(error instanceof EngineProblem) || error instanceof EngineAway) throw error;
        this.#log(`${error.message}; it is being restored`);
        await this.#engine.apply(current);
        this.#restored = `${error.message}; it was restored on ${readable(this.#serviceNow())}`;
      }
    }
    this.#running = current.digest;
    this.#seen = undefined;
  }

  /** What the engine says of itself, read again where that was long ago. It runs the rendering even if this fails. */
  async #look(current: Render): Promise<Seen> {
    if (this.#seen !== undefined && this.#now() - this.#seen.at < look_ms) return this.#seen;
    const version = (await quietly(this.#engine.version())) ?? this.#seen?.version;
    const remark = await quietly(this.#engine.remark?.(current));
    const faults = await quietly(this.#engine.faults?.(current));
    this.#seen = { version, remark, faults, at: this.#now() };
    return this.#seen;
  }

  async #acknowledge(
    { digest }: Render,
    { ok, message, degraded = false, lost = null }: Outcome,
  ): Promise<void> {
    const version = this.#seen?.version ?? null;
    const next: Acknowledgement = {
      digest,
      ok,
      degraded,
      message,
      version,
      lost,
      every_seconds: this.#every_s,
    };
    const last = this.#acknowledged;
    const compared = ["digest", "ok", "degraded", "message", "version", "lost"] as const;
    const isChanged = last === undefined || compared.some((name) => last[name] !== next[name]);
    if (!isChanged && this.#now() - last.at < heartbeat_ms) return;
    try {
      const at = await this.#service.acknowledge(next);
      this.#serviceClock.note(Date.parse(at ?? ""), Date.now());
      this.#acknowledged = { ...next, at: this.#now() };
      this.#logged.delete("acknowledgement");
    } catch (error) {
      this.#logOnce("acknowledgement", `the service did not take the acknowledgement: ${messageOf(error)}`);
    }
  }

  /** The agent that takes its place does not have to wait for it. A service that is away delays no end. */
  async #leave(): Promise<void> {
    if (this.#acknowledged === undefined) return;
    const { at: _, ...last } = this.#acknowledged;
    const leaving = this.#service.acknowledge({ ...last, leaving: true }).catch(() => {});
    await Promise.race([leaving, pause(leaving_ms, undefined, { ref: false })]);
  }

  #serviceNow(): Date {
    return new Date(Date.now() + this.#serviceClock.ms);
  }

  async #readBack(current: Render, { ok, lost = null, isIdle = false }: Outcome): Promise<void> {
    if (this.#engine.readBack === undefined) return;
    // What rows say and what is said of their loss change together.
    const isChanged = this.#lostAtRead !== lost;
    if (!isChanged && this.#readAt !== undefined && this.#now() - this.#readAt < this.#readBack_ms) return;
    this.#readAt = this.#now();
    this.#lostAtRead = lost;
    // One that does not answer cannot be asked: that it fails is said of its data sources.
    const without = isIdle ? "engine" : ok ? lost : null;
    try {
      const figures = await this.#engine
        .readBack(current, () => this.#serviceNow(), without)
        .catch(engineProblemOf);
      const failure = figures instanceof EngineProblem ? figures : undefined;
      if (failure === undefined) this.#logged.delete("figures");
      else this.#logOnce("figures", `figures were not read back: ${failure.message}`);
      const reports = figures instanceof EngineProblem ? [] : figures;
      const sources = dataSourceReports(current.data_sources, this.#serviceNow(), failure);
      if (reports.length + sources.length > 0) await this.#service.report([...reports, ...sources]);
    } catch (error) {
      const isRead = !(error instanceof ServiceProblem);
      const what = isRead ? "the service did not take the figures" : "figures were not read back";
      this.#logOnce("figures", `${what}: ${messageOf(error)}`);
    }
  }
}

async function quietly<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  return answer?.catch(() => undefined);
}

/** As much of a digest as people compare. */
function shortened(digest: string): string {
  return digest.slice(0, 12);
}
