/**
 * An upgrade keeps what people have: the filled database of every release that is kept as a fixture
 * (scripts/release-fixture.ts) is brought up to this program, and does as it did.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVault } from "../../src/database/vault.ts";
import { secretIdentity } from "../../src/engine/draft.ts";
import { readEnvironment } from "../../src/environment.ts";
import { isConfiguration } from "../../src/kernel/field.ts";
import { fieldsOf } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { type Release, releaseOf, releases, type Upgraded, upgraded } from "../support/release.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = Record<string, any>;

it("is tried with a release at least", () => expect(releases).toContain("0.1.0"));

describe.each(releases)("the database of %s", (version) => {
  const release = releaseOf(version);
  let database: Upgraded["database"];
  let service: Upgraded["service"];
  let send: Upgraded["send"];
  let close: Upgraded["close"];
  beforeAll(async () => {
    ({ database, service, send, close } = await upgraded(release));
  });
  afterAll(() => close());

  it.each(definitions.filter(({ kind }) => kind in release.rows))(
    "has $kind as they were",
    async (definition) => {
      const { data, etags, etag } = release.rows[definition.kind] as Release["rows"][string];
      // What time moves, or a checker, is not what people have set.
      const settable = Object.entries(fieldsOf(definition)).flatMap(([name, field]) =>
        isConfiguration(field) ? [name] : [],
      );
      const settings = (rows: readonly Row[]) =>
        rows.map((row) =>
          Object.fromEntries(
            ["id", ...settable].filter((name) => name in row).map((name) => [name, row[name]]),
          ),
        );
      if (definition.shape === "setting") {
        const answer = await send("GET", `config/${definition.kind}`);
        expect([answer.etag, settings([answer.body])]).toMatchObject([etag, settings(data)]);
        return;
      }
      const answer = await send("GET", `config/${definition.kind}?etags=true`);
      // The fixture gets older: of what has ended since then, the service keeps what it likes.
      const isOver = ({ expires_at: end }: Row) => typeof end === "string" && Date.parse(end) <= Date.now();
      const over = new Set(data.filter(isOver).map(({ id }) => id));
      const lasting = (rows: readonly Row[]) => settings(rows.filter(({ id }) => !over.has(id)));
      const tags = (all: Row) => Object.entries(all).filter(([id]) => !over.has(id));
      expect(Object.fromEntries(tags(answer.body.etags))).toEqual(Object.fromEntries(tags(etags ?? {})));
      expect(lasting(answer.body.data)).toMatchObject(lasting(data));
    },
  );

  it("opens every stored secret", async () => {
    const vault = createVault(readEnvironment({ ...release.env, DATABASE_URL: "postgres://any" }).secretKeys);
    const rows = await database.queryText<Row>(
      {
        name: "test-secrets",
        text: "SELECT organization_id, kind, id, secrets FROM rows WHERE secrets <> '{}'",
      },
      [],
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { organization_id, kind, id, secrets } of rows)
      for (const [field, sealed] of Object.entries(secrets as Record<string, string>))
        expect(vault.open(sealed, secretIdentity(organization_id, kind, id, field))).not.toBe("");
  });

  it("has every secret that is sent somewhere given for the address of its row", async () => {
    const rows = await database.queryText<Row>(
      {
        name: "test-secret-addresses",
        text: "SELECT kind, secrets, configuration, state FROM rows WHERE kind IN ('data_sources', 'synthetic_checks')",
      },
      [],
    );
    const targets = await database.queryText<Row>(
      {
        name: "test-target-addresses",
        text: `SELECT configuration, state FROM rows
          WHERE kind = 'outbound_configs' AND secrets <> '{}' AND configuration ->> 'url' IS NOT NULL`,
      },
      [],
    );
    expect(targets.length).toBeGreaterThan(1);
    for (const { configuration, state } of targets)
      expect(state.secret_addresses).toEqual({ secret: configuration.url });
    const withSecrets = rows.filter(({ secrets }) => Object.keys(secrets).length > 0);
    expect(withSecrets.length).toBeGreaterThan(3);
    for (const { kind, secrets, configuration, state } of withSecrets) {
      const address = kind === "data_sources" ? configuration.url : configuration.target;
      const expected = Object.fromEntries(Object.keys(secrets).map((name) => [name, address]));
      expect(state.secret_addresses).toEqual(expected);
    }
    for (const { state } of rows.filter((row) => !withSecrets.includes(row)))
      expect(state).not.toHaveProperty("secret_addresses");
  });

  it("finds rows of before by a word of theirs, in lists of the console", async () => {
    for (const kind of ["teams", "slos", "alert_routes"]) {
      const rows = release.rows[kind]?.data as readonly Row[];
      expect(rows.length).toBeGreaterThan(0);
      for (const { id, name } of rows) {
        const { status, body } = await send("POST", `search/${kind}`, { q: String(name).toUpperCase() });
        expect(status).toBe(200);
        expect(body.data.map((row: Row) => row.id)).toContain(id);
      }
    }
  });

  it("keeps figures of rows of before from the next report on", async () => {
    const slo = release.rows.slos?.data[0] as Row;
    const path = `figures/slos/${slo.id}`;
    expect((await send("GET", path)).body.series.flatMap(({ points }: Row) => points)).toEqual([]);
    expect((await send("PUT", `state/slos/${slo.id}`, { burn_rate: 1.5 })).status).toBe(200);
    const { series } = (await send("GET", path)).body;
    expect(series.find(({ field }: Row) => field === "burn_rate").points).toMatchObject([{ mean: 1.5 }]);
  });

  it("lets in whom it let in, and nobody else", async () => {
    expect((await send("GET", "config/teams")).status).toBe(200);
    expect((await send("GET", "config/teams", undefined, release.revoked)).status).toBe(401);
    const { ORGCONFIG_ADMIN_EMAIL: email, ORGCONFIG_ADMIN_PASSWORD: password } = release.env;
    expect((await send("POST", "session", { email, password })).status).toBe(200);
    expect((await send("POST", "session", { email, password: "not that password" })).status).toBe(401);
    const tools = await service.server.inject({
      method: "POST",
      url: "/api/mcp",
      headers: {
        authorization: `Bearer ${release.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      payload: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "list_teams", arguments: {} },
      }),
    });
    expect([tools.statusCode, tools.payload]).toEqual([
      200,
      expect.stringContaining("Made just before the upgrade"),
    ]);
  });

  it("has its audit log whole, what was not sealed yet included, and goes on with it", async () => {
    const { body } = await send("GET", "audit?limit=1000");
    expect(body.data.slice(-release.records.length)).toMatchObject(release.records);
    await service.audit.sealer.flush(); // sign-ins that were refused are on record, too
    const report = await service.audit.verify();
    expect(report).toMatchObject({ verified: true });
    expect(report.organizations.length).toBeGreaterThan(1);
    for (const chain of report.organizations) expect(chain).toMatchObject({ unsealed: 0, refused: 0 });

    const team = release.rows.teams?.data[0] as Row;
    const changed = await send("PUT", `config/teams/${team.id}`, {
      ...team,
      name: "Changed after the upgrade",
    });
    expect([changed.status, changed.etag]).toEqual([200, expect.any(String)]);
    expect(changed.etag).not.toBe(release.rows.teams?.etags?.[team.id]);
    await service.audit.sealer.flush();
    const [newest] = (await send("GET", `audit?kind=teams&id=${team.id}`)).body.data;
    expect(newest.changes).toEqual([
      { field: "name", before: team.name, after: "Changed after the upgrade" },
    ]);
    expect(await service.audit.verify()).toMatchObject({ verified: true });
  });

  it("plans over what was there, and shows the history of it", async () => {
    const { body: bundle } = await send("GET", "config/export?format=json");
    const same = await send("POST", "plans", { bundle });
    expect([same.status, same.body.status, same.body.changes]).toEqual([201, "open", []]);

    const team = release.rows.teams?.data[0] as Row;
    const routes = release.rows.alert_routes?.data as Row[];
    const names = {
      teams: [{ name: "Made by a plan" }],
      alert_routes: [{ ...bundle.alert_routes[0], position: 77 }],
    };
    const plan = await send("POST", "plans", { bundle: names, set: "after-the-upgrade", adopt: true });
    expect(plan.body).toMatchObject({ status: "open", summary: { create: 1, update: 1 } });
    const applied = await send("POST", `plans/${plan.body.id}/apply`, {});
    expect([applied.status, applied.body.changes.length]).toEqual([200, 2]);
    const drift = await send("GET", "plans/drift?set=after-the-upgrade");
    expect(drift.body).toMatchObject({ drifted: false });

    const undo = await send("POST", `plans/${plan.body.id}/undo`);
    expect(undo.body).toMatchObject({ status: "open", summary: { delete: 1, update: 1 } });
    expect((await send("POST", `plans/${undo.body.id}/apply`, {})).status).toBe(200);
    const { body: after } = await send("GET", "config/alert_routes");
    expect(after.data.map(({ position }: Row) => position)).toEqual(routes.map(({ position }) => position));

    const history = await send("GET", `history/teams/${team.id}?limit=100`);
    expect(history.body.data.at(-1)).toMatchObject({ action: "create_team", plan_id: null });
    await service.audit.sealer.flush();
    expect(await service.audit.verify()).toMatchObject({ verified: true });
  });

  it("takes no record without a code for one of before", async () => {
    const { id } = release.organization;
    await database.transaction(async (connection) => {
      await connection.execute("SET LOCAL session_replication_role = replica");
      await connection.execute(
        `WITH made AS (
           INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id)
           VALUES ('${id}', '2026-01-01', 'key', 'k', 'n', 'rest', 'update_team', 'teams', 'team_1', 'success', '[]', 'q')
           RETURNING sequence
         ) INSERT INTO audit_outbox (organization_id, sequence) SELECT '${id}', sequence FROM made`,
      );
    });
    await service.audit.sealer.flush();
    const { verified, organizations } = await service.audit.verify();
    expect(verified).toBe(false);
    expect(organizations.find(({ organization }) => organization === id)).toMatchObject({
      refused: 1,
      problems: [{ kind: "unproven_record" }],
    });
  });
});
