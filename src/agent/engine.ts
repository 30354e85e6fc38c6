/** What an agent works with: a rendering, the service that it comes from, and the engine that it is for. */
import type { ErrorKind } from "../renderers/health.ts";
import type { StateReport } from "../renderers/read-back.ts";
import type { AlertService, AlertSide } from "./alert-side.ts";
import type { AnsweredRange, RangeQuery, ReadRange } from "./range-side.ts";

/** What the service rendered for a connector: what it is, without what is in its files. */
export interface Render {
  readonly connector: {
    readonly id: string;
    readonly name: string;
    readonly connector_type: string;
    readonly enabled: boolean;
  };
  /** The id of a connector that is gone, whose place this one took: its files are this one's to change. */
  readonly replaces?: string | undefined;
  readonly digest: string;
  readonly files: readonly {
    readonly name: string;
    /** What is in it, in pieces, as the service has it now. @throws ServiceProblem where it breaks off */
    read(): AsyncIterable<string>;
  }[];
  /** The rows, by their kind, whose figures the engine has while it runs the files. */
  readonly evaluated: readonly {
    readonly resource: string;
    readonly ids: readonly string[];
    /** How often their rules are evaluated; left out by services of before. */
    readonly every_seconds?: number;
  }[];
  /** The data sources that the engine stands for: whether it answers is their health. */
  readonly data_sources: readonly string[];
  /** What the service wants to be asked of the engine now. */
  readonly queries?: readonly RangeQuery[];
  /** Whether the service wants to know now which alerts the engine has. */
  readonly alerts_wanted?: boolean;
}

/** What an agent reports of its engine. */
export interface Acknowledgement {
  readonly digest: string;
  readonly ok: boolean;
  /** Whether it runs the rendering, and cannot evaluate all of it. */
  readonly degraded: boolean;
  readonly message: string | null;
  readonly version: string | null;
  /** What measures nothing any more: the engine, which does not answer or evaluates nothing, or all that it has probed. */
  readonly lost: "engine" | "probes" | null;
  /** How often the agent says so, in seconds; null for one that is run now and then. */
  readonly every_seconds: number | null;
  /** Set by an agent that ends: another one may take its place. */
  readonly leaving?: true;
}

/** The service, as an agent needs it. Each call throws where it cannot be made. */
export interface AgentService extends AlertService {
  /** Answers undefined while the rendering is still the one of this digest, and nothing is wanted of the engine. */
  render(known: string | undefined): Promise<Render | undefined>;
  /** @returns the service's time, RFC 3339; undefined where it does not say */
  acknowledge(acknowledgement: Acknowledgement): Promise<string | undefined>;
  answerRange(answer: AnsweredRange): Promise<void>;
  /** Any number of reports. */
  report(reports: readonly StateReport[]): Promise<void>;
}

/** An engine, as an agent needs it. */
export interface Engine {
  /** Makes the engine run the rendering. @throws EngineProblem and leaves what ran before */
  apply(render: Render): Promise<void>;
  /** Looks whether the engine still runs it. @throws EngineProblem where it does not */
  verify(render: Render): Promise<void>;
  /** The engine's version; undefined where it does not say. */
  version(): Promise<string | undefined>;
  /** What is worth knowing although it works, in a sentence. */
  readonly remark?: ((render: Render) => Promise<string | undefined>) | undefined;
  /** What of the rendering the engine runs and cannot evaluate, in a sentence; undefined where it can evaluate all. */
  readonly faults?: ((render: Render) => Promise<string | undefined>) | undefined;
  /** Why the engine, which answers, has no newer figures of any of its rules, in a sentence; undefined while it has. */
  readonly unevaluated?: ((render: Render) => Promise<string | undefined>) | undefined;
  /** Why nothing is probed any more of what the engine has probed, in a sentence; undefined while anything is. */
  readonly unprobed?: ((render: Render) => Promise<string | undefined>) | undefined;
  /**
   * The figures that the engine has, with times of the service's clock.
   * @param now by that clock
   * @param lost what measures nothing, as it is acknowledged: then nothing is known of the rows that hang on it
   * @throws EngineProblem where it does not answer
   */
  readonly readBack?:
    | ((render: Render, now: () => Date, lost?: Acknowledgement["lost"]) => Promise<readonly StateReport[]>)
    | undefined;
  /** Runs a range query; left out where it answers none. */
  readonly readRange?: ReadRange | undefined;
  /** What routes alerts, where the rendering says that it does. */
  readonly alertSide?: ((render: Render) => AlertSide | undefined) | undefined;
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

/** It answers, and has none of the rendering's rules: it evaluates nothing of the rows. */
export class EngineIdle extends EngineProblem {}

/** Nothing answers at the engine's address, so that nobody knows whether it would take the rendering. */
export class EngineAway extends EngineProblem {
  constructor(message: string) {
    super(message, "network");
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The engine, which is given a rendering, or looked at, only when something else is settled. */
export function settledFirst(engine: Engine, settle: (render: Render) => Promise<void>): Engine {
  return {
    ...engine,
    apply: (render) => settle(render).then(() => engine.apply(render)),
    verify: (render) => settle(render).then(() => engine.verify(render)),
  };
}
