/**
 * Brings an engine to run what the service rendered for it, says so, and reads figures back. The same loop runs
 * beside an engine (`orgconfig agent`) and inside of the service (`metadata.run_in: service`).
 */
import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../kernel/validate.ts";

/** What the service rendered for a connector. */
export interface Render {
  readonly connector: {
    readonly id: string;
    readonly name: string;
    readonly connector_type: string;
    readonly enabled: boolean;
  };
  readonly digest: string;
  readonly files: readonly { readonly name: string; readonly content: string }[];
}

/** What is said of an engine. */
export interface Said {
  readonly digest: string;
  readonly ok: boolean;
  readonly message: string | null;
  readonly version: string | null;
}

/** What was seen of one row. */
export interface StateReport {
  readonly kind: string;
  readonly id: string;
  readonly state: JsonObject;
}

/** The service, as an agent needs it. Each call throws where it cannot be made. */
export interface AgentService {
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
  /** The figures that the engine has. @throws EngineProblem where it does not answer */
  readBack?(render: Render): Promise<readonly StateReport[]>;
}

/** Why an engine does not run a rendering, in a sentence that may be shown. */
export class EngineProblem extends Error {}

/** Nothing answers at the engine's address, so that nobody knows whether it would take the rendering. */
export class EngineAway extends EngineProblem {}

export interface AgentOptions {
  readonly service: AgentService;
  readonly engine: Engine;
  readonly log: (message: string) => void;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

/** How one round went. */
export interface Outcome {
  /** Whether the engine runs what the service renders now. */
  readonly ok: boolean;
  readonly message: string | null;
}

/** An acknowledgement is said again so often although nothing changed: the connector's health tells how old it is. */
const heartbeat_ms = 60_000;
const readBack_ms = 60_000;
/** A rendering that did not take is tried again after this, then after twice as long, up to the other. */
const retry_ms = { first: 15_000, longest: 300_000 } as const;

export interface Agent {
  /** One round: fetch, apply or verify, acknowledge, read back. Throws nothing. */
  round(): Promise<Outcome>;
  /** Rounds until the signal. */
  run(interval_ms: number, signal: AbortSignal): Promise<void>;
}

export function createAgent({ service, engine, log, now = () => performance.now() }: AgentOptions): Agent {
  let render: Render | undefined;
  /** The digest that the engine was seen to run. */
  let running: string | undefined;
  let failed: { readonly digest: string; readonly wait_ms: number; readonly at: number } | undefined;
  let said: (Said & { readonly at: number }) | undefined;
  let readAt: number | undefined;
  let told: string | undefined;

  /** Logs a sentence once, until another one comes. */
  function tell(message: string): void {
    if (message !== told) log(message);
    told = message;
  }

  async function round(): Promise<Outcome> {
    let away: string | undefined;
    try {
      render = (await service.render(render?.digest)) ?? render;
    } catch (error) {
      away = `the service does not answer: ${messageOf(error)}`;
      tell(away);
    }
    if (render === undefined) return { ok: false, message: away ?? "there is no rendering" };
    if (!render.connector.enabled) {
      const message = "the connector is disabled; its engine keeps what it runs";
      tell(message);
      return { ok: false, message };
    }
    const outcome = await bring(render);
    await acknowledge(render, outcome);
    if (outcome.ok) await readBack(render);
    return away === undefined ? outcome : { ok: false, message: away };
  }

  /** Brings the engine to run the rendering, where it does not. */
  async function bring(current: Render): Promise<Outcome & { readonly version: string | null }> {
    const before = failed?.digest === current.digest ? failed : undefined;
    if (before !== undefined && now() - before.at < before.wait_ms)
      return { ok: false, message: said?.message ?? null, version: said?.version ?? null };
    try {
      if (running === current.digest) await engine.verify(current);
      else {
        await engine.apply(current);
        log(`the engine runs ${current.digest.slice(0, 12)}`);
      }
      running = current.digest;
      failed = undefined;
      const version = (await engine.version()) ?? null;
      return { ok: true, message: (await engine.remark?.(current)) ?? null, version };
    } catch (error) {
      if (!(error instanceof EngineProblem)) throw error;
      running = undefined;
      const wait_ms = before === undefined ? retry_ms.first : Math.min(before.wait_ms * 2, retry_ms.longest);
      failed = { digest: current.digest, wait_ms, at: now() };
      tell(error.message);
      return { ok: false, message: error.message, version: said?.version ?? null };
    }
  }

  async function acknowledge(
    { digest }: Render,
    { ok, message, version }: Outcome & { readonly version: string | null },
  ): Promise<void> {
    const saying: Said = { digest, ok, message, version };
    const news =
      said === undefined ||
      (["digest", "ok", "message", "version"] as const).some((name) => said?.[name] !== saying[name]);
    if (!news && now() - (said?.at ?? 0) < heartbeat_ms) return;
    try {
      await service.acknowledge(saying);
      said = { ...saying, at: now() };
    } catch (error) {
      tell(`the service did not take the acknowledgement: ${messageOf(error)}`);
    }
  }

  async function readBack(current: Render): Promise<void> {
    if (engine.readBack === undefined) return;
    if (readAt !== undefined && now() - readAt < readBack_ms) return;
    readAt = now();
    try {
      const reports = await engine.readBack(current);
      if (reports.length > 0) await service.report(reports);
    } catch (error) {
      tell(`figures were not read back: ${messageOf(error)}`);
    }
  }

  return {
    round,
    async run(interval_ms, signal) {
      while (!signal.aborted) {
        await round();
        await pause(interval_ms, undefined, { signal }).catch(() => {});
      }
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
