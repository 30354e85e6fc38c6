/** Whether an engine runs what it is given. */
import type { Tone } from "../../../src/kernel/field.ts";
import { staleAfterMinutes } from "../../../src/kernel/staleness.ts";
import type { AgentWord, Render } from "../../api/engine-shapes.ts";

export interface EngineState {
  readonly tone: Tone;
  /** What goes on after the engine's name. */
  readonly label: string;
}

/** An agent that is there asks again sooner than this. */
const patienceMs = 90_000;

const notBrought: Readonly<Record<Render["brought_by"], string>> = {
  agent: "No agent yet",
  service: "Not brought yet",
  nobody: "Nobody brings it",
};

/**
 * Whether the engine runs the present configuration, as far as its agent shows.
 *
 * @param now milliseconds since 1970
 */
export function engineState({ enabled, applied, digest, brought_by }: Render, now: number): EngineState {
  if (!enabled) return { tone: "quiet", label: "Off" };
  if (applied === null) return { tone: "warning", label: notBrought[brought_by] };
  return agentState(applied, digest, now);
}

/**
 * Whether the engine of one agent runs the present configuration.
 *
 * @param digest of the present configuration
 * @param now milliseconds since 1970
 */
export function agentState(applied: AgentWord, digest: string, now: number): EngineState {
  const age = now - Date.parse(applied.at);
  // The page may be older than what the service said of it.
  if (applied.stale || age > staleAfterMinutes * 60_000)
    return { tone: "warning", label: "Agent does not report" };
  if (!applied.ok) return { tone: "bad", label: "Does not run it" };
  if (applied.running_digest !== digest)
    return age < patienceMs
      ? { tone: "quiet", label: "Being updated" }
      : { tone: "warning", label: "Runs an earlier configuration" };
  return { tone: "good", label: "Runs this configuration" };
}

/** Since when every agent that is there says that its engine runs the present configuration; undefined where one does not. */
export function liveSince({ digest, agents }: Render): string | undefined {
  const times = agents
    .filter(({ stale }) => !stale)
    .map(({ running_digest, running_since }) => (running_digest === digest ? running_since : null));
  return times.includes(null) ? undefined : (times as string[]).sort().at(-1);
}

/** Whether an engine is being brought what was saved. */
export function isMoving({ enabled, applied, digest }: Render): boolean {
  return enabled && applied?.ok === true && !applied.stale && applied.running_digest !== digest;
}

/** A digest as people read it. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

/** How an agent is started next to the engine, as a shell takes it whatever the connector is called. */
export function agentCommand({ name }: Pick<Render, "name">): string {
  return `orgconfig agent --connector '${name.replaceAll("'", "'\\''")}' --directory /var/lib/orgconfig-agent`;
}
