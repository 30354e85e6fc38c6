import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRowStore } from "../../src/database/store.ts";
import { createVault } from "../../src/database/vault.ts";
import { createIdentityStore } from "../../src/features/identity/accounts/store.ts";
import { createRecordCodes } from "../../src/features/identity/audit/record-codes.ts";
import { createAbsenceWatch } from "../../src/features/reliability/rendering/absent-agents.ts";
import { createRenderStore } from "../../src/features/reliability/rendering/store.ts";
import { createReports } from "../../src/features/reliability/state-reports/reports.ts";
import { digestOfFiles } from "../../src/renderers/digest.ts";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf, siteOf } from "../support/sign-in.ts";
import { makeSlo } from "./slo.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const digestForm = /^[0-9a-f]{64}$/;

async function makeEngine({ config }: Tenant, rest: object = {}): Promise<string> {
  const body = { name: "Prometheus", type: "observability", connector_type: "prometheus", ...rest };
  const made = await config("POST", "connectors", { body });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

describe("what is rendered", () => {
  it("is one entry for each engine, and none for other connectors", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    await makeEngine(tenant, { name: "AWS", type: "cloud", connector_type: "aws" });
    await makeSlo(tenant, "checkout", "availability");
    const { status, body } = await tenant.api("GET", "render");
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
    const [entry] = body.data;
    expect(entry).toMatchObject({
      connector_id: id,
      name: "Prometheus",
      connector_type: "prometheus",
      brought_by: "agent",
      refusals: [],
      applied: null,
    });
    expect(entry.digest).toMatch(digestForm);
    const { body: whole } = await tenant.api("GET", `render/${id}`);
    expect(whole.digest).toBe(entry.digest);
    expect(entry.files).toEqual(
      whole.files.map((file: { name: string; content: string }) => ({
        name: file.name,
        bytes: Buffer.byteLength(file.content),
      })),
    );
    expect(whole.connector).toMatchObject({ id, name: "Prometheus", connector_type: "prometheus" });
    expect(whole.files.map(({ name }: { name: string }) => name)).toEqual([
      "certificates.rules.yml",
      "checks.rules.yml",
      "slos.rules.yml",
    ]);
    expect(whole.files[2].content).toContain("orgconfig_slo_id");
  });

  it("has alert routes in order of position, the members of teams, and what a target's secret lacks", async () => {
    const tenant = await test.makeTenant();
    const { config } = tenant;
    const metadata = {
      ...{ deliver: "native", secret_files: "present" },
      ...{ smtp_smarthost: "mail.example.com:25", smtp_from: "alerts@example.com" },
    };
    const id = await makeEngine(tenant, { name: "AM", connector_type: "alertmanager", metadata });
    const make = async (kind: string, body: object) => {
      const made = await config("POST", kind, { body });
      expect(made.status, made.text).toBe(201);
      return made.body.id as string;
    };
    const rendered = async () => (await tenant.api("GET", `render/${id}`)).body;
    const empty = await rendered();
    expect(empty.files.map(({ name }: { name: string }) => name)).toEqual(["alertmanager.yml"]);
    const team = await make("teams", { name: "Payments" });
    const pager = await make("outbound_configs", { name: "pager", kind: "pagerduty" });
    const route = (name: string, position: number, destination: object) =>
      make("alert_routes", { name, position, matchers: ["a=b"], destinations: [destination] });
    const last = await route("a", 20, { team_id: team });
    const first = await route("b", 3, { email: "ada@example.com" });
    const refused = await route("c", 1, { outbound_config_id: pager });
    const whole = await rendered();
    expect(whole.refusals).toMatchObject([
      { resource: "alert_routes", id: refused, field: "destinations[0].outbound_config_id" },
    ]);
    const [{ content }] = whole.files;
    expect(content.match(/receiver: "route_\w+"/g)).toEqual([`receiver: "${first}"`, `receiver: "${last}"`]);
    const email = "grace@example.com";
    const person = await makePerson(test.database, tenant.organization.id, email);
    expect(content).not.toContain(email);
    await make("team_members", { team_id: team, email });
    await config("PUT", `outbound_configs/${pager}`, { body: { secret: "a-routing-key" } });
    const later = await rendered();
    expect(later.refusals).toEqual([]);
    expect(later.files[0].content).toContain(`to: "${email}"`);
    expect(later.files[0].content).toContain(`routing_key_file: "__DIRECTORY__/secrets/${pager}"`);
    expect(JSON.stringify(later)).not.toContain("a-routing-key");
    // Who leaves the organization leaves its teams.
    const member = `operator/organizations/${tenant.organization.id}/members/${person}`;
    expect((await siteOf(test).operator("DELETE", member)).status).toBe(200);
    const without = await rendered();
    expect([without.refusals, JSON.stringify(without).includes(email)]).toEqual([[], false]);
  });

  it("has its digest for an ETag, which moves with what is rendered and with nothing else", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const slo = await makeSlo(tenant, "checkout", "availability");
    const first = await tenant.api("GET", `render/${id}`);
    const etag = String(first.headers.etag);
    expect(etag).toBe(`"${first.body.digest}"`);
    const ask = (headers: Record<string, string>) => tenant.api("GET", `render/${id}`, { headers });
    expect(await ask({ "if-none-match": etag })).toMatchObject({ status: 304, text: "", headers: { etag } });
    expect((await ask({ "if-match": '"other"' })).status).toBe(412);
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await tenant.api("PUT", `state/slos/${slo}`, { body: { burn_rate: 3 } });
    expect((await ask({ "if-none-match": etag })).status).toBe(304);
    await tenant.config("PUT", `slos/${slo}`, { body: { target_percent: 99 } });
    const next = await ask({ "if-none-match": etag });
    expect(next.status).toBe(200);
    expect(next.body.digest).not.toBe(first.body.digest);
    await tenant.config("DELETE", `slos/${slo}`);
    const last = await ask({});
    expect(last.body.digest).not.toBe(next.body.digest);
    expect(JSON.stringify(last.body)).not.toContain(slo);
  });

  it("is answered without what is in its files on demand", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    await makeSlo(tenant, "checkout", "availability");
    const whole = await tenant.api("GET", `render/${id}`);
    const short = await tenant.api("GET", `render/${id}?contents=false`);
    const files = whole.body.files.map(({ name }: { name: string }) => ({ name }));
    expect(short.body).toEqual({ ...whole.body, files });
    expect(short.headers.etag).toBe(whole.headers.etag);
    expect(whole.body.digest).toBe(digestOfFiles(whole.body.files));
  });

  it("names the data sources that the connector evaluates SLOs over", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const source = async (name: string, rest: object = {}) => {
      const body = { name, type: "prometheus", url: "https://prometheus.example.com", ...rest };
      return (await tenant.config("POST", "data_sources", { body })).body.id;
    };
    const sourcesOf = async (connector: string) =>
      (await tenant.api("GET", `render/${connector}`)).body.data_sources;
    const first = await source("First");
    await source("Logs", { type: "loki" });
    expect(await sourcesOf(id)).toEqual([first]);
    // With a second one, a data source has to say which.
    const other = await makeEngine(tenant, { name: "Other" });
    const second = await source("Second", { connector_id: other });
    expect([await sourcesOf(id), await sourcesOf(other)]).toEqual([[], [second]]);
  });

  it("moves with a write that commits after one that began later", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const slo = await makeSlo(tenant, "checkout", "availability");
    const sql = (text: string, values: unknown[]) =>
      test.database.queryText({ name: "test-late", text }, values);
    const [early] = await sql("SELECT nextval('row_revision') AS revision", []);
    await tenant.config("POST", "teams", { body: { name: "Written in between" } });
    const { headers } = await tenant.api("GET", `render/${id}`);
    await test.database.queryText(
      {
        name: "test-late-write",
        text: `UPDATE rows SET revision = $1, configuration = configuration || '{"target_percent": 95}' WHERE id = $2`,
      },
      [(early as { revision: string }).revision, slo],
    );
    const condition = { "if-none-match": String(headers.etag) };
    expect((await tenant.api("GET", `render/${id}`, { headers: condition })).status).toBe(200);
  });

  it("names the rows that the engine evaluates, and takes no text in a query for one", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const slo = await makeSlo(tenant, "checkout", "availability");
    const { body: row } = await tenant.config("GET", `slos/${slo}`);
    const total_query = 'up{job=`\norgconfig_slo_id: "slo_other"\n`}';
    await tenant.config("PUT", `slis/${row.sli_id}`, { body: { total_query } });
    const { body } = await tenant.api("GET", `render/${id}`);
    expect(body.refusals).toEqual([]);
    expect(body.evaluated).toEqual([{ resource: "slos", ids: [slo], every_seconds: 60 }]);
  });

  it("is for the exporter's version in the rules of what it probes too", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const exporter = await makeEngine(tenant, { name: "Blackbox", connector_type: "blackbox_exporter" });
    const made = await tenant.config("POST", "synthetic_checks", {
      body: { name: "Shop", kind: "http", target: "https://shop.example.com" },
    });
    const evaluated = async () => (await tenant.api("GET", `render/${id}`)).body.evaluated;
    const all = [{ resource: "synthetic_checks", ids: [made.body.id], every_seconds: 60 }];
    expect(await evaluated()).toEqual(all);
    // So old a version takes rows out of the files where the connector itself says it, and not where an agent does.
    const said = { digest: "0".repeat(64), ok: true, message: null, version: "0.18.0" };
    expect((await tenant.api("PUT", `render/${exporter}/applied`, { body: said })).status).toBe(200);
    expect(await evaluated()).toEqual(all);
    await tenant.config("PUT", `connectors/${exporter}`, { body: { metadata: { version: "0.18" } } });
    expect(await evaluated()).toEqual([]);
  });

  it("is answered file by file too", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    await makeSlo(tenant, "checkout", "availability");
    const { body } = await tenant.api("GET", `render/${id}`);
    const [file] = body.files;
    const one = await tenant.api("GET", `render/${id}/files/${file.name}`);
    expect(one.text).toBe(file.content);
    expect(one.headers["content-type"]).toBe("application/yaml; charset=utf-8");
    const headers = { "if-none-match": String(one.headers.etag) };
    expect((await tenant.api("GET", `render/${id}/files/${file.name}`, { headers })).status).toBe(304);
    const missing = await tenant.api("GET", `render/${id}/files/none.yml`);
    expect([missing.status, missing.body.message]).toEqual([404, expect.stringContaining(file.name)]);
  });

  it("is for the version that is asked for, the connector names or its agent saw, in this order", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const versionOf = async (query = "") =>
      (await tenant.api("GET", `render/${id}${query}`)).body.connector.version;
    expect(await versionOf()).toBe("2.42");
    const digest = "0".repeat(64);
    const say = (version: string) =>
      tenant.api("PUT", `render/${id}/applied`, { body: { digest, ok: true, message: null, version } });
    expect((await say("2.53.1")).status).toBe(200);
    expect(await versionOf()).toBe("2.53.1");
    // An agent's word takes no row out of the files: that is for the connector's own level to say.
    expect((await say("0.1")).status).toBe(200);
    expect(await versionOf()).toBe("2.42");
    await tenant.config("PUT", `connectors/${id}`, { body: { metadata: { version: "2.45" } } });
    expect(await versionOf()).toBe("2.45");
    expect(await versionOf("?version=3.0")).toBe("3.0");
    const wrong = await tenant.api("GET", `render/${id}?version=latest`);
    expect([wrong.status, wrong.body.fields]).toMatchObject([422, [{ field: "version" }]]);
  });

  it("says which rows the engine cannot express, and why", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const slo = await makeSlo(tenant, "checkout", "availability");
    const { body: row } = await tenant.config("GET", `slos/${slo}`);
    await tenant.config("PUT", `slis/${row.sli_id}`, { body: { total_query: "sum(rate(x[5m])" } });
    const { body } = await tenant.api("GET", `render/${id}`);
    expect(body.refusals).toMatchObject([
      { resource: "slis", id: row.sli_id, field: "total_query", message: expect.any(String) },
      { resource: "slos", id: slo, field: "sli_id", message: expect.any(String) },
    ]);
    expect(JSON.stringify(body.files)).not.toContain(slo);
    expect((await tenant.api("GET", "render")).body.data[0].refusals).toEqual(body.refusals);
  });

  it("names a check's target as the exporter has it, until the agent has brought an edit there", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant, { name: "blackbox", connector_type: "blackbox_exporter" });
    const body = { name: "Shop", kind: "http", target: "https://shop.example.com/" };
    const check = (await tenant.config("POST", "synthetic_checks", { body })).body.id;
    const digest = async () => (await tenant.api("GET", `render/${id}`)).body.digest;
    const acknowledge = (ran: string, ok = true) =>
      tenant.api("PUT", `render/${id}/applied`, { body: { digest: ran, ok, message: null } });
    const targets = async () => (await tenant.api("GET", `sd/${id}`)).body;
    expect(await targets()).toEqual([]);
    const first = await digest();
    await acknowledge(first);
    const before = await targets();
    expect(before).toMatchObject([{ targets: [body.target], labels: { orgconfig_check_id: check } }]);
    await tenant.config("PUT", `synthetic_checks/${check}`, { body: { method: "HEAD" } });
    const second = await digest();
    expect(second).not.toBe(first);
    expect(await targets()).toEqual(before);
    // The agent says again what runs, then that the new one does not.
    await acknowledge(first);
    await acknowledge(second, false);
    expect(await targets()).toEqual(before);
    await acknowledge(second);
    const [after] = await targets();
    expect(after.targets).toEqual([body.target]);
    expect(after.labels.__param_module).not.toBe(before[0].labels.__param_module);
    await tenant.config("DELETE", `synthetic_checks/${check}`);
    expect(await targets()).toEqual([]);
  });

  it("is nothing of another organization", async () => {
    const [one, other] = [await test.makeTenant(), await test.makeTenant()];
    const id = await makeEngine(one);
    const calls: [string, string, object?][] = [
      ["GET", `render/${id}`],
      ["GET", `render/${id}/files/slos.rules.yml`],
      ["GET", `sd/${id}`],
      ["PUT", `render/${id}/applied`, { digest: "0".repeat(64), ok: true, message: null }],
    ];
    for (const [method, path, body] of calls)
      expect((await other.api(method, path, body === undefined ? {} : { body })).status, path).toBe(404);
    expect((await other.api("GET", "render")).body.data).toEqual([]);
  });

  it("never has a secret in it", async () => {
    const tenant = await test.makeTenant();
    const secret = "hunter2-very-secret";
    const id = await makeEngine(tenant, { config: { url: "http://127.0.0.1:9090", token: secret } });
    await tenant.config("POST", "synthetic_checks", {
      body: {
        name: "Shop",
        kind: "http",
        target: "https://shop.example.com",
        auth_header: `Bearer ${secret}`,
      },
    });
    for (const path of ["render", `render/${id}`]) {
      const { text } = await tenant.api("GET", path);
      expect(text).not.toContain(secret);
    }
  });
});

it("leaves out a check whose header was saved for another server than its target", async () => {
  const tenant = await test.makeTenant();
  const id = await makeEngine(tenant, {
    connector_type: "blackbox_exporter",
    metadata: { secret_files: "present" },
  });
  const body = {
    name: "Shop",
    kind: "http",
    target: "https://shop.example.com/a",
    auth_header: "Bearer test-token",
  };
  const check = (await tenant.config("POST", "synthetic_checks", { body })).body.id;
  const refusals = async () => (await tenant.api("GET", `render/${id}`)).body.refusals;
  const put = (change: object) => tenant.config("PUT", `synthetic_checks/${check}`, { body: change });
  expect(await refusals()).toEqual([]);
  await put({ target: "https://shop.example.com/b" });
  expect(await refusals()).toEqual([]);
  expect((await put({ target: "https://elsewhere.example.com" })).status).toBe(200);
  expect(await refusals()).toEqual([
    expect.objectContaining({
      id: check,
      field: "auth_header",
      message:
        "the header was saved for https://shop.example.com; save it again for https://elsewhere.example.com",
    }),
  ]);
  await put({ auth_header: body.auth_header });
  expect(await refusals()).toEqual([]);
});

it("sends a mail password only to the mail server that it was saved for", async () => {
  const tenant = await test.makeTenant();
  const at = (smtp_smarthost: string) => ({
    ...{ deliver: "native", run_in: "service", smtp_from: "alerts@example.com" },
    ...{ smtp_smarthost, smtp_username: "alerts" },
  });
  const config = { url: "http://127.0.0.1:9093", intake_key: "k", smtp_password: "hush" };
  const id = await makeEngine(tenant, {
    connector_type: "alertmanager",
    metadata: at("mail.example.com:587"),
    config,
  });
  const route = { name: "All", matchers: ["alertname=~.+"], destinations: [{ email: "ops@example.com" }] };
  expect((await tenant.config("POST", "alert_routes", { body: route })).status).toBe(201);
  const rendered = async () => {
    const { refusals, files } = (await tenant.api("GET", `render/${id}`)).body;
    const file = files.map(({ content }: { content: string }) => content).join();
    return [refusals.map(({ message }: { message: string }) => message), file.includes("secrets/smtp")];
  };
  const put = (change: object) => tenant.config("PUT", `connectors/${id}`, { body: change });
  expect(await rendered()).toEqual([[], true]);
  expect((await put({ metadata: at("elsewhere.example.net:587") })).status).toBe(200);
  const said = "was saved for mail.example.com:587; save it again for elsewhere.example.net:587";
  expect(await rendered()).toEqual([
    [expect.stringMatching(`^config.smtp_password of the connector ".*" ${said}$`)],
    false,
  ]);
  await put({ metadata: at("mail.example.com:587") });
  expect(await rendered()).toEqual([[], true]);
  await put({ metadata: at("elsewhere.example.net:587"), config });
  expect(await rendered()).toEqual([[], true]);
});

describe("an acknowledgement", () => {
  const said = (digest: string, ok = true, message: string | null = null) => ({ digest, ok, message });

  it("that is not kept moves nothing", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    await test.database.execute(
      `ALTER TABLE render_acknowledgements ADD CONSTRAINT none_of_it CHECK (connector_id <> '${id}')`,
    );
    try {
      const body = said("0".repeat(64), false, "no");
      expect((await tenant.api("PUT", `render/${id}/applied`, { body })).status).toBe(500);
    } finally {
      await test.database.execute("ALTER TABLE render_acknowledgements DROP CONSTRAINT none_of_it");
    }
    const connector = (await tenant.config("GET", `connectors/${id}`)).body;
    expect(connector).toMatchObject({ health_status: "unknown", consecutive_failures: 0 });
  });

  it.each([
    ["version", { version: "<b>nonsense" }],
    ["version", { version: "" }],
    ["digest", { digest: "zz not a digest" }],
    ["digest", { digest: "A".repeat(64) }],
  ])("names no malformed %s: %o", async (field, part) => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const body = { ...said("0".repeat(64)), ...part };
    const { status, body: refused } = await tenant.api("PUT", `render/${id}/applied`, { body });
    expect([status, refused.fields]).toMatchObject([422, [{ field }]]);
    expect((await tenant.api("GET", "render")).body.data[0].applied).toBeNull();
  });

  it("moves the connector's health, and neither its ETag nor its times", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const before = await tenant.config("GET", `connectors/${id}`);
    const { digest } = (await tenant.api("GET", `render/${id}`)).body;
    const answer = await tenant.api("PUT", `render/${id}/applied`, { body: said(digest) });
    expect(answer).toMatchObject({
      status: 200,
      body: { connector_id: id, applied: { digest, ok: true, running_digest: digest, message: null } },
    });
    const healthy = await tenant.config("GET", `connectors/${id}`);
    expect(healthy.headers.etag).toBe(before.headers.etag);
    expect(healthy.body).toMatchObject({
      health_status: "healthy",
      consecutive_failures: 0,
      updated_at: before.body.updated_at,
    });
    const why = "promtool refuses the files: password=hunter2";
    await tenant.api("PUT", `render/${id}/applied`, { body: said("1".repeat(64), false, why) });
    const failing = (await tenant.config("GET", `connectors/${id}`)).body;
    expect(failing).toMatchObject({ health_status: "failing", consecutive_failures: 1 });
    expect(failing.last_error_message).toContain("promtool refuses the files");
    expect(failing.last_error_message).not.toContain("hunter2");
    const [{ applied }] = (await tenant.api("GET", "render")).body.data;
    expect(applied).toMatchObject({ digest: "1".repeat(64), ok: false, running_digest: digest });
    expect(applied.message).not.toContain("hunter2");
  });

  it("says of an engine that runs it that rules fail, or rows are left out, without counting a failure", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const slo = await makeSlo(tenant, "checkout", "availability");
    const acknowledge = async (rest: object = {}) => {
      const { digest } = (await tenant.api("GET", `render/${id}`)).body;
      await tenant.api("PUT", `render/${id}/applied`, { body: { ...said(digest), ...rest } });
      return (await tenant.config("GET", `connectors/${id}`)).body;
    };
    const message = "rules of SLO checkout/availability fail when they are evaluated";
    const degraded = { health_status: "degraded", consecutive_failures: 0, last_error_kind: null };
    expect(await acknowledge({ degraded: true, message })).toMatchObject({
      ...degraded,
      last_error_message: message,
    });
    expect(await acknowledge()).toMatchObject({ health_status: "healthy" });
    // With a second engine nobody knows which of the two is to evaluate it.
    await makeEngine(tenant, { name: "Second" });
    const { body } = await tenant.api("GET", `render/${id}`);
    expect(body.refusals).toMatchObject([{ id: slo }]);
    const after = await acknowledge({ message: "a remark" });
    expect(after).toMatchObject(degraded);
    expect(after.last_error_message).toBe(`1 row is left out: ${body.refusals[0].message}`);
  });

  it("is on record when the engine runs something else than before, and not at every repetition", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const { digest } = (await tenant.api("GET", `render/${id}`)).body;
    const records = async () =>
      (await recordsOf(test, tenant.organization.id)).filter(({ action }) => action === "acknowledge_render");
    for (const ok of [true, true, false, true])
      await tenant.api("PUT", `render/${id}/applied`, { body: said(digest, ok) });
    expect(await records()).toMatchObject([
      { row_id: id, changes: [{ field: "running_digest", before: null, after: digest }] },
    ]);
    await tenant.api("PUT", `render/${id}/applied`, { body: said("2".repeat(64)) });
    expect(await records()).toHaveLength(2);
  });

  it("needs the level operate, and a digest", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const key = await test.makeKey(tenant.organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${key.value}` };
    const path = `/api/v1/render/${id}`;
    expect((await test.send("GET", path, { headers })).status).toBe(200);
    const body = said("0".repeat(64));
    expect((await test.send("PUT", `${path}/applied`, { headers, body })).status).toBe(403);
    const wrong = await tenant.api("PUT", `render/${id}/applied`, { body: { ok: true, digest: 5 } });
    expect([wrong.status, wrong.body.fields.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      expect.arrayContaining(["digest"]),
    ]);
  });

  it("goes with its connector", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    await tenant.api("PUT", `render/${id}/applied`, { body: said("0".repeat(64)) });
    const count = async () =>
      (
        await test.database.queryText(
          {
            name: "test-acknowledgements",
            text: "SELECT 1 FROM render_acknowledgements WHERE connector_id = $1",
          },
          [id],
        )
      ).length;
    expect(await count()).toBe(1);
    await tenant.config("DELETE", `connectors/${id}`);
    expect(await count()).toBe(0);
  });
});

describe("an integration that keeps failing", () => {
  it("is one event at the third failure in a row, and again after it worked", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const fail = { health_status: "failing", last_error_kind: "network", last_error_message: "no answer" };
    const report = (body: object) => tenant.api("PUT", `state/connectors/${id}`, { body });
    const events = async () =>
      (await test.database.queryText(
        {
          name: "test-events-of-organization",
          text: "SELECT event, title, url FROM events WHERE organization_id = $1",
        },
        [tenant.organization.id],
      )) as { event: string; title: string; url: string }[];
    await report(fail);
    await report(fail);
    expect(await events()).toEqual([]);
    await tenant.api("PUT", "state", { body: { reports: [{ kind: "connectors", id, state: fail }] } });
    await report(fail);
    expect(await events()).toMatchObject([
      { event: "integration_failing", title: "Connector Prometheus has failed 3 times in a row" },
    ]);
    expect((await events())[0]?.url).toContain(`/settings/connectors/${id}`);
    await report({ last_success_at: "2026-03-01T10:00:00Z" });
    for (let time = 0; time < 3; time += 1) await report(fail);
    expect(await events()).toHaveLength(2);
  });
});

describe("an agent that says nothing for ten minutes", () => {
  const said = (digest: string) => ({ digest, ok: true });
  /** Lets the agent's word become so old. */
  const age = (id: string, minutes: number) =>
    test.database.queryText(
      {
        name: "test-age-acknowledgement",
        text: "UPDATE render_acknowledgements SET heard_at = now() - $2 * interval '1 minute' WHERE connector_id = $1",
      },
      [id, minutes],
    );
  const raised = ({ organization }: Tenant) =>
    test.database.queryText(
      {
        name: "test-silent-events",
        text: "SELECT event, title, body FROM events WHERE organization_id = $1",
      },
      [organization.id],
    );

  it("is stale in every answer, and one event until it says something again", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    const { digest } = (await tenant.api("GET", `render/${id}`)).body;
    const acknowledge = () => tenant.api("PUT", `render/${id}/applied`, { body: { digest, ok: true } });
    const stale = async () => [
      (await tenant.api("GET", "render")).body.data[0].applied.stale,
      (await tenant.api("GET", `render/${id}`)).body.applied.stale,
    ];
    const look = () => test.service.rendering.absence.look();
    expect((await acknowledge()).body.applied.stale).toBe(false);
    await age(id, 9);
    await look();
    expect([await stale(), await raised(tenant)]).toEqual([[false, false], []]);

    await age(id, 11);
    expect(await stale()).toEqual([true, true]);
    await look();
    await look();
    expect(await raised(tenant)).toMatchObject([
      {
        event: "integration_failing",
        title: "Connector Prometheus has stopped reporting",
        body: expect.stringContaining("Its agent has not reported since "),
      },
    ]);
    expect((await tenant.config("GET", `connectors/${id}`)).body).toMatchObject({
      health_status: "failing",
      last_error_kind: "network",
    });

    await acknowledge();
    expect(await stale()).toEqual([false, false]);
    expect((await tenant.config("GET", `connectors/${id}`)).body.health_status).toBe("healthy");
    await age(id, 11);
    await look();
    expect(await raised(tenant)).toHaveLength(2);
  });

  it("is notified of once, however many nodes look", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    await tenant.api("PUT", `render/${id}/applied`, { body: said("0".repeat(64)) });
    await age(id, 11);
    const { signRecord } = createRecordCodes(createVault(test.settings.secretKeys));
    const store = createRowStore(test.database, signRecord);
    const renders = createRenderStore(test.database, signRecord);
    const { organizations } = createIdentityStore(test.database, signRecord, 720);
    const titles: string[] = [];
    const reports = createReports({
      store,
      raiseEvent: async (_writer, _call, event) => void titles.push(String(event.title)),
    });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const nodes = Array.from({ length: 3 }, () =>
      createAbsenceWatch({ store, renders, reports, organizations, log, upSince: async () => new Date(0) }),
    );
    await Promise.all(nodes.map((node) => node.look()));
    expect(titles).toEqual(["Connector Prometheus has stopped reporting"]);
  });

  it("has nothing to say while its connector is off, and ten minutes from when it is on again", async () => {
    const tenant = await test.makeTenant();
    const id = await makeEngine(tenant);
    await tenant.api("PUT", `render/${id}/applied`, { body: said("0".repeat(64)) });
    await tenant.config("PUT", `connectors/${id}`, { body: { enabled: false } });
    await age(id, 60);
    const stale = async () => (await tenant.api("GET", "render")).body.data[0].applied.stale;
    await test.service.rendering.absence.look();
    expect([await stale(), await raised(tenant)]).toEqual([false, []]);
    await tenant.config("PUT", `connectors/${id}`, { body: { enabled: true } });
    await test.service.rendering.absence.look();
    expect([await stale(), await raised(tenant)]).toEqual([false, []]);
  });
});

it("a plan says what it would show the engines, and which rows they could not take", async () => {
  const tenant = await test.makeTenant();
  await makeEngine(tenant);
  const slo = await makeSlo(tenant, "checkout", "availability");
  const plan = async (bundle: object) => (await tenant.api("POST", "plans", { body: { bundle } })).body;
  const key = { service: "checkout", name: "availability" };
  const { body: row } = await tenant.config("GET", `slos/${slo}`);
  const changed = await plan({ slos: [{ ...key, sli_id: key, target_percent: 99 }] });
  expect(changed.problems).toEqual([]);
  expect(changed.effects.engines).toEqual([
    {
      connector: "Prometheus",
      file: "slos.rules.yml",
      summary: expect.stringMatching(/lines? added, \d+ lines? removed$/),
    },
  ]);
  expect((await plan({ teams: [{ name: "Platform" }] })).effects.engines).toEqual([]);
  const { body: sli } = await tenant.config("GET", `slis/${row.sli_id}`);
  const source = { name: "checkout availability" };
  const measure = { ...key, kind: "ratio", data_source_id: source, good_query: sli.good_query };
  const broken = await plan({ slis: [{ ...measure, total_query: "sum(" }] });
  expect(broken.effects.engines).toEqual([
    {
      connector: "Prometheus",
      file: "slos.rules.yml",
      summary: expect.stringMatching(/^1 line added, \d+ lines removed$/),
    },
  ]);
  expect(broken.refusals).toMatchObject([
    { connector: "Prometheus", resource: "slis", field: "total_query" },
    {
      connector: "Prometheus",
      resource: "slos",
      id: slo,
      key: { service: "checkout", name: "availability" },
      message: 'its SLI "checkout/availability" is not taken',
    },
  ]);
  const applied = await tenant.api("POST", `plans/${changed.id}/apply`, { body: {} });
  expect(applied.status).toBe(200);
});
