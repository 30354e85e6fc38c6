/** What can be seen of an installation by its database: for the running service, and for the command where none runs. */
import type { Database } from "../../../database/database.ts";
import { lookAtSchema, type SchemaSeen } from "../../../database/migrate.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { hasRoom } from "../../../database/room.ts";
import { knownKeys } from "../../../database/sealing-keys.ts";
import { connectionsOfNode } from "../../../database/server.ts";
import { type KeyRing, keyIdOf } from "../../../database/vault.ts";
import type { Bounds } from "../../../kernel/growth.ts";
import { createDeliveryStore } from "../../alerting/index.ts";
import { createAuditStore } from "../../identity/index.ts";
import { measureFullness } from "../upkeep/index.ts";
import { blockerChecks, blockersOf } from "./blockers.ts";
import { type Check, checksOf } from "./check.ts";
import { databaseChecks } from "./database-checks.ts";
import { createDoctorStore } from "./store.ts";
import { boundChecks, engineChecks, keyChecks, queueChecks } from "./work-checks.ts";

/** What the migrations and their triggers are written in; it comes with PostgreSQL, and can be dropped. */
const neededExtensions = ["plpgsql"];

export interface Examined {
  readonly database: Database;
  readonly vault: KeyRing;
  readonly isEmbedded: boolean;
  /** Processes that this environment serves with. */
  readonly workers: number;
  /** How much is kept, as this environment says it. */
  readonly bounds: Bounds;
  /** All that is stored sealed, of every feature. */
  readonly storedSecrets: (database: Database) => AsyncIterable<Sealed>;
}

/** Checks of the database, keys, engines, queues and bounds. It leaves nothing changed. */
export async function diagnose(examined: Examined): Promise<readonly Check[]> {
  const { database, bounds } = examined;
  const locks = blockerChecks(await blockersOf(database));
  // What somebody locks would be waited for.
  if (locks.some(({ status }) => status === "error")) return [...locks, ...behindLocks()];
  const schema = await lookAtSchema(database);
  const ofDatabase = [...locks, ...(await examineDatabase(examined, schema))];
  if (!isReadable(schema)) return ofDatabase;
  const store = createDoctorStore(database);
  const deliveries = await createDeliveryStore(database).depths();
  const refusedRecords = Number(await createAuditStore(database).countRefused());
  const waiting = await store.waiting();
  return [
    ...ofDatabase,
    ...keyChecks(await examineKeys(examined)),
    ...engineChecks(await store.agents(), await store.failingEngines()),
    ...queueChecks({ deliveries, refusedRecords, ...waiting }),
    ...boundChecks(await measureFullness(database, bounds), bounds),
  ];
}

/** What is not looked at while somebody holds a lock; no area is left out in silence. */
export function behindLocks(): readonly Check[] {
  return (["keys", "engines", "queues", "bounds"] as const).map((area) =>
    checksOf(area).skipped(
      "database",
      "not looked at: statements wait for a lock in the database, see above",
    ),
  );
}

/** An older schema, or one that a start refuses, may lack what is read. */
function isReadable({ database, program, refused }: SchemaSeen): boolean {
  return refused === undefined && database >= program;
}

async function examineDatabase(
  { database, isEmbedded, workers }: Examined,
  schema: SchemaSeen,
): Promise<readonly Check[]> {
  const store = createDoctorStore(database);
  const from = Date.now();
  const facts = await store.facts();
  const here = (from + Date.now()) / 2;
  const nodes = isEmbedded || !isReadable(schema) ? [] : await store.nodes();
  const present = await store.extensions();
  return databaseChecks({
    facts,
    isEmbedded,
    schema,
    connectionsOfNode,
    aheadSeconds: (facts.now.getTime() - here) / 1_000,
    nodes: Math.max(nodes.length, workers, 1),
    clocks: nodes,
    missingExtensions: neededExtensions.filter((name) => !present.includes(name)),
    bloated: await store.bloated(),
    hasRoom: facts.readOnly ? undefined : await hasRoom(database),
  });
}

async function examineKeys({ database, vault, storedSecrets }: Examined) {
  const sealedBy = new Map(vault.ids.map((id) => [id, 0]));
  const unopened = new Map<string, number>();
  for await (const { values } of storedSecrets(database))
    for (const { sealed, identity } of values) {
      const counts = vault.openOrNot(sealed, identity) === undefined ? unopened : sealedBy;
      const id = keyIdOf(sealed);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  const known = await knownKeys(database);
  return { sealedBy, unopened, missing: known.filter((id) => !vault.ids.includes(id)) };
}
