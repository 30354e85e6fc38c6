/**
 * The sealing keys that a database knows. Of each a known value, sealed by it, stands in the table `installation`, so
 * that a start with other keys is refused before it seals what nobody else can open.
 */
import type { Connection, Database } from "./database.ts";
import { keepInstallationValue } from "./installation.ts";
import { goneAfterSeconds, type OwnNode, type RunningNode, runningNodes } from "./nodes.ts";
import { sql } from "./queries.generated.ts";
import { fingerprintPrefix, installationIdentity, type Sealed, sealedInstallation } from "./reseal.ts";
import { type KeyRing, keyIdOf } from "./vault.ts";

/** Keys that do not belong to this database; the message names them, and the way out. */
export class WrongKeys extends Error {}

/** What is to be brought here is sealed with keys that are not here, or not at every node that runs. */
export class LacksKeys extends Error {
  /** What is said of it to programs. */
  readonly document: object;
  constructor(message: string, keys: readonly string[], nodes: readonly string[] = []) {
    super(message);
    this.document = { setting: "ORGCONFIG_SECRET_KEYS", missing_keys: keys, nodes };
  }
}

/**
 * Looks, before anything is brought here, whether all that runs here could open it.
 * @param sealers ids of the keys that the database knew which it comes from
 * @param here ids of the own keys
 * @throws LacksKeys
 */
export function refuseLacking(
  sealers: readonly string[],
  here: readonly string[],
  nodes: readonly RunningNode[],
): void {
  const lacking = sealers.filter((id) => !here.includes(id));
  const named = (ids: readonly string[]) => `key${ids.length > 1 ? "s" : ""} ${ids.join(", ")}`;
  if (lacking.length > 0)
    throw new LacksKeys(
      `it is sealed with ${named(lacking)}, missing in ORGCONFIG_SECRET_KEYS here (${here.join(", ") || "which has none"}): add what is missing at its end, from the backup of the keys; only if that is lost for good, or seals nothing, say --without-keys`,
      lacking,
    );
  const without = nodes.filter(({ keyIds }) => sealers.some((id) => !keyIds.includes(id)));
  const [first] = without;
  if (first === undefined) return;
  const theirs = sealers.filter((id) => without.some(({ keyIds }) => !keyIds.includes(id)));
  const places = without.map(({ place }) => place);
  throw new LacksKeys(
    `it is sealed with ${named(theirs)}, which the nodes that run at ${places.join(", ")} do not hold: add what is missing at the end of ORGCONFIG_SECRET_KEYS on every node, one by one, and try again; it can go again after orgconfig secrets rotate`,
    theirs,
    places,
  );
}

export interface Admission {
  readonly ring: KeyRing;
  /** All that is stored sealed: what a database from before fingerprints is known by. */
  readonly stored: (connection: Connection) => AsyncIterable<Sealed>;
  /** False where no other program can have the database open. */
  readonly shared: boolean;
  /** The node that starts; undefined for a command. */
  readonly node?: OwnNode | undefined;
  /** Whether all that is stored is to be sealed with the first key here, which has to be the nodes' first one then. */
  readonly reseals?: boolean;
}

export interface Admitted {
  /** Ids of keys that the database knows and that are not here: what they sealed does not open. */
  readonly missing: readonly string[];
  /** Where other nodes run. */
  readonly otherPlaces: readonly string[];
}

/** So much is looked at in a database that knows no key, until something opens. */
const mostLookedAt = 1_000;

/**
 * Compares the ring with what the database knows and with the nodes that run, and has the database know all of it.
 * Programs that start together take turns.
 * @throws WrongKeys
 */
export function admitKeys(
  database: Database,
  { ring, stored, shared, node, reseals }: Admission,
): Promise<Admitted> {
  return database.transaction(async (connection) => {
    await takeTurns(connection);
    const known = await knownKeys(connection);
    if (known.length === 0) await refuseStrangers(connection, ring, stored(connection));
    else {
      refuseUnknown(known, ring);
      await refuseLeftOut(connection, known, ring);
    }
    const others = shared ? await runningNodes(connection) : [];
    for (const other of others) {
      const [first = ""] = ring.ids;
      const [theirs = ""] = other.keyIds;
      if (!other.keyIds.includes(first)) throw misfit(other, `does not hold key ${first}, the first here`);
      if (!ring.ids.includes(theirs)) throw misfit(other, `seals with key ${theirs}, which is missing here`);
      if (reseals && theirs !== first)
        throw misfit(
          other,
          `seals with key ${theirs}, and key ${first} is the first here: rotate with the keys in that node's order, or all would be sealed back`,
        );
    }
    await remember(connection, ring);
    await node?.join(connection, ring.ids);
    return {
      missing: known.filter((id) => !ring.ids.includes(id)),
      otherPlaces: [...new Set(others.map(({ place }) => place))].filter((place) => place !== node?.place),
    };
  });
}

/** Has the database know these keys and no others, though they open nothing: the way out where the others are lost. */
export function replaceKeys(database: Database, ring: KeyRing): Promise<void> {
  return database.transaction(async (connection) => {
    await takeTurns(connection);
    const [running] = await runningNodes(connection);
    if (running !== undefined) throw misfit(running, "runs: stop every node first");
    await forget(connection, await knownKeys(connection));
    await remember(connection, ring);
  });
}

/** Ends what the database knows of keys that are not in the ring, once nothing is sealed with them. */
export function forgetOtherKeys(database: Database, ring: KeyRing): Promise<void> {
  return database.transaction(async (connection) => {
    await takeTurns(connection);
    await forget(
      connection,
      (await knownKeys(connection)).filter((id) => !ring.ids.includes(id)),
    );
  });
}

async function takeTurns(connection: Connection): Promise<void> {
  await connection.execute("SELECT pg_advisory_xact_lock(8071114002)");
}

/** The ids of the keys that the database knows. */
export async function knownKeys(connection: Connection): Promise<string[]> {
  return (await connection.query(sql.listInstallation, {}))
    .filter(({ name }) => name.startsWith(fingerprintPrefix))
    .map(({ name }) => name.slice(fingerprintPrefix.length));
}

async function remember(connection: Connection, ring: KeyRing): Promise<void> {
  for (const id of ring.ids) {
    const name = fingerprintPrefix + id;
    const value = ring.sealWith(id, "orgconfig", installationIdentity(name));
    const kept = await keepInstallationValue(connection, name, value);
    if (ring.openOrNot(kept, installationIdentity(name)) === undefined)
      throw new WrongKeys(`ORGCONFIG_SECRET_KEYS: the database's fingerprint of key ${id} is not that key's`);
  }
}

async function forget(connection: Connection, ids: readonly string[]): Promise<void> {
  for (const id of ids) await connection.query(sql.deleteInstallationValue, { name: fingerprintPrefix + id });
}

/** A database that knows no key yet is new, or from a release before: then what is stored has to open. */
async function refuseStrangers(
  connection: Connection,
  ring: KeyRing,
  stored: AsyncIterable<Sealed>,
): Promise<void> {
  const own = await sealersOf(sealedInstallation(connection), ring);
  const found = own.opened + own.others.size > 0 ? own : await sealersOf(stored, ring);
  // The installation's own values are needed, every one; of the rest an earlier start may have sealed some with others.
  const wrong = found === own ? found.others.size > 0 : found.opened === 0 && found.others.size > 0;
  if (wrong) throw foreignKeys([...found.others], ring);
}

async function sealersOf(stored: AsyncIterable<Sealed>, ring: KeyRing) {
  const others = new Set<string>();
  let [opened, seen] = [0, 0];
  for await (const { values } of stored) {
    for (const { sealed, identity } of values) {
      if (ring.openOrNot(sealed, identity) !== undefined) opened += 1;
      // One that its own key does not open was damaged, which other keys would not change.
      else if (!ring.ids.includes(keyIdOf(sealed))) others.add(keyIdOf(sealed));
      seen += 1;
    }
    if (seen > mostLookedAt) break;
  }
  return { opened, others };
}

function refuseUnknown(known: readonly string[], ring: KeyRing): void {
  if (!known.some((id) => ring.ids.includes(id))) throw foreignKeys(known, ring);
}

/** The keys of the audit log, for one, are sealed too: a key that seals them cannot be left out. */
async function refuseLeftOut(connection: Connection, known: readonly string[], ring: KeyRing): Promise<void> {
  for await (const { where, values } of sealedInstallation(connection)) {
    const id = keyIdOf(values[0]?.sealed ?? "");
    if (known.includes(id) && !ring.ids.includes(id))
      throw new WrongKeys(
        `ORGCONFIG_SECRET_KEYS leaves out key ${id}, which still seals ${where}: add it again at the end, and run orgconfig secrets rotate before it goes`,
      );
  }
}

function foreignKeys(theirs: readonly string[], ring: KeyRing): WrongKeys {
  return new WrongKeys(
    `ORGCONFIG_SECRET_KEYS has none of the keys that this database was sealed with (${theirs.join(", ")}; here ${ring.ids.join(", ")}): set the keys that it had, from the backup of the keys or another node; only if they are lost for good, run orgconfig secrets accept`,
  );
}

function misfit({ place, seconds }: { place: string; seconds: number }, what: string): WrongKeys {
  return new WrongKeys(
    `ORGCONFIG_SECRET_KEYS: the node at ${place}, seen ${seconds} s ago, ${what}. Every node needs every key before one of them seals with it (docs/operating.md); if that node has ended, start again in ${goneAfterSeconds} s`,
  );
}
