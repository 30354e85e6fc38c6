/** How a round went, and what a failure says of the engine. */
import {
  type Acknowledgement,
  EngineAway,
  EngineIdle,
  EngineProblem,
  messageOf,
  ServiceProblem,
} from "./engine.ts";

/** How one round went. */
export interface Outcome {
  /** Whether the engine runs what the service renders now. */
  readonly ok: boolean;
  readonly message: string | null;
  /** True where the engine runs it and cannot evaluate all of it. */
  readonly degraded?: boolean;
  readonly lost?: Acknowledgement["lost"];
  /** Of one that is not ok: it answers, and evaluates nothing of the rendering. */
  readonly isIdle?: boolean;
}

/** Nothing answers, or what answers is not ready or has none of the rules: whether it measures, nobody knows. */
export function lostBy(problem: EngineProblem): Acknowledgement["lost"] {
  return problem instanceof EngineAway || problem instanceof EngineIdle ? "engine" : null;
}

/** A fault of our own is reported too, and ends no loop. @throws ServiceProblem, which is not the engine's */
export function engineProblemOf(error: unknown): EngineProblem {
  if (error instanceof ServiceProblem) throw error;
  return error instanceof EngineProblem ? error : new EngineProblem(`unexpected: ${messageOf(error)}`);
}
