import { setTimeout as pause } from "node:timers/promises";
import { type Logger, pino } from "pino";
import { BadFirstStart, type FirstStart } from "../capabilities/identity/first-start.ts";
import type { Settings } from "../environment.ts";
import { Refusal } from "../kernel/problem.ts";
import { createLifecycle, type Lifecycle } from "../lifecycle.ts";
import { createService, type Service } from "../service.ts";
import type { Database } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { CommandError, exitCodes } from "./client.ts";
import { openDatabase, settingsOrExit } from "./open.ts";

/** How long open requests may take to finish after SIGTERM. */
const drainMs = 30_000;
/** How long a balancer has to see that the node is no longer ready, before it takes no more connections. */
const lingerMs = 1_000;
const retryMs = 1_000;

/** Serves until SIGTERM or SIGINT, then lets what is open finish and exits 0. */
export async function runServe(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = settingsOrExit(env);
  const logger = pino({ level: settings.logLevel });
  const database = await openDatabase(settings);
  const lifecycle = createLifecycle("starting");
  const service = await createService(settings, database, logger, lifecycle);
  const url = await listen(service, settings);
  stopOnSignals(service, database, lifecycle, logger);

  await migrateWhenThere(database, logger);
  const first = await service.firstStart().catch(async (error: unknown) => {
    if (!(error instanceof BadFirstStart)) throw error;
    await service.close();
    await database.close();
    throw new CommandError(error.message, exitCodes.usage);
  });
  lifecycle.serve();
  if (settings.databaseUrl === undefined) {
    logger.warn(
      `the embedded database under ${settings.dataDirectory} survives a crash of this program but not a power cut; set DATABASE_URL to a PostgreSQL server for production`,
    );
  }
  logger.info(`orgconfig serves at ${url}`);
  if (first !== undefined) process.stdout.write(welcome(first, settings.publicUrl ?? url));
}

async function listen({ server }: Service, { host, port }: Settings): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `HOST and PORT: ${host} port ${port} cannot be listened at: ${why}`,
      exitCodes.usage,
    );
  }
}

/** Brings the schema up to date as soon as the database answers; probes are answered meanwhile. */
async function migrateWhenThere(database: Database, logger: Logger): Promise<void> {
  for (;;) {
    try {
      const ran = await migrate(database);
      if (ran.length > 0) logger.info({ migrations: ran }, "the schema was brought up to date");
      return;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "unavailable")) throw error;
      logger.warn({ err: error.cause }, "waiting for the database");
      await pause(retryMs);
    }
  }
}

function stopOnSignals(service: Service, database: Database, lifecycle: Lifecycle, logger: Logger): void {
  const stop = async (signal: NodeJS.Signals) => {
    if (lifecycle.phase() === "draining") return;
    lifecycle.drain();
    logger.info("draining: open requests finish, new ones are not taken");
    setTimeout(() => {
      logger.warn("requests are still open; they are cut off");
      process.exit(0);
    }, drainMs).unref();
    if (signal === "SIGTERM") await pause(lingerMs);
    await service.close();
    await database.close();
    process.exit(0);
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
}

/** What a newcomer needs, shown once: what was made up here is kept nowhere in the clear. */
function welcome({ organization, email, password, key }: FirstStart, url: string): string {
  const lines = [
    "",
    `The first organization is ${organization.name} (${organization.slug}).`,
    `Sign in at ${url} as ${email}${password === undefined ? "" : ` with the password ${password}`}`,
    ...(key === undefined
      ? []
      : [
          `Its first API key is ${key}`,
          "None of this is shown again. A first call:",
          "",
          `  curl -H "Authorization: Bearer ${key}" ${url}/api/v1/config/teams`,
        ]),
    "",
  ];
  return `${lines.join("\n")}\n`;
}
