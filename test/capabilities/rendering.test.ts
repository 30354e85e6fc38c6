import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { digestOfFiles } from "../../src/backends/digest.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
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
    expect(whole.files[0].content).toContain("orgconfig_slo_id");
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
    const said = { digest, ok: true, message: null, version: "2.53.1" };
    await tenant.api("PUT", `render/${id}/applied`, { body: said });
    expect(await versionOf()).toBe("2.53.1");
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

describe("an acknowledgement", () => {
  const said = (digest: string, ok = true, message: string | null = null) => ({ digest, ok, message });

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

it("a plan says what it would tell the engines, and which rows they could not take", async () => {
  const tenant = await test.makeTenant();
  await makeEngine(tenant);
  const slo = await makeSlo(tenant, "checkout", "availability");
  const plan = async (bundle: object) => (await tenant.api("POST", "plans", { body: { bundle } })).body;
  const key = { service: "checkout", name: "availability" };
  const { body: row } = await tenant.config("GET", `slos/${slo}`);
  const changed = await plan({ slos: [{ ...key, sli_id: key, target_percent: 99 }] });
  expect(changed.problems).toEqual([]);
  expect(changed.effects).toEqual([
    {
      connector: "Prometheus",
      file: "slos.rules.yml",
      summary: expect.stringMatching(/lines? added, \d+ lines? removed$/),
    },
  ]);
  expect((await plan({ teams: [{ name: "Platform" }] })).effects).toEqual([]);
  const { body: sli } = await tenant.config("GET", `slis/${row.sli_id}`);
  const source = { name: "checkout availability" };
  const measure = { ...key, kind: "ratio", data_source_id: source, good_query: sli.good_query };
  const broken = await plan({ slis: [{ ...measure, total_query: "sum(" }] });
  expect(broken.effects).toEqual([
    {
      connector: "Prometheus",
      file: "slos.rules.yml",
      summary: expect.stringMatching(/^1 line added, \d+ lines removed$/),
    },
  ]);
  expect(broken.refusals).toMatchObject([
    { connector: "Prometheus", resource: "slis", field: "total_query" },
    { connector: "Prometheus", resource: "slos", id: slo },
  ]);
  const applied = await tenant.api("POST", `plans/${changed.id}/apply`, { body: {} });
  expect(applied.status).toBe(200);
});
