/** One organization of an installation comes into another one whole, or is refused. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherKeysLines } from "../../src/cli/restore.ts";
import { moved, restoreOrganization } from "../../src/cli/restore-organization.ts";
import { prove } from "../../src/cli/restored-proof.ts";
import type { Database } from "../../src/database/database.ts";
import { openEmbedded } from "../../src/database/embedded.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createNode } from "../../src/database/nodes.ts";
import { checkSealed } from "../../src/database/reseal.ts";
import { createVault, newSecretKey, type SecretKey, secretKey } from "../../src/database/vault.ts";
import { createAudit } from "../../src/features/identity/audit/index.ts";
import { everythingSealed } from "../../src/stored-secrets.ts";
import { backedUp, contentOf, emptyDatabase, restoredFrom, type Sort, sorts } from "../support/databases.ts";
import { startService, type TestService } from "../support/service.ts";
import { templateFolder } from "../support/template.ts";

const open: Database[] = [];
async function empty(sort: Sort = "embedded"): Promise<Database> {
  const database = await emptyDatabase(sort);
  open.push(database);
  return database;
}
afterAll(async () => {
  for (const database of open) await database.close();
});

describe("one organization of it", () => {
  const [own, other] = [newSecretKey(), newSecretKey()];
  const ringOf = (...keys: readonly string[]) => createVault(keys.map((key) => secretKey(key) as SecretKey));
  const ring = ringOf(other, own);
  const started: TestService[] = [];
  afterAll(async () => {
    for (const service of started) await service.close();
  });

  async function installation(sort: Sort, keys: string) {
    const database = await empty(sort);
    await migrate(database);
    const service = await startService({ ORGCONFIG_SECRET_KEYS: keys }, [], database);
    started.push(service);
    const asOperator = { authorization: `Bearer ${service.settings.operatorToken}` };
    const operate = async (path: string, body: object, status = 201) => {
      const answer = await service.send("POST", `/api/v1/operator/${path}`, { headers: asOperator, body });
      expect(answer.status).toBe(status);
      return answer.body;
    };
    /** With one person, whose address counts as proved. */
    const organization = async (name: string, email: string): Promise<string> => {
      const { id } = await operate("organizations", { name });
      await operate(`organizations/${id}/members`, {
        email,
        role: "org_admin",
        password: "a password of tests",
      });
      return id;
    };
    return { service, database, operate, organization };
  }
  type Installation = Awaited<ReturnType<typeof installation>>;

  let source: Installation;
  let target: Installation;
  let acme: string;
  let key: string;
  const call = (at: Installation, method: string, path: string, body?: object) =>
    at.service.send(method, `/api/v1/config/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(body && { body }),
    });
  /** The target as its backup of now has it. */
  const restoredAgain = async (sort?: Sort) => {
    const database = await empty(sort);
    expect(await restoredFrom(await backedUp(target.database), database)).toEqual([]);
    return database;
  };
  /**
   * What is said of an organization that is not taken, of which nothing is stored: in a copy of the target, at which no
   * service writes by itself.
   */
  const refusal = async (name: string, keys = ring) => {
    const copy = await restoredAgain(sorts.at(-1));
    const before = await contentOf(copy);
    const message = await moved(source.database, copy, keys, { name, madeAt: new Date() }).then(
      String,
      (error: Error) => error.message,
    );
    expect(await contentOf(copy)).toEqual(before);
    return message;
  };
  beforeAll(async () => {
    source = await installation("embedded", own);
    target = await installation(sorts.at(-1) as Sort, `${other},${own}`);
    await source.organization("First", "first@example.com");
    acme = await source.organization("Acme", "Ada@example.com");
    const members = `organizations/${acme}/members`;
    await source.operate(members, {
      email: "eve@example.com",
      role: "viewer",
      password: "a password of tests",
    });
    key = (await source.service.makeKey(acme, ["api:admin"])).value;
    await call(source, "POST", "teams", { name: "Payments" });
    const connector = { name: "c", type: "cloud", connector_type: "aws", config: { token: "s3cr3t" } };
    expect((await call(source, "POST", "connectors", connector)).status).toBe(201);
    const rota = await call(source, "POST", "on_call_rotas", { name: "r", timezone: "UTC", rotations: [] });
    expect(rota.status).toBe(201);
    await source.database.execute(`
      INSERT INTO rota_feeds (organization_id, kind, id, owner, user_id, token_hash)
      SELECT organization_id, 'on_call_rotas', '${rota.body.id}', user_id, user_id, decode(md5(user_id), 'hex')
      FROM members WHERE organization_id = '${acme}';
      INSERT INTO second_factors (id, user_id, kind, name, created_at, credential_id, public_key)
      SELECT 'factor_' || email_folded, id, 'passkey', 'x', now(), 'c', '\\\\x00' FROM users;
      INSERT INTO account_feeds (user_id, token_hash) SELECT id, decode(md5(id), 'hex') FROM users;
      INSERT INTO account_feed_events (user_id, organization_id)
      SELECT user_id, organization_id FROM members WHERE organization_id = '${acme}';
      INSERT INTO list_views (organization_id, user_id, kind, name, query, saved_at)
      SELECT organization_id, user_id, 'teams', 'mine', 'q=x', now() FROM members WHERE organization_id = '${acme}'`);
    await source.service.service.audit.sealer.flush();
    await target.organization("Second", "ada@example.com");
    await target.service.service.audit.sealer.flush();
  });

  it("is not restored without the keys that its audit log is sealed with", async () => {
    const [, id] = ring.ids;
    expect(await refusal("acme", ringOf(other))).toContain(
      `is sealed with key ${id}: add that key at the end of ORGCONFIG_SECRET_KEYS`,
    );
    expect(await refusal("nobody")).toBe("it has no organization nobody");
  });

  it("gets nobody in whose address was never proved to be theirs", async () => {
    const setProved = (at: string) => target.database.execute(`UPDATE users SET proved_at = ${at}`);
    await setProved("NULL");
    expect(await refusal("acme")).toContain(
      "Ada@example.com has an account in the installation, and nobody proved that the address is theirs",
    );
    await setProved("now()");
  });

  it("comes with its rows, secrets, people, keys and audit log into another installation", async () => {
    const { id, rows, added, joined } = await moved(source.database, target.database, ring, {
      name: "acme",
      madeAt: new Date(),
    });
    expect({ id, added, joined }).toEqual({ id: acme, added: 1, joined: ["Ada@example.com"] });
    expect(rows).toBeGreaterThan(10);
    for (const kind of ["teams", "connectors"]) {
      const [before, after] = [
        await call(source, "GET", `${kind}?etags=true`),
        await call(target, "GET", `${kind}?etags=true`),
      ];
      expect([after.status, after.body]).toEqual([200, before.body]);
    }
    const unopened: string[] = [];
    await checkSealed(everythingSealed(target.database), ring, ({ where }) => unopened.push(where));
    expect(unopened).toEqual([]);
    // The connector's secret stays sealed with the key of where it was.
    const keys = [other, own].map((one) => secretKey(one) as SecretKey);
    const { sealed: proved } = await prove(target.database, keys);
    const lines = otherKeysLines(proved.by_other_keys);
    expect([proved.unopened, lines.length]).toEqual([{}, 1]);
    expect(lines[0]).toMatch(
      new RegExp(`: key ${ring.ids[1]} \\(\\d+ values?\\)\\. Give every node these keys, or`),
    );
    // Who was here keeps the account; who is new has theirs whole. Calendars of their own stay behind, as tokens do.
    const people = await target.database.queryText<{
      email: string;
      role: string;
      views: string;
      factors: string;
      feeds: string;
      rotas: string;
    }>(
      {
        name: "test-moved-people",
        text: `SELECT email, role, (SELECT count(*) FROM list_views WHERE user_id = users.id) AS views,
            (SELECT count(*) FROM second_factors WHERE user_id = users.id) AS factors,
            (SELECT count(*) FROM account_feeds WHERE user_id = users.id)
              + (SELECT count(*) FROM account_feed_events WHERE user_id = users.id) AS feeds,
            (SELECT count(*) FROM rota_feeds WHERE user_id = users.id AND owner = users.id) AS rotas
          FROM members JOIN users ON users.id = user_id WHERE organization_id = $1 ORDER BY email`,
      },
      [acme],
    );
    expect(people).toEqual([
      { email: "ada@example.com", role: "org_admin", views: "1", factors: "0", feeds: "0", rotas: "1" },
      { email: "eve@example.com", role: "viewer", views: "1", factors: "1", feeds: "0", rotas: "1" },
    ]);
    const { audit } = target.service.service;
    const chain = async () => {
      await audit.sealer.flush();
      const report = await audit.verify();
      return [
        report.verified,
        report.organizations.find(({ organization }) => organization === acme)?.sealed,
      ];
    };
    const [, sealed] = await chain();
    expect(await chain()).toEqual([true, sealed]);
    expect((await call(target, "POST", "teams", { name: "Made after the move" })).status).toBe(201);
    expect(await chain()).toEqual([true, Number(sealed) + 1]);
    expect(await refusal(acme)).toBe(`the installation has the organization ${acme} (acme) already`);
  });

  it("comes back where it was deleted, and its audit log goes on there", async () => {
    const { audit } = target.service.service;
    const before = await restoredAgain();
    const teams = await call(target, "GET", "teams?etags=true");
    const asOperator = { authorization: `Bearer ${target.service.settings.operatorToken}` };
    const path = `/api/v1/operator/organizations/${acme}`;
    await target.operate(`organizations/${acme}/suspension`, { reason: "gone" }, 200);
    await target.database.execute(`UPDATE organizations SET exported_at = now() WHERE id = '${acme}'`);
    const gone = await target.service.send("DELETE", `${path}?after_days=0`, { headers: asOperator });
    expect(gone.status).toBe(200);
    await audit.sealer.flush();
    // What left the other installation has a log that is sealed with other keys.
    expect(await refusal("acme")).toContain(`an audit log of ${acme} that is not the one of the backup`);
    await moved(before, target.database, ring, { name: "acme", madeAt: new Date() });
    expect((await call(target, "GET", "teams?etags=true")).body).toEqual(teams.body);
    expect((await call(target, "POST", "teams", { name: "Made after it came back" })).status).toBe(201);
    await audit.sealer.flush();
    const report = await audit.verify();
    expect(report.organizations.flatMap(({ problems }) => problems)).toEqual([]);
    const sealed = report.organizations.find(({ organization }) => organization === acme)?.sealed;
    const records = await target.database.queryText<{ actions: string[] }>(
      {
        name: "test-records-of-both",
        text: "SELECT array_agg(action ORDER BY sequence) AS actions FROM audit_records WHERE organization_id = $1",
      },
      [acme],
    );
    expect(records[0]?.actions.slice(-2)).toEqual(["restore_organization", "create_team"]);
    expect(sealed).toBe(records[0]?.actions.length);
  });

  it("is not restored next to another of its name, nor where its audit log was changed", async () => {
    await source.organization("Second", "third@example.com");
    expect(await refusal("second")).toContain("another organization with the slug second");
    await source.service.service.audit.sealer.flush();
    await source.database.execute(
      `ALTER TABLE audit_records DISABLE TRIGGER ALL; UPDATE audit_records SET actor_name = 'x' WHERE organization_id <> '${acme}'`,
    );
    expect(await refusal("first")).toContain("does not match its chain");
  });

  it.each(sorts.slice(1))(
    "is refused before anything is unpacked where a node lacks a key of its file: %s",
    async () => {
      const node = createNode(target.database, "two:8080");
      await node.join(target.database, ringOf(other).ids);
      const env = {
        DATABASE_URL: (target.database as { url?: string }).url,
        ORGCONFIG_SECRET_KEYS: `${other},${own}`,
        ORGCONFIG_OPERATOR_TOKEN: "an-operator-of-tests",
      };
      const wanted = { name: acme, madeAt: new Date(), sealers: ringOf(own).ids };
      const unpack = () => Promise.reject(new Error("it was unpacked"));
      await expect(restoreOrganization(env, wanted, unpack)).rejects.toThrow(
        `sealed with key ${ring.ids[1]}, which the nodes that run at two:8080 do not hold`,
      );
      await node.join(target.database, ring.ids);
      await expect(restoreOrganization(env, wanted, unpack)).rejects.toThrow("it was unpacked");
      await node.leave();
    },
  );

  it("comes out of a file, by the command's own way", { timeout: 300_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), "orgconfig-organization-"));
    cpSync(templateFolder, join(directory, "postgres"), { recursive: true });
    const file = await backedUp(source.database);
    const env = {
      DATABASE_URL: "",
      ORGCONFIG_DATA_DIR: directory,
      ORGCONFIG_SECRET_KEYS: `${other},${own}`,
      ORGCONFIG_OPERATOR_TOKEN: "an-operator-of-tests",
    };
    const restored = await restoreOrganization(
      env,
      { name: acme, madeAt: new Date(), sealers: ring.ids },
      (database) => restoredFrom(file, database),
    );
    expect(restored).toMatchObject({
      whole: [],
      organization: { id: acme, slug: "acme", added: 2, joined: [] },
    });
    const database = await openEmbedded(directory);
    const content = await contentOf(database);
    const audit = createAudit({ database, vault: ring, log: pino({ level: "silent" }) });
    expect(await audit.verify()).toMatchObject({ verified: true, organizations: [{ organization: acme }] });
    await database.close();
    expect([content.organizations?.length, content.users?.length, content.tokens]).toEqual([1, 2, []]);
    const before = (await contentOf(source.database)).rows?.filter((row) => row.includes(acme));
    expect(content.rows).toEqual(before);
    rmSync(directory, { recursive: true });
  });
});
