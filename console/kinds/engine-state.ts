/** Whether an engine runs what it is given. */
import type { Tone } from "../../src/kernel/field.ts";
import { staleAfterMinutes } from "../../src/kernel/staleness.ts";
import type { Render } from "../api/shapes.ts";

export interface EngineState {
  readonly tone: Tone;
  /** What goes on after the engine's name. */
  readonly label: string;
}

/** An agent that is there asks again sooner than this. */
const patienceMs = 90_000;

/**
 * Whether the engine runs the present configuration, as far as its agent tells.
 *
 * @param now milliseconds since 1970
 */
export function engineState({ enabled, applied, digest }: Render, now: number): EngineState {
  if (!enabled) return { tone: "quiet", label: "Off" };
  if (applied === null) return { tone: "warning", label: "No agent yet" };
  if (!applied.ok) return { tone: "bad", label: "Does not run it" };
  const age = now - Date.parse(applied.at);
  if (applied.running_digest !== digest)
    return age < patienceMs
      ? { tone: "quiet", label: "Being updated" }
      : { tone: "warning", label: "Runs an earlier configuration" };
  return age > staleAfterMinutes * 60_000
    ? { tone: "warning", label: "Agent is silent" }
    : { tone: "good", label: "Runs this configuration" };
}

/** A digest as people tell it from others. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}
