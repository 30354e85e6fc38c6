/** What engines are given, and whether they run it. */
import { useQuery } from "@tanstack/react-query";
import type { Tone } from "../../src/kernel/field.ts";
import { staleAfterMinutes } from "../../src/kernel/staleness.ts";
import { namedActions } from "../api/calls.ts";
import { readQuery } from "../api/queries.ts";
import type { Render } from "../api/shapes.ts";
import { useHere } from "../shell/session.ts";

/** The kind whose rows are engines. */
export const engineKind = "connectors";

const refreshMs = 30_000;

export function useRenders() {
  const here = useHere();
  return useQuery({
    ...readQuery<{ readonly data: readonly Render[] }>(here.slug, namedActions.listRenders, {}),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });
}

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
