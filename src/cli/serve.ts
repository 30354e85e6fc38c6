import { Server } from "node:net";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { offerCopies } from "../database/embedded-copies.ts";
import { lossesOf, migrate } from "../database/migrate.ts";
import { createNode, type OwnNode, renewEveryMs } from "../database/nodes.ts";
import { isOpenToOthers } from "../database/private-files.ts";
import { answerTimeoutMs } from "../database/server.ts";
import { ownClockAheadMs } from "../engine/clock.ts";
import type { Feature } from "../engine/feature.ts";
import { Periodic } from "../engine/periodic.ts";
import type { Settings } from "../environment.ts";
import { BadFirstStart } from "../features/identity/accounts/first-start.ts";
import { noteWholeRestore } from "../features/organization/organizations/index.ts";
import { Refusal } from "../kernel/problem.ts";
import { readable } from "../kernel/readable.ts";
import { createLifecycle, type Lifecycle } from "../lifecycle.ts";
import { sayAgain, sayAgainMs } from "../seed/live.ts";
import { createService, type Service } from "../service.ts";
import type { Traces } from "../tracing/start.ts";
import { createDiskWatch } from "./disk-watch.ts";
import { usageError } from "./errors.ts";
import { createFirstSignIn } from "./first-sign-in.ts";
import { admitted } from "./keys.ts";
import { notifySystemd } from "./notify-systemd.ts";
import { openDatabase } from "./open.ts";
import { type SupervisorLine, supervisorLine } from "./workers/worker.ts";

/** How long open requests may take to finish after SIGTERM. */
const drainMs = 30_000;
/** How long a balancer has to see that the node is no longer ready, before it takes no more connections. */
const lingerMs = 1_000;
const retryMs = 1_000;
/** After the start, which has more to do; the figures of a demo that was away for long are there by then. */
const demoFirstMs = 15_000;

/** Serves until SIGTERM or SIGINT, then lets what is open finish and exits 0. */
export async function runServe(settings: Settings, logger: Logger, traces?: Traces): Promise<void> {
  const supervisor = supervisorLine();
  const database = await openDatabase(settings, { answerTimeoutMs });
  const lifecycle = createLifecycle("starting");
  // An embedded database has one node, by the lock of its directory.
  const node =
    settings.databaseUrl === undefined
      ? undefined
      : createNode(database, `${hostname()}:${settings.port}`, ownClockAheadMs);
  let service: Service | undefined;
  try {
    service = await createService(settings, database, logger, lifecycle, {
      metricsOfAll: supervisor?.metricsOfAll,
      nodeId: node?.id,
      ownFeatures: [
        node === undefined ? await copiesOf(settings, database, logger) : featureOf(node, logger),
        createDiskWatch([settings.dataDirectory, settings.engineDirectory ?? []].flat(), logger),
        demoOf(() => service, settings, logger),
      ],
    });
    await start(service, { settings, database, logger, lifecycle, supervisor, node, traces });
  } catch (error) {
    if (lifecycle.phase() === "draining") return; // a signal came meanwhile, and ends the program
    // A start that failed leaves nothing behind: no open port, and the data directory free for the next.
    await service?.close().catch(() => {});
    await database.close();
    throw error;
  }
}

/** This node among those that run on the database. */
function featureOf(node: OwnNode, log: Logger): Feature {
  const { renew, leave } = node;
  return {
    name: "nodes",
    background: [new Periodic({ name: "renewal of this node", everyMs: renewEveryMs, run: renew, log })],
    close: leave,
  };
}

/** Figures of the demo that go on, where an organization holds it. */
function demoOf(service: () => Service | undefined, settings: Settings, log: Logger): Feature {
  const run = async () => {
    const served = service();
    if (served !== undefined) await sayAgain({ service: served, settings });
  };
  const figures = { name: "figures of the demo", everyMs: sayAgainMs, firstMs: demoFirstMs, run, log };
  return { name: "demo", background: [new Periodic(figures)] };
}

/** Copies of the embedded database for `orgconfig backup`. The service goes on where it cannot offer them. */
async function copiesOf({ dataDirectory }: Settings, database: Database, logger: Logger): Promise<Feature> {
  const copies = await offerCopies(dataDirectory, database).catch((error: Error) => {
    logger.warn(
      `orgconfig backup cannot be used while this runs, because no socket can be made in ${dataDirectory}: ${error.message}`,
    );
    return undefined;
  });
  return { name: "copies", close: async () => copies?.close() };
}

interface Start {
  readonly node: OwnNode | undefined;
  readonly settings: Settings;
  readonly database: Database;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly supervisor: SupervisorLine | undefined;
  /** Where traces are sent. */
  readonly traces: Traces | undefined;
}

async function start(service: Service, start: Start): Promise<void> {
  const { settings, lifecycle, supervisor } = start;
  if (supervisor?.replaces) {
    // Others serve meanwhile, and have made the first start.
    stopOnSignals(service, start);
    await prepare(start);
    await followClock(service, start);
    if (lifecycle.serve()) supervisor.ready(await listen(service, settings));
    return;
  }
  const url = await listen(service, settings);
  stopOnSignals(service, start);

  await prepare(start);
  await followClock(service, start);
  await noteRestore(service, start);
  const signIn = createFirstSignIn(settings, url);
  const first = await service.firstStart(signIn.keep).catch((error: unknown) => {
    throw error instanceof BadFirstStart ? usageError(error.message) : error;
  });
  if (lifecycle.serve()) announce(url, start);
  if (first !== undefined) process.stdout.write(signIn.shown(first));
}

/** Nodes of one server decide by its clock; an embedded database has the program's own. */
async function followClock({ doctor }: Service, { settings }: Start): Promise<void> {
  if (settings.databaseUrl !== undefined) await doctor.watch.followClock();
}

async function noteRestore({ audit }: Service, { database, logger }: Start): Promise<void> {
  const madeAt = await noteWholeRestore(database, audit.signRecord);
  if (madeAt !== undefined)
    logger.warn(
      `this database was restored from a backup of ${readable(madeAt)}: API keys, tokens, sessions and members that were ended since are as they were then; orgconfig access end ends all that programs and people hold`,
    );
}

function announce(url: string, { settings, logger, supervisor }: Start): void {
  if (settings.databaseUrl === undefined) warnOfEmbedded(settings, logger);
  // With workers it is the supervisor's to say, when all of them do.
  if (supervisor === undefined) logger.info(`orgconfig serves at ${url}`);
  else supervisor.ready(url);
  notifySystemd("READY=1", logger);
}

function warnOfEmbedded({ dataDirectory }: Settings, logger: Logger): void {
  logger.warn(
    `the embedded database under ${dataDirectory} is for one node and small use; set DATABASE_URL to a PostgreSQL server for production`,
  );
  if (process.platform !== "win32" && isOpenToOthers(dataDirectory)) {
    logger.warn(
      `ORGCONFIG_DATA_DIR: others than this program's user can reach into ${dataDirectory}, which belongs to another user or is shared; what is in it stays this user's alone`,
    );
  }
}

async function listen({ server, operatorServer }: Service, settings: Settings): Promise<string> {
  const { operatorListen } = settings;
  if (operatorServer !== undefined && operatorListen !== undefined)
    await listenAt(operatorServer, operatorListen, "ORGCONFIG_OPERATOR_LISTEN");
  return listenAt(server, settings, "HOST and PORT");
}

async function listenAt(
  server: Service["server"],
  { host, port }: Pick<Settings, "host" | "port">,
  variables: string,
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usageError(`${variables}: ${host} port ${port} cannot be listened at: ${why}`);
  }
}

/** Brings the schema up to date, and sees that the keys are those of the database and of the nodes that run. */
async function prepare({ settings, database, logger, node }: Start): Promise<void> {
  await migrateWhenThere(database, logger);
  const { missing, otherPlaces } = await admitted(database, settings, { node });
  if (otherPlaces.length > 0 && settings.publicUrl === undefined) {
    logger.warn(
      { nodes: otherPlaces },
      "several nodes run and ORGCONFIG_PUBLIC_URL is not set: links in mail lead to the node that sends them; set it to the address that people use, on every node",
    );
  }
  if (missing.length > 0) {
    logger.warn(
      { keys: missing },
      "the database knows keys that ORGCONFIG_SECRET_KEYS does not hold: run orgconfig secrets rotate, which names what they still seal",
    );
  }
}

/** Brings the schema up to date as soon as the database answers; probes are answered meanwhile. */
async function migrateWhenThere(database: Database, logger: Logger): Promise<void> {
  for (;;) {
    try {
      const ran = await migrate(database);
      if (ran.length > 0) logger.info({ migrations: ran }, "the schema was brought up to date");
      const losses = await lossesOf(database);
      if (losses.length > 0)
        logger.warn(
          { leftOut: losses },
          "a newer orgconfig brought the schema up to its own: this version runs on it, and leaves out what it does not know",
        );
      return;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "unavailable")) throw error;
      logger.warn({ err: error.cause }, `waiting for the database: ${error.message}`);
      await pause(retryMs);
    }
  }
}

function stopOnSignals(service: Service, start: Start): void {
  const { database, lifecycle, logger, supervisor, traces } = start;
  let stopping = false;
  const stop = async (lingers: boolean, retires = false) => {
    if (stopping) return;
    stopping = true;
    if (retires) {
      lifecycle.retire();
      takeNoMore(service);
    } else lifecycle.drain();
    notifySystemd("STOPPING=1", logger);
    logger.info("draining: open requests finish, new ones are not taken");
    setTimeout(() => {
      logger.warn("requests or work in the background are not done yet; they are cut off");
      process.exit(0);
    }, drainMs).unref();
    // Most of them have left by the time that the rest of them has to.
    traces?.flush();
    if (lingers) await pause(lingerMs);
    await service.close();
    await database.close();
    await traces?.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop(true));
  process.on("SIGINT", () => void stop(false));
  supervisor?.onRetire(() => void stop(true, true));
}

/**
 * Leaves new connections to the other workers. The server's own close() would also cut those that it has taken this
 * moment and that have not said anything yet.
 */
function takeNoMore({ server }: Service): void {
  Server.prototype.close.call(server.server);
}
