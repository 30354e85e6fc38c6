/** Which keys a database lets start: those that open what is in it, and that the nodes which run know too. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { createNode, runningNodes } from "../../src/database/nodes.ts";
import { sql } from "../../src/database/queries.generated.ts";
import { admitKeys, forgetOtherKeys, replaceKeys, WrongKeys } from "../../src/database/sealing-keys.ts";
import { createVault, newSecretKey, type SecretKey, secretKey } from "../../src/database/vault.ts";
import { secretIdentity } from "../../src/engine/draft.ts";
import { everythingSealed } from "../../src/stored-secrets.ts";
import { openTestDatabase } from "../support/database.ts";

const newKey = () => secretKey(newSecretKey()) as SecretKey;
const [old, fresh, stranger] = [newKey(), newKey(), newKey()];

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** Starts a node, or a command, with these keys. */
const start = (keys: readonly SecretKey[], node?: ReturnType<typeof createNode>) =>
  admitKeys(database, {
    ring: createVault(keys),
    stored: everythingSealed,
    shared: true,
    node,
  });

const store = (name: string, key: SecretKey) =>
  database.query(sql.insertInstallationValue, {
    name,
    value: createVault([key]).seal("x", JSON.stringify(["installation", name])),
  });

/** A row with a secret, by a statement: the keys that are tried here belong to no service. */
const storeRow = async (id: string, key: SecretKey) => {
  const sealed = createVault([key]).seal('"x"', secretIdentity("org_1", "connectors", id, "config"));
  await database.execute(`
    INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ('org_1', 'one', 'One', 'business', now())
      ON CONFLICT DO NOTHING;
    INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
    VALUES ('org_1', 'connectors', '${id}', '${id}', '${id}', '{}', '{"config": "${sealed}"}', '{}', 1, now(), now())`);
};

describe("a new database", () => {
  it("takes the keys of its first start, and no others afterwards", async () => {
    await start([old]);
    expect(await start([old])).toEqual({ missing: [], otherPlaces: [] });
    await expect(start([stranger])).rejects.toThrow(WrongKeys);
    await expect(start([stranger])).rejects.toThrow(
      `(${old.id}; here ${stranger.id}): set the keys that it had`,
    );
  });

  it("lets of starts with different keys at one time only the first through", async () => {
    const results = await Promise.allSettled([start([old]), start([stranger])]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("a database from before fingerprints", () => {
  it("is known by the installation's own values, every one of which has to open", async () => {
    await store("audit_chain_key", old);
    await storeRow("conn_1", stranger);
    await expect(start([stranger])).rejects.toThrow(
      `has none of the keys that this database was sealed with (${old.id}`,
    );
    await start([fresh, old]);
    expect((await start([old])).missing).toEqual([fresh.id]);
  });

  it("is known by its rows where it has none of those", async () => {
    await storeRow("conn_1", old);
    await expect(start([stranger])).rejects.toThrow(WrongKeys);
    await start([old]);
  });

  it("of which a part was sealed with a wrong key starts with the right one", async () => {
    await storeRow("conn_1", stranger);
    await storeRow("conn_2", old);
    await start([old]);
  });
});

describe("a rotation", () => {
  it("goes through every step, and ends with the new key alone", async () => {
    await start([old]);
    await store("audit_chain_key", old);
    await start([old, fresh]);
    await start([fresh, old]);
    await expect(start([fresh])).rejects.toThrow(
      /leaves out key .* still seals installation audit_chain_key: add it again/,
    );
    await database.execute("DELETE FROM installation WHERE name = 'audit_chain_key'");
    await store("audit_chain_key", fresh);
    expect((await start([fresh])).missing).toEqual([old.id]);
    await forgetOtherKeys(database, createVault([fresh]));
    expect((await start([fresh])).missing).toEqual([]);
    await expect(start([old])).rejects.toThrow(WrongKeys);
  });

  it("is refused where a node that runs does not hold the new key yet, or seals with one that is missing", async () => {
    const running = createNode(database, "a:1");
    await start([old], running);
    await expect(start([fresh, old])).rejects.toThrow(
      `the node at a:1, seen 0 s ago, does not hold key ${fresh.id}`,
    );
    await running.leave();
    await start([fresh, old], running);
    await expect(start([old])).rejects.toThrow(/leaves out|seals with key/);
    await expect(start([old])).rejects.toThrow(`seals with key ${fresh.id}, which is missing here`);
    await expect(replaceKeys(database, createVault([stranger]))).rejects.toThrow("stop every node first");
    await running.leave();
    await start([old]);
  });

  it("takes no account of a node that was killed a while ago", async () => {
    await start([old], createNode(database, "a:1"));
    await database.execute("UPDATE nodes SET seen_at = now() - interval '31 seconds'");
    await start([fresh, old]);
  });
});

it("says where other nodes run, and counts the workers of one program as one", async () => {
  await start([old], createNode(database, "a:1"));
  await start([old], createNode(database, "b:1"));
  expect((await start([old], createNode(database, "a:1"))).otherPlaces).toEqual(["b:1"]);
});

it("says of each node by how much its own clock is off, as it is now", async () => {
  let ahead: number | undefined;
  const node = createNode(database, "c:1", () => ahead);
  await start([old], node);
  const said = async () => (await runningNodes(database)).find(({ place }) => place === "c:1")?.aheadSeconds;
  expect(await said()).toBeNull();
  ahead = -10_800_250;
  await node.renew();
  expect(await said()).toBe(-10_800.25);
  ahead = 40;
  await node.renew();
  expect(await said()).toBe(0.04);
  await node.leave();
});

it("takes new keys where the old ones are lost, when the operator says so", async () => {
  await start([old]);
  await store("audit_chain_key", old);
  await expect(start([fresh])).rejects.toThrow("orgconfig secrets accept");
  await replaceKeys(database, createVault([fresh]));
  expect((await start([fresh])).missing).toEqual([]);
});

it("finds a fingerprint that somebody has put in the place of a key's", async () => {
  await start([old]);
  const name = `sealing_key ${old.id}`;
  await database.query(sql.deleteInstallationValue, { name });
  await store(name, stranger);
  await expect(start([old])).rejects.toThrow(`fingerprint of key ${old.id} is not that key's`);
});

it("is sealed anew with the first key of the nodes that run, and not back with that of before", async () => {
  const node = createNode(database, "one:8080");
  await start([old, fresh]);
  await start([fresh, old], node);
  const rotates = (keys: readonly SecretKey[]) =>
    admitKeys(database, { ring: createVault(keys), stored: everythingSealed, shared: true, reseals: true });
  await expect(rotates([old, fresh])).rejects.toThrow(
    `the node at one:8080, seen 0 s ago, seals with key ${fresh.id}, and key ${old.id} is the first here`,
  );
  expect((await rotates([fresh, old])).missing).toEqual([]);
  await node.leave();
  expect((await rotates([old, fresh])).missing).toEqual([]);
});
