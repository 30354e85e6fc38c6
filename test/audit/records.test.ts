import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { ask } from "./support.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

interface Shown {
  readonly actor: { readonly id: string };
  readonly action: string;
  readonly resource: string;
  readonly row_id: string;
  readonly outcome: string;
  readonly changes: readonly { readonly field: string }[];
  readonly request_id: string;
}

async function recordsOf(tenant: Tenant): Promise<readonly Shown[]> {
  const { status, body } = await tenant.api("GET", "audit?limit=1000");
  expect(status).toBe(200);
  return body.data;
}

describe("changes", () => {
  it("leave one record each, with the fields before and after", async () => {
    const tenant = await test.makeTenant();
    const { config, key } = tenant;
    const made = await config("POST", "teams", { body: { name: "Core" }, address: "192.0.2.7" });
    const renamed = await config("PUT", `teams/${made.body.id}`, { body: { name: "Platform" } });
    const gone = await config("DELETE", `teams/${made.body.id}`);
    const common = {
      sequence: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { kind: "key", id: key.id, name: "test" },
      door: "rest",
      resource: "teams",
      row_id: made.body.id,
      outcome: "success",
      address: "127.0.0.1",
      plan_id: null,
      run: null,
    };
    const records = await recordsOf(tenant);
    expect(records).toEqual([
      {
        ...common,
        action: "delete_team",
        changes: [{ field: "name", before: "Platform", after: null }],
        request_id: gone.headers["x-request-id"],
      },
      {
        ...common,
        action: "update_team",
        changes: [{ field: "name", before: "Core", after: "Platform" }],
        request_id: renamed.headers["x-request-id"],
      },
      {
        ...common,
        action: "create_team",
        changes: [{ field: "name", before: null, after: "Core" }],
        request_id: made.headers["x-request-id"],
        address: "192.0.2.7",
      },
    ]);
    expect(Object.keys(records[0] ?? {})).toEqual([
      "sequence",
      "at",
      "actor",
      "door",
      "action",
      "run",
      "resource",
      "row_id",
      "outcome",
      "changes",
      "request_id",
      "address",
      "plan_id",
    ]);
  });

  it("are found by the service that their rows name, or named then", async () => {
    const tenant = await test.makeTenant();
    const { config } = tenant;
    const gone = await config("POST", "deploy_policies", { body: { service: "checkout" } });
    await config("DELETE", `deploy_policies/${gone.body.id}`);
    const component = (service: string) => ({ name: "Pay", service });
    const moved = await config("POST", "status_page_components", { body: component("checkout") });
    const change = { body: component("payments") };
    expect((await config("PUT", `status_page_components/${moved.body.id}`, change)).status).toBe(200);
    const incident = { title: "Slow", status: "investigating", impact: "minor", body: "We look." };
    expect(
      (
        await config("POST", "status_page_incidents", {
          body: { ...incident, component_ids: [moved.body.id] },
        })
      ).status,
    ).toBe(201);
    await config("POST", "teams", { body: { name: "payments" } });
    const found = async (service: string) => {
      const { status, body } = await tenant.api("GET", `audit?service=${service}`);
      expect(status).toBe(200);
      return (body.data as readonly Shown[]).map(({ action }) => action);
    };
    const ofComponent = ["update_status_page_component", "create_status_page_component"];
    expect(await found("checkout")).toEqual([...ofComponent, "delete_deploy_policy", "create_deploy_policy"]);
    expect(await found("payments")).toEqual(["create_status_page_incident", ...ofComponent]);
    expect(await found("nothing")).toEqual([]);
    const ofKind = await tenant.api("GET", "audit?service=payments&kind=status_page_components&name=pay");
    expect(ofKind.body.data).toHaveLength(2);
  });

  it("leave none when nothing changed, nothing was found, or the request was wrong", async () => {
    const tenant = await test.makeTenant();
    const { config } = tenant;
    const team = (await config("POST", "teams", { body: { name: "Core" } })).body;
    const row = (
      await config("POST", "connectors", {
        body: { name: "aws", type: "cloud", connector_type: "aws", config: { role: "a" } },
      })
    ).body;
    const before = await recordsOf(tenant);

    const answers = [
      await config("GET", "teams"),
      await config("GET", `teams/${team.id}`),
      await config("HEAD", `teams/${team.id}`),
      await config("GET", "organization_settings"),
      await config("PUT", `connectors/${row.id}`, { body: {} }),
      await config("PUT", `connectors/${row.id}`, { body: row }),
      await config("PUT", `connectors/${row.id}`, { body: { config: { role: "a" } } }),
      await config("PUT", "teams/team_none", { body: { name: "None" } }),
      await config("POST", "teams", { body: { name: "Core" } }),
      await config("POST", "teams", { body: { nme: "Other" } }),
      await config("PUT", `teams/${team.id}`, { body: { name: "New" }, headers: { "if-match": '"1"' } }),
      await config("PATCH", `teams/${team.id}`, { body: { name: "New" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 404, 409, 422, 412, 405,
    ]);
    expect(await recordsOf(tenant)).toEqual(before);
  });

  it("report a secret only what became of it", async () => {
    const tenant = await test.makeTenant();
    const { config } = tenant;
    const { body: row } = await config("POST", "connectors", {
      body: { name: "aws", type: "cloud", connector_type: "aws", config: { token: "first-secret" } },
    });
    for (const value of [{ token: "second-secret" }, null, null]) {
      await config("PUT", `connectors/${row.id}`, { body: { config: value } });
    }
    await config("PUT", `connectors/${row.id}`, { body: { config: { token: "third-secret" } } });
    await config("DELETE", `connectors/${row.id}`);
    const answer = await tenant.api("GET", `audit?id=${row.id}`);
    const reported = answer.body.data.map((record: { changes: { field: string }[] }) =>
      record.changes.filter(({ field }) => field === "config"),
    );
    expect(reported).toEqual(
      ["cleared", "set", "cleared", "changed", "set"].map((secret) => [{ field: "config", secret }]),
    );
    expect(answer.text).not.toContain("-secret");
    const [kept] = await ask<{ text: string }>(
      test.database,
      "SELECT string_agg(r::text, ' ') AS text FROM audit_records AS r",
    );
    expect(kept?.text).not.toContain("-secret");
  });

  it("of a team that goes leave a record of each membership that goes with it", async () => {
    const tenant = await test.makeTenant();
    const { config, organization } = tenant;
    const { body: team } = await config("POST", "teams", { body: { name: "Core" } });
    const members: string[] = [];
    for (const name of ["ada", "grace"]) {
      const email = `${name}@${organization.slug}.example.com`;
      await ask(
        test.database,
        `WITH person AS (
           INSERT INTO users (id, email, email_folded, name, created_at) VALUES ($1, $2, $2, $3, now()) RETURNING id
         )
         INSERT INTO members (organization_id, user_id, role, accepted_at, created_at)
         SELECT $4, id, 'member', now(), now() FROM person`,
        [`user_${email}`, email, name, organization.id],
      );
      const added = await config("POST", "team_members", { body: { team_id: team.id, email } });
      expect(added.status).toBe(201);
      members.push(added.body.id);
    }
    const gone = await config("DELETE", `teams/${team.id}`);
    expect(gone.status).toBe(200);
    const records = (await recordsOf(tenant)).filter(
      (record) => record.request_id === gone.headers["x-request-id"],
    );
    expect(records.map(({ action }) => action).sort()).toEqual([
      "delete_team",
      "remove_team_member",
      "remove_team_member",
    ]);
    expect(new Set(records.map(({ row_id }) => row_id))).toEqual(new Set([team.id, ...members]));
    for (const record of records.filter(({ resource }) => resource === "team_members")) {
      expect(record.changes).toContainEqual({ field: "team_id", before: team.id, after: null });
    }
  });

  it("leave no record where the row could not be written", async () => {
    const tenant = await test.makeTenant();
    const { config } = tenant;
    const writers = Array.from({ length: 8 }, () => config("POST", "teams", { body: { name: "Core" } }));
    const statuses = (await Promise.all(writers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await recordsOf(tenant)).toHaveLength(1);
  });
});

describe("refusals", () => {
  const refused = (records: readonly Shown[]) => records.filter(({ outcome }) => outcome === "refused");

  it("by a gate or a guarding rule are kept, at most one a minute for a credential, action and row", async () => {
    const tenant = await test.makeTenant();
    const { config, organization } = tenant;
    const { body: team } = await config("POST", "teams", { body: { name: "Core" } });
    const { body: other } = await config("POST", "teams", { body: { name: "Other" } });
    await config("PUT", "organization_settings", { body: { default_team_id: team.id } });
    const readers = [
      await test.makeKey(organization.id, ["api:config_read"]),
      await test.makeKey(organization.id, ["api:config_read"]),
    ];
    for (let round = 0; round < 3; round += 1) {
      expect((await config("DELETE", `teams/${team.id}`)).body.reason).toBe("in_use");
      for (const reader of readers) {
        const headers = { authorization: `Bearer ${reader.value}` };
        for (const id of [team.id, other.id]) {
          const answer = await config("PUT", `teams/${id}`, { body: { name: "New" }, headers });
          expect(answer.body.error).toBe("read_only_key");
          expect((await config("DELETE", `teams/${id}`, { headers })).status).toBe(403);
        }
      }
    }
    const records = refused(await recordsOf(tenant));
    const reported = records.map(({ actor, action, row_id }) => [actor.id, action, row_id].join(" "));
    expect(records.every(({ changes }) => changes.length === 0)).toBe(true);
    const expected = readers.flatMap(({ id }) =>
      [team.id, other.id].flatMap((row) => [`${id} update_team ${row}`, `${id} delete_team ${row}`]),
    );
    expect(reported.sort()).toEqual([...expected, `${tenant.key.id} delete_team ${team.id}`].sort());
  });

  it("that come at once leave one record", async () => {
    const tenant = await test.makeTenant();
    const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${reader.value}` };
    await Promise.all(
      Array.from({ length: 20 }, () => tenant.config("POST", "teams", { body: { name: "Core" }, headers })),
    );
    expect(refused(await recordsOf(tenant))).toHaveLength(1);
  });

  it("are kept again when a minute has passed", async () => {
    const tenant = await test.makeTenant();
    const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${reader.value}` };
    const refuse = () => tenant.config("POST", "teams", { body: { name: "Core" }, headers });
    await refuse();
    await ask(test.database, "ALTER TABLE audit_records DISABLE TRIGGER USER");
    await ask(
      test.database,
      "UPDATE audit_records SET at = at - interval '61 seconds' WHERE organization_id = $1",
      [tenant.organization.id],
    );
    await ask(test.database, "ALTER TABLE audit_records ENABLE TRIGGER USER");
    await refuse();
    expect(refused(await recordsOf(tenant))).toHaveLength(2);
  });

  it("of the audit log itself are kept, and the log needs admin", async () => {
    const tenant = await test.makeTenant();
    const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
    const answer = await tenant.api("GET", "audit", { headers: { authorization: `Bearer ${reader.value}` } });
    expect([answer.status, answer.body.error, answer.body.reason]).toEqual([403, "forbidden", "level"]);
    expect(await recordsOf(tenant)).toMatchObject([
      {
        action: "list_audit_log",
        resource: "audit",
        row_id: "",
        outcome: "refused",
        actor: { id: reader.id },
      },
    ]);
  });
});
