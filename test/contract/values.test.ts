/** Values that look like others: instants in other offsets, names in another Unicode form, days that do not exist. */
import { describe, expect, it } from "vitest";
import { contractFor } from "../support/contract.ts";

const contract = contractFor(import.meta.url);

describe("a timestamp", () => {
  it("is the instant, however it is written", async () => {
    const tenant = await contract().tenant();
    const body = { service: "checkout", freeze_until: "2036-03-01T09:30:00.500Z" };
    const made = await tenant.config("POST", "deploy_policies", { body });
    const path = `deploy_policies/${made.body.id}`;
    const changes = await tenant.changes();
    for (const same of [
      "2036-03-01T11:30:00.5+02:00",
      "2036-02-29T23:00:00.500000000-10:30",
      "2036-03-01t09:30:00.50z",
      "2036-03-01T09:30:00.500-00:00",
    ]) {
      const answer = await tenant.config("PUT", path, { body: { freeze_until: same } });
      expect([answer.status, answer.headers.etag, answer.body]).toEqual([200, made.headers.etag, made.body]);
    }
    // With another change next to it, that one alone is reported.
    const other = await tenant.config("PUT", path, {
      body: { freeze_until: "2036-03-01T11:30:00.5+02:00", freeze_reason: "Easter" },
    });
    expect([other.status, other.body.freeze_until]).toEqual([200, body.freeze_until]);
    expect((await tenant.audit()).at(-1)?.changes.map(({ field }) => field)).toEqual(["freeze_reason"]);
    expect(await tenant.changes()).toBe(changes + 1);
    for (const another of [
      "2036-03-01T09:30:00.5000001Z",
      "2036-03-01T09:30:00Z",
      "2036-03-01T11:30:00.5Z",
    ]) {
      const answer = await tenant.config("PUT", path, { body: { freeze_until: another } });
      expect([answer.status, answer.body.freeze_until]).toEqual([200, another]);
    }
  });

  it("that time sets may be sent back in another offset", async () => {
    const { config } = await contract().tenant();
    const { body } = await config("POST", "teams", { body: { name: "Core" } });
    const policy = await config("POST", "deploy_policies", { body: { service: "a" } });
    const created_at = policy.body.created_at.replace("Z", "000+00:00");
    const echoed = await config("PUT", `deploy_policies/${policy.body.id}`, { body: { created_at } });
    expect([echoed.status, echoed.headers.etag]).toEqual([200, policy.headers.etag]);
    const wrong = await config("PUT", `teams/${body.id}`, { body: { created_at: "2020-01-01T00:00:00Z" } });
    expect([wrong.status, wrong.body.field]).toEqual([422, "created_at"]);
  });

  it.each([
    ["9999-12-31T23:59:59-23:59", 422],
    ["0000-12-31T23:59:59Z", 422],
    ["0001-01-01T00:00:00+00:01", 422],
    ["9999-12-31T23:59:59.999999999Z", 201],
    ["0001-01-01T00:00:00Z", 201],
  ])("%s is %d: its year in UTC counts", async (scheduled_for, status) => {
    const { config } = await contract().tenant();
    const body = { title: "Upgrade", body: "A short pause.", scheduled_for };
    const answer = await config("POST", "status_page_incidents", { body });
    expect([answer.status, answer.body.field]).toEqual([
      status,
      status === 422 ? "scheduled_for" : undefined,
    ]);
  });
});

describe("a value that is not of its format", () => {
  it.each([
    ["compliance_periods", "starts_on", "0000-01-01"],
    ["repo_settings", "repository", "a/.."],
    ["repo_settings", "repository", "./b"],
    ...[
      "bad..branch ~",
      "a b",
      "a..b",
      "/a",
      "a/",
      "a//b",
      ".a",
      "a/.b",
      "a.lock",
      "a.lock/b",
      "a.",
      "-a",
    ].map((branch) => ["repo_settings", "branch", branch]),
    ...["@", "HEAD", "a@{b", "a~1", "a^", "a:b", "a?b", "a*b", "a[b", "a\\b", "a\tb", "a\u007fb"].map(
      (branch) => ["repo_settings", "branch", branch],
    ),
    ["teams", "name", "a\nb"],
    ["teams", "name", "a\u2028b"],
    ["deploy_policies", "service", "a\u001bb"],
    ["organization_settings", "name", "a\r\nBcc: b@example.com"],
  ] as [string, string, string][])("%s refuses %s %j", async (kind, field, value) => {
    const tenant = await contract().tenant();
    const bodies: Record<string, Record<string, unknown>> = {
      compliance_periods: {
        name: "a",
        framework: "iso27001",
        starts_on: "2026-01-01",
        ends_on: "2026-02-01",
      },
      repo_settings: { repository: "acme/checkout", branch: "main" },
      deploy_policies: { service: "a" },
    };
    const method = kind === "organization_settings" ? "PUT" : "POST";
    const answer = await tenant.config(method, kind, { body: { ...bodies[kind], [field]: value } });
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  it.each(["main", "feature/login", "a@b", "release-1.2", "é", "a.b", "@a", "HEAD2", "a{b}"])(
    "a branch may be called %s",
    async (branch) => {
      const { config } = await contract().tenant();
      const answer = await config("POST", "repo_settings", { body: { repository: "acme/checkout", branch } });
      expect(answer.status).toBe(201);
    },
  );
});

describe("a name in another form than NFC", () => {
  const decomposed = "cafe\u0301";
  const composed = "caf\u00e9";

  it("is refused in keys and ids, with the form to write", async () => {
    const { config } = await contract().tenant();
    for (const [method, path, body] of [
      ["POST", "teams", { name: decomposed }],
      ["POST", "service_bindings", { service: decomposed }],
      ["PUT", `service_bindings/${encodeURIComponent(decomposed)}`, {}],
      ["PUT", `service_bindings/a@${encodeURIComponent(decomposed)}`, {}],
    ] as const) {
      const answer = await config(method, path, { body });
      expect([path, answer.status, answer.body.error]).toEqual([path, 422, "unprocessable_entity"]);
      expect(answer.body.message).toContain(composed);
      expect(answer.body.message).toContain("caf\\u00e9");
    }
    expect((await config("POST", "teams", { body: { name: composed } })).status).toBe(201);
    const elsewhere = { name: "a", content: decomposed, prompt_type: "custom" };
    expect((await config("POST", "prompt_templates", { body: elsewhere })).body.content).toBe(decomposed);
  });

  it("stays readable, changeable and deletable in rows from before", async () => {
    const tenant = await contract().tenant();
    const { config } = tenant;
    const policy = await config("POST", "deploy_policies", { body: { service: "before" } });
    const binding = await config("PUT", "service_bindings/before", { body: { log_filter: "a" } });
    expect([policy.status, binding.status]).toEqual([201, 200]);
    await contract().database.queryText(
      {
        name: "test-decompose",
        text: `UPDATE rows SET natural_key = replace(natural_key, 'before', $2), id = replace(id, 'before', $2),
          configuration = jsonb_set(configuration, '{service}', to_jsonb($2::text)) WHERE organization_id = $1`,
      },
      [tenant.organization.id, decomposed],
    );
    const path = `deploy_policies/${policy.body.id}`;
    const read = await config("GET", path);
    expect(read.body.service).toBe(decomposed);
    const edited = await config("PUT", path, { body: { ...read.body, enabled: false } });
    expect([edited.status, edited.body.service, edited.body.enabled]).toEqual([200, decomposed, false]);
    const renamed = await config("PUT", path, { body: { service: `${decomposed}2` } });
    expect(renamed.status).toBe(422);
    const id = encodeURIComponent(decomposed);
    const bound = await config("GET", `service_bindings/${id}`);
    const filter = { ...bound.body, log_filter: "b" };
    expect((await config("PUT", `service_bindings/${id}`, { body: filter })).status).toBe(200);
    for (const row of [path, `service_bindings/${id}`])
      expect((await config("DELETE", row)).status).toBe(200);
  });
});
