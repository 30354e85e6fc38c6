/** The installation in figures, for Prometheus: what waits, agents, the database's size and connections; nothing of any organization. */
import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Gauge, Histogram, type Registry } from "prom-client";
import type { Database } from "../../../database/database.ts";
import { homeOf } from "../../../database/embedded-home.ts";
import { retries } from "../../../engine/transaction.ts";
import { agentAges } from "./column-types.ts";
import { createDoctorStore } from "./store.ts";
import type { DatabaseWatch } from "./watch.ts";

/** Seconds: only what found every connection taken waits at all, and fails after 5 (embedded: 30). */
const buckets = [0.001, 0.01, 0.1, 1, 5, 30];
/** The size of files, and of the database, is looked at no more often. */
const sizeMs = 60_000;

interface Measured {
  readonly database: Database;
  /** Where the embedded database is; undefined where a server is used. */
  readonly embeddedIn: string | undefined;
  readonly watch: DatabaseWatch;
}

export function registerDoctorMetrics({ database, embeddedIn, watch }: Measured, registry: Registry): void {
  const store = createDoctorStore(database);
  const waiting = shared(() => store.waiting());
  const agents = shared(() => store.agents());
  const gauge = ofAll(registry);
  gauge(
    "orgconfig_audit_records_waiting",
    "Audit records that wait for a seal.",
    waiting,
    ({ records }) => records,
  );
  gauge(
    "orgconfig_audit_seal_lag_seconds",
    "The age of the oldest audit record that waits for a seal; 0 where none does.",
    waiting,
    ({ recordSeconds }) => Math.max(0, recordSeconds),
  );
  gauge(
    "orgconfig_alert_timers_due",
    "Steps of escalations that are due and not taken.",
    waiting,
    ({ timers }) => timers,
  );
  gauge(
    "orgconfig_alert_timer_lag_seconds",
    "How long the oldest step of an escalation has been due; 0 where none is.",
    waiting,
    ({ timerSeconds }) => timerSeconds,
  );
  gauge(
    "orgconfig_agent_silent_seconds",
    "How long the agent that spoke the longest ago has said nothing; 0 without agents.",
    agents,
    (all) => Math.max(0, ...all.map(({ oldestSeconds }) => oldestSeconds)),
  );
  new Gauge({
    name: "orgconfig_agents",
    help: "Agents of engines, by how long ago they spoke last.",
    labelNames: ["last_spoke"] as const,
    registers: [registry],
    aggregator: "max",
    async collect() {
      const all = await agents();
      this.reset();
      for (const age of all === undefined ? [] : agentAges)
        this.set({ last_spoke: age }, all?.find((one) => one.age === age)?.count ?? 0);
    },
  });
  const size = shared(() => store.facts(), sizeMs);
  gauge(
    "orgconfig_database_size_bytes",
    "The size of the database, without its log.",
    size,
    ({ bytes }) => bytes,
  );
  if (embeddedIn !== undefined) {
    const files = shared(() => bytesBelow(homeOf(embeddedIn)), sizeMs);
    gauge(
      "orgconfig_embedded_database_size_bytes",
      "What the embedded database takes on the disk, its log included.",
      files,
      (bytes) => bytes,
    );
  }
  registry.registerMetric(retries);
  registerPools(database, registry);
  registerWatch(watch, registry);
}

/** What was seen at the last look, which is some seconds ago. */
function registerWatch(watch: DatabaseWatch, registry: Registry): void {
  const gauge = (name: string, help: string, figureOf: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: "max",
      collect() {
        const value = figureOf();
        this.reset();
        if (value !== undefined) this.set(value);
      },
    });
  gauge(
    "orgconfig_database_writable",
    "1 where the database answers this node and takes writes, else 0.",
    () => (watch.isOfUse === undefined ? undefined : Number(watch.isOfUse)),
  );
  gauge(
    "orgconfig_database_disk_full",
    "1 from when the database refuses something because its disk is full, until it has room again; else 0.",
    () => Number(watch.isFull),
  );
  gauge(
    "orgconfig_clock_ahead_seconds",
    "By how much this node's clock is ahead of the database's; negative where it is behind.",
    () => (watch.aheadMs === undefined ? undefined : watch.aheadMs / 1_000),
  );
  gauge(
    "orgconfig_database_blocked",
    "Statements in the database that have waited for a lock for some seconds.",
    () => watch.blockers.reduce((sum, { waiting }) => sum + waiting, 0),
  );
  gauge(
    "orgconfig_database_blocked_seconds",
    "How long the one that has waited the longest for a lock has done so; 0 where none waits.",
    () => Math.max(0, ...watch.blockers.map(({ seconds }) => seconds)),
  );
}

function registerPools({ pools }: Database, registry: Registry): void {
  new Gauge({
    name: "orgconfig_database_connections",
    help: "Connections of this node to the database, by what they are for and whether some work has them.",
    labelNames: ["pool", "state"] as const,
    registers: [registry],
    collect() {
      for (const { pool, open, idle } of pools.figures()) {
        this.set({ pool, state: "idle" }, idle);
        this.set({ pool, state: "used" }, open - idle);
      }
    },
  });
  new Gauge({
    name: "orgconfig_database_waiting",
    help: "Work of this node that waits for a connection to the database.",
    labelNames: ["pool"] as const,
    registers: [registry],
    collect() {
      for (const { pool, waiting } of pools.figures()) this.set({ pool }, waiting);
    },
  });
  const seconds = new Histogram({
    name: "orgconfig_database_wait_seconds",
    help: "How long work waited for a connection to the database, where every one was taken.",
    buckets,
    registers: [registry],
  });
  pools.onWait = (waited) => seconds.observe(waited);
}

/** Registers gauges of what all nodes share. Without a database they have no figure, but those of the process have. */
function ofAll(registry: Registry) {
  return <T>(
    name: string,
    help: string,
    read: () => Promise<T | undefined>,
    figureOf: (value: T) => number,
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      // Each worker says the same.
      aggregator: "max",
      async collect() {
        const value = await read();
        this.reset();
        if (value !== undefined) this.set(figureOf(value));
      },
    });
}

/** One read for all gauges of a scrape, and for those within `keptMs`; undefined where it fails. */
function shared<T>(read: () => Promise<T>, keptMs = 1_000): () => Promise<T | undefined> {
  let at = Number.NEGATIVE_INFINITY;
  let reading: Promise<T | undefined> | undefined;
  return () => {
    const now = performance.now();
    if (reading === undefined || now - at > keptMs) {
      at = now;
      reading = read().catch(() => {
        at = Number.NEGATIVE_INFINITY;
        return undefined;
      });
    }
    return reading;
  };
}

/** Files come and go while they are counted. */
async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += (found?.blocks ?? 0) * 512;
  }
  return bytes;
}
