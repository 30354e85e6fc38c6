/** What is said of the database, by what it answered. Pure functions. */
import type { SchemaSeen } from "../../../database/migrate.ts";
import type { RunningNode } from "../../../database/nodes.ts";
import { counted, figure } from "../../../kernel/readable.ts";
import { type Check, checksOf } from "./check.ts";

const { ok, skipped, warning, error } = checksOf("database");

/** What is said of a full disk, by the doctor and by nodes. */
export const fullWords =
  "the database's disk is full: what needs room there is refused, and what is stored can be read; make room";

const oldestVersion = 15;
/** Expiry of keys and times of records follow a node's clock. */
const clockSeconds = { warning: 1, error: 30 } as const;

export interface DatabaseFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly maxConnections: number;
  readonly reservedConnections: number;
  readonly usedConnections: number;
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  readonly synchronousCommit: string;
  readonly readOnly: boolean;
  readonly encoding: string;
}

export interface DatabaseSeen {
  readonly facts: DatabaseFacts;
  readonly isEmbedded: boolean;
  /** Seconds by which the database's clock is ahead of this program's; negative where it is behind. */
  readonly aheadSeconds: number;
  /** Those that serve, with this installation's workers. */
  readonly nodes: number;
  readonly connectionsOfNode: number;
  /** What the workers of each node say of their own clocks. */
  readonly clocks: readonly Pick<RunningNode, "place" | "aheadSeconds">[];
  /** Extensions that it lacks. */
  readonly missingExtensions: readonly string[];
  readonly bloated: readonly { readonly name: string; readonly dead: number; readonly live: number }[];
  readonly schema: SchemaSeen;
  /** Whether its disk took a little more; undefined where that could not be tried. */
  readonly hasRoom: boolean | undefined;
}

export function databaseChecks(seen: DatabaseSeen): readonly Check[] {
  const { facts, isEmbedded, missingExtensions } = seen;
  return [
    versionCheck(facts, isEmbedded),
    schemaCheck(seen.schema),
    ...(isEmbedded
      ? []
      : [clockCheck(seen.aheadSeconds), ...clocksChecks(seen.clocks), connectionsCheck(seen)]),
    durabilityCheck(facts),
    facts.readOnly
      ? error(
          "writable",
          "it is read-only: DATABASE_URL has to lead to the primary (docs/operating.md, Failover)",
        )
      : ok("writable", "it takes writes"),
    roomCheck(seen.hasRoom),
    facts.encoding === "UTF8"
      ? ok("encoding", "UTF8")
      : error(
          "encoding",
          `its encoding is ${facts.encoding}; make a database WITH ENCODING 'UTF8' and restore a dump into it`,
        ),
    missingExtensions.length === 0
      ? ok("extensions", "none is missing")
      : error("extensions", `it lacks ${missingExtensions.join(", ")}: run CREATE EXTENSION as its owner`),
    bloatCheck(seen.bloated),
  ];
}

function roomCheck(hasRoom: boolean | undefined): Check {
  if (hasRoom === undefined) return skipped("room", "whether its disk has room could not be tried");
  return hasRoom ? ok("room", "its disk took another megabyte") : error("room", fullWords);
}

function versionCheck({ version, versionNumber }: DatabaseFacts, isEmbedded: boolean): Check {
  if (isEmbedded) return ok("version", `the embedded database, PostgreSQL ${version}`);
  return versionNumber >= oldestVersion * 10_000
    ? ok("version", `PostgreSQL ${version}`)
    : error("version", `PostgreSQL ${version} is too old: upgrade it to ${oldestVersion} or newer`);
}

function schemaCheck({ database, program, leftOut, refused }: SchemaSeen): Check {
  if (refused !== undefined) return error("schema", refused);
  if (database > program)
    return warning(
      "schema",
      `its schema is version ${database}, of a newer orgconfig: this program knows ${program}, runs on it, and leaves out ${leftOut.join(", ")}; start the newer one`,
    );
  return database < program
    ? warning(
        "schema",
        `its schema is version ${database}; the next start, or orgconfig migrate, brings it to ${program}`,
      )
    : ok("schema", `version ${database}`);
}

function clockCheck(aheadSeconds: number): Check {
  const off = Math.abs(aheadSeconds);
  const said = `the database's clock is ${figure(Math.round(off * 10) / 10)} s ${aheadSeconds < 0 ? "behind" : "ahead of"} this machine's`;
  if (off < clockSeconds.warning) return ok("clock", said);
  return (off < clockSeconds.error ? warning : error)("clock", `${said}: keep NTP running on both`);
}

/** Every node says by how much its clock is off: whoever asks one of them learns of all. */
function clocksChecks(clocks: DatabaseSeen["clocks"]): readonly Check[] {
  const places = new Map<string, number | null>();
  // The workers of a node have one clock; the first that has compared it says it.
  for (const { place, aheadSeconds } of clocks) places.set(place, places.get(place) ?? aheadSeconds);
  const silent = [...places].filter(([, ahead]) => ahead === null).map(([place]) => place);
  const wrong = [...places].flatMap(([place, ahead]) => {
    const off = Math.abs(ahead ?? 0);
    if (ahead === null || off < clockSeconds.warning) return [];
    const side = ahead < 0 ? "behind" : "ahead of";
    const said = `the clock of node ${place} is ${figure(Math.round(off * 10) / 10)} s ${side} the database's: keep NTP running there`;
    return [(off < clockSeconds.error ? warning : error)("clocks of nodes", said)];
  });
  const unknown =
    silent.length === 0
      ? []
      : [
          skipped(
            "clocks of nodes",
            `not known of ${silent.join(", ")}: no comparison yet, or an older version`,
          ),
        ];
  const right = places.size - silent.length - wrong.length;
  const good =
    right === 0 ? [] : [ok("clocks of nodes", `right at ${counted(right, "node")} of ${places.size}`)];
  return [...wrong, ...unknown, ...good];
}

function connectionsCheck({ facts, nodes, connectionsOfNode }: DatabaseSeen): Check {
  const { maxConnections, reservedConnections, usedConnections } = facts;
  const there = maxConnections - reservedConnections;
  const needed = nodes * connectionsOfNode;
  const said = `${counted(nodes, "node")} may open ${needed} of ${there} connections, ${usedConnections} are open`;
  return needed <= there
    ? ok("connections", said)
    : warning(
        "connections",
        `${said}: raise max_connections to ${needed + reservedConnections + 10}, or put pgbouncer in between`,
      );
}

function durabilityCheck({ fsync, fullPageWrites, synchronousCommit }: DatabaseFacts): Check {
  const off = [
    ...(fsync ? [] : ["fsync"]),
    ...(fullPageWrites ? [] : ["full_page_writes"]),
    ...(synchronousCommit === "off" ? ["synchronous_commit"] : []),
  ];
  if (off.length === 0) return ok("durability", "what it acknowledged survives a power cut");
  const say = fsync && fullPageWrites ? warning : error;
  return say(
    "durability",
    `${off.join(" and ")} is off: a power cut loses what was acknowledged; set it to on`,
  );
}

function bloatCheck(bloated: DatabaseSeen["bloated"]): Check {
  const [worst] = bloated;
  if (worst === undefined) return ok("bloat", "no table has many dead rows");
  const each = bloated.map(
    ({ name, dead, live }) => `${name} (${Math.round(dead)} dead, ${Math.round(live)} live)`,
  );
  return warning(
    "bloat",
    `dead rows were not removed in ${each.join(", ")}: see that autovacuum is on, and run VACUUM ${worst.name}`,
  );
}

/** What is not known of a database that does not answer. @param why without credentials */
export function unanswered(why: string): Check {
  return error("connection", `it does not answer: ${why}`);
}

/** What is not looked at because of that. */
export function notLookedAt(why: string): Check {
  return skipped("connection", why);
}
