/** `orgconfig serve`: one process that serves, or a supervisor of several. */
import cluster from "node:cluster";
import { hasDatabase } from "../database/embedded-home.ts";
import { unknownSettingMessage, unknownSettings } from "../known-settings.ts";
import { wantedTraces } from "../tracing/index.ts";
import { build } from "../version.ts";
import { createLog } from "./log.ts";
import { settingsFrom } from "./settings.ts";

export async function runStart(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = settingsFrom(env);
  const logger = createLog(settings.logLevel);
  // Workers have the supervisor's environment, and would say the same again.
  if (cluster.isPrimary) for (const one of unknownSettings(env)) logger.warn(unknownSettingMessage(one));
  // Before anything large is loaded: making it takes seconds, of which nobody should wonder.
  if (settings.databaseUrl === undefined && !hasDatabase(settings.dataDirectory))
    logger.info(`making the database under ${settings.dataDirectory}; this first start takes some seconds`);
  // The supervisor loads nothing of what serves: that is most of a process's memory.
  if (cluster.isPrimary && settings.workers > 1)
    return (await import("./workers/supervisor.ts")).supervise(settings.workers, logger);
  try {
    const traces = await wantedTraces(env, {
      databaseUrl: settings.databaseUrl,
      version: build,
      log: logger,
    });
    await (await import("./serve.ts")).runServe(settings, logger, traces);
  } catch (error) {
    // A worker whose start failed ends: its line to the supervisor would keep it.
    process.channel?.unref();
    throw error;
  }
}
