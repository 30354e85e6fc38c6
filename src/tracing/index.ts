/** Traces, where they are wanted. Nothing of OpenTelemetry is loaded before that is known. */
import type { Environment } from "../secret-files.ts";
import { readTraceSettings } from "./settings.ts";
import type { Traces, TracesOptions } from "./start.ts";

/**
 * Begins to send traces, where the variables want that. A service that holds alerts does not stay down for its traces:
 * what is wrong with the variables is logged, and no more.
 */
export async function wantedTraces(
  env: Environment,
  options: Omit<TracesOptions, "settings">,
): Promise<Traces | undefined> {
  const { settings, problem } = readTraceSettings(env);
  if (problem !== undefined) options.log.warn({}, `no traces are sent: ${problem}`);
  if (settings === undefined) return undefined;
  const { startTraces } = await import("./start.ts");
  options.log.info({ to: settings.shown, protocol: settings.protocol }, "traces are sent");
  return startTraces({ ...options, settings });
}
