/**
 * Brings an engine to run what the service rendered for it, says so, and reads figures back. The same loop runs
 * beside an engine (`orgconfig agent`) and inside of the service (`metadata.run_in: service`).
 */

import { setTimeout as pause } from "node:timers/promises";
import { readable } from "../kernel/readable.ts";
import { dataSourceReports } from "../renderers/figures.ts";
import type { ErrorKind } from "../renderers/health.ts";
import type { StateReport } from "../renderers/read-back.ts";
import type { AlertService, AlertSide } from "./alert-side.ts";
import { createTending } from "./silence-sync.ts";

export type { StateReport };

/** What the service rendered for a connector: what it is, without what is in its files. */
export interface Render {
  readonly connector: {
    readonly id: string;
    readonly name: string;
    readonly connector_type: string;
    readonly enabled: boolean;
  };
  /** The id of a connector that is gone, whose place this one took: its files are this one's to change. */
  readonly replaces?: string;
  readonly digest: string;
  readonly files: readonly {
    readonly name: string;
    /** What is in it, in pieces, as the service has it now. @throws ServiceProblem where it breaks off */
    read(): AsyncIterable<string>;
  }[];
  /** The rows, by their kind, whose figures the engine has while it runs the files. */
  readonly evaluated: readonly { readonly resource: string; readonly ids: readonly string[] }[];
  /** The data sources that the engine stands for: what it answers tells their health. */
  readonly data_sources: readonly string[];
}

/** What is said of an engine. */
export interface Said {
  readonly digest: string;
  readonly ok: boolean;
  /** Whether it runs the rendering, and cannot evaluate all of it. */
  readonly degraded: boolean;
  readonly message: string | null;
  readonly version: string | null;
  /** Set by an agent that ends: another one may take its place. */
  readonly leaving?: true;
}

/** The service, as an agent needs it. Each call throws where it cannot be made. */
export interface AgentService extends AlertService {
  /** Answers undefined while the rendering is still the one of this digest. */
  render(known: string | undefined): Promise<Render | undefined>;
  acknowledge(said: Said): Promise<void>;
  /** Any number of reports. */
  report(reports: readonly StateReport[]): Promise<void>;
}

/** An engine, as an agent needs it. */
export interface Engine {
  /** Makes the engine run the rendering. @throws EngineProblem and leaves what ran before */
  apply(render: Render): Promise<void>;
  /** Looks whether the engine still runs it. @throws EngineProblem where it does not */
  verify(render: Render): Promise<void>;
  /** The engine's version; undefined where it does not tell. */
  version(): Promise<string | undefined>;
  /** What is worth knowing although it works, in a sentence. */
  remark?(render: Render): Promise<string | undefined>;
  /** What of the rendering the engine runs and cannot evaluate, in a sentence; undefined where it can evaluate all. */
  faults?(render: Render): Promise<string | undefined>;
  /** The figures that the engine has. @throws EngineProblem where it does not answer */
  readBack?(render: Render): Promise<readonly StateReport[]>;
  /** What routes alerts, where the rendering says that it does. */
  alertSide?(render: Render): AlertSide | undefined;
}

/** Why an engine does not run a rendering, or does not answer, in a sentence that may be shown. */
export class EngineProblem extends Error {
  readonly kind: ErrorKind;
  constructor(message: string, kind: ErrorKind = "other") {
    super(message);
    this.kind = kind;
  }
}

/** Why the service's files could not be had whole. The engine is not to blame, and is left as it is. */
export class ServiceProblem extends Error {}

/** Nothing answers at the engine's address, so that nobody knows whether it would take the rendering. */
export class EngineAway extends EngineProblem {
  constructor(message: string) {
    super(message, "network");
  }
}

export interface AgentOptions {
  readonly service: AgentService;
  readonly engine: Engine;
  readonly log: (message: string) => void;
  /** How often figures are read back, in milliseconds; a minute unless it is said. */
  readonly readBack_ms?: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

/** How one round went. */
export interface Outcome {
  /** Whether the engine runs what the service renders now. */
  readonly ok: boolean;
  readonly message: string | null;
  /** True where the engine runs it and cannot evaluate all of it. */
  readonly degraded?: boolean;
}

/** An acknowledgement is said again so often although nothing changed: the connector's health tells how old it is. */
const heartbeat_ms = 60_000;
export const mostBetweenFigures_ms = 60_000;
/**
 * The ETag is the digest, which is of the files alone. What else the answer says, such as that the connector was
 * switched off, is asked for again after this; while it is off, every time.
 */
const whole_ms = 120_000;
/**
 * A rendering that was refused is tried again after this, then after twice as long, up to the other: a refusal costs
 * the engine a reload. One that is away is asked every time.
 */
const retry_ms = { first: 15_000, longest: 120_000 } as const;

/** So often the service is asked within an interval; everything else is done once. */
const asksAnInterval = 3;

/** How long an agent that ends waits for the service. */
const leaving_ms = 5_000;

export interface Agent {
  /** One round: fetch, apply or verify, acknowledge, read back. Throws nothing. */
  round(): Promise<Outcome>;
  /**
   * Waits for the interval, or until the service has another rendering: what was saved is to run within the interval,
   * and bringing it takes a while too. Throws nothing.
   */
  untilNews(interval_ms: number, signal: AbortSignal): Promise<void>;
  /** Rounds until the signal; the one that has begun is ended. Says then that it leaves. */
  run(interval_ms: number, signal: AbortSignal): Promise<void>;
}

/** What a sentence in the log is about: each is logged once, until another one about the same comes. */
type Topic = "service" | "connector" | "engine" | "acknowledgement" | "figures" | "alerts";

export function createAgent({
  service,
  engine,
  log,
  readBack_ms = mostBetweenFigures_ms,
  now = () => performance.now(),
}: AgentOptions): Agent {
  let render: Render | undefined;
  let wholeAt = 0;
  /** The digest that the engine was seen to run. */
  let running: string | undefined;
  let failed:
    | { readonly digest: string; readonly message: string; readonly wait_ms: number; readonly at: number }
    | undefined;
  /** What the engine tells of itself, and when it was asked. */
  let seen:
    | {
        readonly version: string | undefined;
        readonly remark: string | undefined;
        readonly faults: string | undefined;
        readonly at: number;
      }
    | undefined;
  /** What was restored since the rendering came, in a sentence. */
  let restored: string | undefined;
  let said: (Said & { readonly at: number }) | undefined;
  let readAt: number | undefined;
  const told = new Map<Topic, string>();
  const alerting = createTending({
    service,
    now,
    say(message) {
      if (message === undefined) told.delete("alerts");
      else tell("alerts", message);
    },
  });

  function tell(topic: Topic, message: string): void {
    if (told.get(topic) !== message) log(message);
    told.set(topic, message);
  }

  /** Says that what was told about is over. */
  function tellEnd(topic: Topic, message: string): void {
    if (told.delete(topic)) log(message);
  }

  async function round(): Promise<Outcome> {
    let current: Render;
    try {
      current = await fetchRender();
    } catch (error) {
      // Another agent of the same connector may hold a newer rendering, so that nothing is touched by an old one.
      return nothingFetched(error);
    }
    if (!current.connector.enabled) {
      tellEnd("service", "the service answers again");
      const message = "the connector is disabled; its engine keeps what it runs";
      tell("connector", message);
      return { ok: false, message };
    }
    tellEnd("connector", "the connector is enabled again");
    let outcome: Outcome;
    try {
      outcome = await bring(current);
      tellEnd("service", "the service answers again");
    } catch (error) {
      return nothingFetched(error);
    }
    await acknowledge(current, outcome);
    await readBack(current);
    // An engine that is away was asked enough; one that refuses the files has silences and alerts all the same.
    if (failed?.wait_ms !== 0) await alerting.tend(engine.alertSide?.(current));
    return outcome;
  }

  function nothingFetched(error: unknown): Outcome {
    const message = `nothing was fetched from the service, and the engine is left as it is: ${messageOf(error)}`;
    tell("service", message);
    return { ok: false, message };
  }

  async function fetchRender(): Promise<Render> {
    const known = render?.connector.enabled && now() - wholeAt < whole_ms ? render : undefined;
    const fetched = await service.render(known?.digest);
    const current = fetched ?? known;
    if (current === undefined) throw new Error("it answered no rendering");
    if (fetched !== undefined) wholeAt = now();
    render = current;
    return current;
  }

  /** Brings the engine to run the rendering, where it does not. @throws ServiceProblem where its files cannot be had */
  async function bring(current: Render): Promise<Outcome> {
    const before = failed?.digest === current.digest ? failed : undefined;
    if (before !== undefined && now() - before.at < before.wait_ms)
      return { ok: false, message: before.message };
    try {
      await applyOrVerify(current);
      failed = undefined;
      const { remark, faults } = await look(current);
      const said = [faults, restored, remark].filter((one) => one !== undefined).join("; ");
      const message = said === "" ? null : said;
      return faults === undefined ? { ok: true, message } : { ok: true, message, degraded: true };
    } catch (error) {
      const problem = engineProblemOf(error);
      running = undefined;
      const longer = before === undefined ? retry_ms.first : Math.min(before.wait_ms * 2, retry_ms.longest);
      const wait_ms = problem instanceof EngineAway ? 0 : longer;
      failed = { digest: current.digest, message: problem.message, wait_ms, at: now() };
      tell("engine", problem.message);
      return { ok: false, message: problem.message };
    }
  }

  async function applyOrVerify(current: Render): Promise<void> {
    if (running !== current.digest) {
      await engine.apply(current);
      restored = undefined;
      log(`the engine runs ${shortened(current.digest)}`);
      told.delete("engine");
    } else {
      try {
        await engine.verify(current);
        return;
      } catch (error) {
        if (!(error instanceof EngineProblem) || error instanceof EngineAway) throw error;
        log(`${error.message}; it is being restored`);
        await engine.apply(current);
        restored = `${error.message}; it was restored on ${readable(new Date())}`;
      }
    }
    running = current.digest;
    seen = undefined;
  }

  /** Asks the engine about itself, where that was long ago. It runs the rendering, whatever becomes of these questions. */
  async function look(current: Render) {
    if (seen === undefined || now() - seen.at >= heartbeat_ms) {
      const version = await quietly(engine.version());
      const remark = await quietly(engine.remark?.(current));
      const faults = await quietly(engine.faults?.(current));
      seen = { version: version ?? seen?.version, remark, faults, at: now() };
    }
    return seen;
  }

  async function acknowledge({ digest }: Render, { ok, message, degraded = false }: Outcome): Promise<void> {
    const saying: Said = { digest, ok, degraded, message, version: seen?.version ?? null };
    const news =
      said === undefined ||
      (["digest", "ok", "degraded", "message", "version"] as const).some(
        (name) => said?.[name] !== saying[name],
      );
    if (!news && now() - (said?.at ?? 0) < heartbeat_ms) return;
    try {
      await service.acknowledge(saying);
      said = { ...saying, at: now() };
      told.delete("acknowledgement");
    } catch (error) {
      tell("acknowledgement", `the service did not take the acknowledgement: ${messageOf(error)}`);
    }
  }

  async function untilNews(interval_ms: number, signal: AbortSignal): Promise<void> {
    for (let asked = 1; !signal.aborted; asked += 1) {
      await pause(interval_ms / asksAnInterval, undefined, { signal }).catch(() => {});
      if (asked === asksAnInterval || signal.aborted) return;
      if (render?.connector.enabled !== true) continue;
      // Where nothing can be fetched the round says so.
      const news = await service.render(render.digest).catch(() => undefined);
      if (news === undefined) continue;
      // The round that follows need not fetch it again.
      render = news;
      wholeAt = now();
      return;
    }
  }

  /** Who takes its place is not kept waiting for it. A service that is away holds up no end. */
  async function leave(): Promise<void> {
    if (said === undefined) return;
    const { at: _, ...last } = said;
    const leaving = service.acknowledge({ ...last, leaving: true }).catch(() => {});
    await Promise.race([leaving, pause(leaving_ms, undefined, { ref: false })]);
  }

  async function readBack(current: Render): Promise<void> {
    if (engine.readBack === undefined) return;
    if (readAt !== undefined && now() - readAt < readBack_ms) return;
    readAt = now();
    try {
      const figures = await engine.readBack(current).catch(engineProblemOf);
      if (figures instanceof EngineProblem) tell("figures", `figures were not read back: ${figures.message}`);
      else told.delete("figures");
      const reports = figures instanceof EngineProblem ? [] : figures;
      const failure = figures instanceof EngineProblem ? figures : undefined;
      const sources = dataSourceReports(current.data_sources, new Date(), failure);
      if (reports.length + sources.length > 0) await service.report([...reports, ...sources]);
    } catch (error) {
      const what =
        error instanceof ServiceProblem
          ? "figures were not read back"
          : "the service did not take the figures";
      tell("figures", `${what}: ${messageOf(error)}`);
    }
  }

  return {
    round,
    untilNews,
    async run(interval_ms, signal) {
      while (!signal.aborted) {
        await round();
        await untilNews(interval_ms, signal);
      }
      await leave();
    },
  };
}

/** A fault of ours is said too, and ends no loop. @throws ServiceProblem, which is none of the engine's */
function engineProblemOf(error: unknown): EngineProblem {
  if (error instanceof ServiceProblem) throw error;
  return error instanceof EngineProblem ? error : new EngineProblem(`unexpected: ${messageOf(error)}`);
}

async function quietly<T>(asked: Promise<T> | undefined): Promise<T | undefined> {
  return asked?.catch(() => undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** As people tell digests apart. */
function shortened(digest: string): string {
  return digest.slice(0, 12);
}
