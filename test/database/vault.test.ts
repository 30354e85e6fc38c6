import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reseal, sealedRows, type Unopened } from "../../src/database/reseal.ts";
import { createVault, newSecretKey, type SecretKey, secretKey } from "../../src/database/vault.ts";
import { secretIdentity } from "../../src/engine/draft.ts";
import type { StoredPlan, StoredSet } from "../../src/engine/ports/plans.ts";
import type { Vault } from "../../src/engine/ports/rows.ts";
import { sealedPlans } from "../../src/features/changes/plans/sealed-store.ts";
import { createPlanStore } from "../../src/features/changes/plans/store.ts";
import { openPlan, openSet } from "../../src/features/changes/plans/stored-plans.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";
import { type Contract, startContract } from "../support/contract.ts";
import { fc } from "../support/property.ts";
import type { Tenant } from "../support/service.ts";

const keys = [newSecretKey(), newSecretKey()].map((text) => secretKey(text) as SecretKey);
const [first, second] = keys as [SecretKey, SecretKey];

describe("a sealed secret", () => {
  const vault = createVault([first]);

  it("opens to what was sealed, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (plain, identity) => {
        expect(vault.open(vault.seal(plain, identity), identity)).toBe(plain);
      }),
    );
  });

  it("opens nowhere but in its own row and field", () => {
    const identity = secretIdentity("org_1", "connectors", "conn_1", "config");
    const sealed = vault.seal("hush", identity);
    for (const other of [
      secretIdentity("org_2", "connectors", "conn_1", "config"),
      secretIdentity("org_1", "data_sources", "conn_1", "config"),
      secretIdentity("org_1", "connectors", "conn_2", "config"),
      secretIdentity("org_1", "connectors", "conn_1", "other"),
      "",
    ]) {
      expect(() => vault.open(sealed, other)).toThrow();
    }
  });

  it("does not open when any bit of it was changed", () => {
    const sealed = vault.seal("hush", "x");
    const [id, body = ""] = sealed.split(".");
    const bytes = Buffer.from(body, "base64");
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => vault.open(`${id}.${changed.toString("base64")}`, "x")).toThrow();
    }
    // Of nothing, all that is sealed is the tag: a part of it proves too little.
    const nothing = Buffer.from(vault.seal("", "x").split(".")[1] ?? "", "base64");
    for (const whole of [bytes, nothing]) {
      for (let length = 0; length < whole.length; length += 1) {
        expect(() => vault.open(`${id}.${whole.subarray(0, length).toString("base64")}`, "x")).toThrow();
      }
    }
  });

  it("differs every time, and shows neither the plain text nor the key", () => {
    const seals = new Set(Array.from({ length: 100 }, () => vault.seal("hush", "x")));
    expect(seals.size).toBe(100);
    for (const sealed of seals)
      expect(sealed).not.toContain(Buffer.from("hush").toString("base64").slice(0, 5));
  });
});

describe("keys", () => {
  it("after a rotation seal with the first, and open with all", () => {
    const old = createVault([first]).seal("hush", "x");
    const rotated = createVault([second, first]);
    expect(rotated.open(old, "x")).toBe("hush");
    expect(rotated.isCurrent(old)).toBe(false);
    const fresh = rotated.seal("hush", "x");
    expect(rotated.isCurrent(fresh)).toBe(true);
    expect(createVault([second]).open(fresh, "x")).toBe("hush");
    expect(() => createVault([first]).open(fresh, "x")).toThrow(/which ORGCONFIG_SECRET_KEYS does not hold/);
  });

  it("make codes that prove a text, for one purpose, with any of the keys that are held", () => {
    const code = createVault([first]).authenticate("said", "test");
    const rotated = createVault([second, first]);
    expect(rotated.check(code, "said", "test")).toBe("genuine");
    expect(rotated.isCurrent(code)).toBe(false);
    expect(rotated.check(code, "said", "another test")).toBe("forged");
    expect(rotated.check(code, "said ", "test")).toBe("forged");
    expect(rotated.check(code.slice(0, -1), "said", "test")).toBe("forged");
    expect(rotated.check(code.replace(first.id, second.id), "said", "test")).toBe("forged");
    expect(createVault([second]).check(code, "said", "test")).toBe("unknown_key");
    expect(rotated.check("", "said", "test")).toBe("unknown_key");
  });

  it("are 32 bytes in base64, and nothing else", () => {
    expect(secretKey(randomBytes(32).toString("base64"))?.bytes).toHaveLength(32);
    expect(secretKey(randomBytes(32).toString("base64").replace(/=+$/, ""))?.bytes).toHaveLength(32);
    for (const text of [
      "",
      "x",
      randomBytes(31).toString("base64"),
      randomBytes(33).toString("base64"),
      randomBytes(32).toString("hex"),
    ]) {
      expect(secretKey(text)).toBeUndefined();
    }
    expect(() => createVault([])).toThrow();
  });
});

describe("rows", () => {
  const texts = [newSecretKey(), newSecretKey()];
  let contract: Contract;
  beforeAll(async () => {
    contract = await startContract({ ORGCONFIG_SECRET_KEYS: texts[0] as string });
  });
  afterAll(() => contract.close());

  it("are sealed anew by a rotation, without a change that anybody could see", async () => {
    const tenant = await contract.tenant();
    const connectors = definitionsByKind.connectors as Kind;
    const rows = [];
    for (let i = 0; i < 3; i += 1) rows.push(await tenant.samples.row(connectors));
    const reads = await Promise.all(rows.map(({ path }) => tenant.config("GET", path)));
    const [fresh, old] = [texts[1] as string, texts[0] as string].map((text) => secretKey(text) as SecretKey);
    const ring = createVault([fresh as SecretKey, old as SecretKey]);
    const changes = await tenant.changes();
    const again = () =>
      reseal(sealedRows(contract.database, secretIdentity), ring, () => expect.unreachable());
    expect(await again()).toBe(3);
    expect(await again()).toBe(0);
    const alone = createVault([fresh as SecretKey]);
    for (const [index, { id, sent, path }] of rows.entries()) {
      const row = await contract.store.row(tenant.organization.id, connectors.kind, id);
      const identity = secretIdentity(tenant.organization.id, connectors.kind, id, "config");
      expect(JSON.parse(alone.open(row?.secrets.config ?? "", identity))).toEqual(sent.config);
      const read = await tenant.config("GET", path);
      expect([read.headers.etag, read.body]).toEqual([reads[index]?.headers.etag, reads[index]?.body]);
    }
    expect(await tenant.changes()).toBe(changes);
  });
});

describe("a secret that was sealed with a key that is not here", () => {
  const right = secretKey(newSecretKey()) as SecretKey;
  const wrong = secretKey(newSecretKey()) as SecretKey;
  let contract: Contract;
  let tenant: Tenant;
  /** Two connectors; the first is the one that nobody can open. */
  let ids: string[];
  beforeAll(async () => {
    contract = await startContract({ ORGCONFIG_SECRET_KEYS: right.bytes.toString("base64") });
    tenant = await contract.tenant();
    ids = [];
    for (const name of ["Closed", "Open"]) {
      const config = { url: "http://127.0.0.1:1", token: "x" };
      const body = { name, type: "observability", connector_type: "prometheus", config };
      const made = await tenant.config("POST", "connectors", { body });
      expect(made.status, made.text).toBe(201);
      ids.push(made.body.id);
    }
    const identity = secretIdentity(tenant.organization.id, "connectors", ids[0] as string, "config");
    const sealed = createVault([wrong]).seal('{"token": "x"}', identity);
    await contract.database.queryText(
      { name: "test-foreign-seal", text: "UPDATE rows SET secrets = $1 WHERE id = $2" },
      [JSON.stringify({ config: sealed }), ids[0]],
    );
  });
  afterAll(() => contract.close());

  it("is named by a rotation, which seals the others", async () => {
    const ring = createVault([secretKey(newSecretKey()) as SecretKey, right]);
    const unopened: Unopened[] = [];
    const rows = sealedRows(contract.database, secretIdentity);
    expect(await reseal(rows, ring, (value) => void unopened.push(value))).toBe(1);
    expect(unopened).toMatchObject([
      { where: `${tenant.organization.id} connectors ${ids[0]}`, name: "config" },
    ]);
  });

  it("says so to who needs it, and is set again like any other", async () => {
    const path = `connectors/${ids[0]}`;
    const tested = await tenant.api("POST", `${path}/test`, { body: {} });
    expect([tested.status, tested.body.reason], tested.text).toEqual([409, "secret_not_opened"]);
    expect(tested.body.message).toContain(wrong.id);
    const config = { url: "http://127.0.0.1:1", token: "new" };
    const put = await tenant.config("PUT", path, { body: { config } });
    expect(put.status, put.text).toBe(200);
    expect((await tenant.api("POST", `${path}/test`, { body: {} })).status).toBe(200);
  });
});

describe("plans and sets", () => {
  const texts = [newSecretKey(), newSecretKey()];
  const [old, fresh] = texts.map((text) => secretKey(text) as SecretKey) as [SecretKey, SecretKey];
  let contract: Contract;
  beforeAll(async () => {
    contract = await startContract({ ORGCONFIG_SECRET_KEYS: texts[0] as string });
  });
  afterAll(() => contract.close());

  it("are sealed anew by a rotation, and then open with the new key alone", async () => {
    const tenant = await contract.tenant();
    const set = "with-secrets";
    const made: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      const provider = { provider: "openai", name: `P ${at}`, model: "gpt", api_key: `hush ${at}` };
      const body = { bundle: { ai_providers: [provider] }, ...(at === 0 ? { set } : {}) };
      const plan = await tenant.api("POST", "plans", { body });
      expect([plan.status, plan.body.status], plan.text).toEqual([201, "open"]);
      made.push(plan.body.id);
    }
    const applied = await tenant.api("POST", `plans/${made[0]}/apply`, { body: {} });
    expect(applied.status, applied.text).toBe(200);
    const organizationId = tenant.organization.id;
    const kept = createPlanStore(contract.database);
    const opened = async (vault: Vault) => {
      const plans = await Promise.all(made.map((id) => kept.find(organizationId, id)));
      const owner = await kept.set(organizationId, set);
      return JSON.stringify([
        plans.map((plan) => openPlan(vault, organizationId, plan as StoredPlan)),
        openSet(vault, organizationId, owner as StoredSet),
      ]);
    };
    const before = await opened(createVault([old]));
    expect(before).toContain("hush 6");
    const ring = createVault([fresh, old]);
    const again = () => reseal(sealedPlans(contract.database), ring, () => expect.unreachable());
    expect(await again()).toBe(made.length + 1);
    expect(await again()).toBe(0);
    expect(await opened(createVault([fresh]))).toBe(before);
  });
});
