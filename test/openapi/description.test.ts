import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { isBundled } from "../../src/engine/plan/bundle-entry.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { judge } from "../resources/rules.ts";
import { checkAnswer, readDescription } from "../support/openapi-check.ts";
import { makePerson } from "../support/people.ts";
import { createSamples } from "../support/samples.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const url = "/api/v1/config/openapi.json";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

let parsed: ReturnType<typeof JSON.parse>;
/** The description as it is served. No test changes it. */
function described(): ReturnType<typeof JSON.parse> {
  parsed ??= JSON.parse(test.service.description);
  return parsed;
}

describe("serving it", () => {
  it("needs no credential, and says what it is", async () => {
    const { status, headers, body } = await test.send("GET", url);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(body).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: "2.0.0", license: { identifier: "Apache-2.0" } },
    });
  });

  it("answers HEAD, 304 and compressed", async () => {
    const whole = await test.send("GET", url);
    const head = await test.send("HEAD", url);
    expect([head.status, head.text, head.headers.etag]).toEqual([200, "", whole.headers.etag]);
    const again = await test.send("GET", url, {
      headers: { "if-none-match": `"x", W/${whole.headers.etag}` },
    });
    expect([again.status, again.text]).toEqual([304, ""]);
    const zipped = await test.service.server.inject({ url, headers: { "accept-encoding": "br, gzip" } });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(zipped.headers.etag).not.toBe(whole.headers.etag);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(whole.text);
  });

  it("names the address that the service is reached at, where it is reported one", async () => {
    const other = await startService({ ORGCONFIG_PUBLIC_URL: "https://config.example.com" });
    expect(JSON.parse(other.service.description).servers[0].url).toBe("https://config.example.com");
    await other.close();
  });
});

describe.each(definitions.map((definition) => [definition.kind, definition] as const))(
  "%s",
  (kind, definition) => {
    it("has an operation for each of its verbs, and no other", () => {
      const { paths } = described();
      const names = Object.entries(
        paths as Record<string, Record<string, { operationId?: string; tags?: string[] }>>,
      )
        .filter(([path]) => path === `/api/v1/config/${kind}` || path === `/api/v1/config/${kind}/{id}`)
        .flatMap(([, item]) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));
      const wanted = definition.verbs.map((verb) => definition.actionNames[verb]);
      // HEAD stands next to every GET.
      const heads = ["get", "list"].flatMap((verb) =>
        wanted.includes(definition.actionNames[verb as "get"])
          ? `head_${definition.actionNames[verb as "get"]}`
          : [],
      );
      expect(names.sort()).toEqual([...wanted, ...heads].sort());
      expect(paths[`/api/v1/config/${kind}`]["x-natural-key"]).toEqual(definition.naturalKey);
    });

    it("shows examples that would be accepted", () => {
      const { components } = described();
      const name = definition.singular.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
      const { ajv } = readDescription(test.service.description);
      const holds = (schema: string) => {
        const { value } = components.examples[schema];
        expect(ajv.validate(`schema:${schema}`, value), ajv.errorsText()).toBe(true);
        return value as JsonObject;
      };
      holds(name);
      if (definition.verbs.includes("create")) {
        const body = holds(`${name}Create`);
        expect(judge(definition, body).problems).toEqual([]);
      }
      if (definition.verbs.includes("update")) {
        const body = holds(`${name}Update`);
        expect(Object.keys(body)).not.toEqual([]);
        expect(parseBody(definition.fields, body, "update").problems).toEqual([]);
      }
    });
  },
);

it.each(definitions.filter(({ shape }) => shape === "setting").map(({ kind }) => kind))(
  "publishes what %s reads until it is saved",
  async (kind) => {
    const { components } = described();
    const fresh = await test.makeTenant();
    const { body } = await fresh.config("GET", kind);
    const name = kind.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
    const { properties } = components.schemas[name] as { properties: Record<string, JsonObject> };
    for (const [field, { default: start, readOnly }] of Object.entries(properties)) {
      // An organization's name is chosen when it is made.
      if (readOnly || (kind === "organization_settings" && field === "name")) continue;
      expect(start, field).toEqual(body[field]);
    }
  },
);

describe("a bundle", () => {
  it("has a schema for editors, which takes the files of examples and says what is wrong", async () => {
    const { body } = await test.send("GET", "/api/v1/config/bundle.schema.json");
    const editor = new Ajv2020({ strict: false, allErrors: true });
    // The package's types name its CommonJS default only.
    (addFormats as unknown as (ajv: Ajv2020) => void)(editor);
    const holds = editor.compile(body);
    const folder = join(root, "examples/gitops/config");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".yaml"),
    );
    expect(files).toContain("tests.yaml");
    for (const file of files) {
      const value = parse(readFileSync(join(folder, file), "utf8"));
      expect(holds(value), `${file}: ${editor.errorsText(holds.errors)}`).toBe(true);
    }
    const alert = { labels: { service: "shop" } };
    const wrongIn = (bundle: object) => (holds(bundle) ? [] : holds.errors?.map((one) => one.instancePath));
    const test1 = { name: "a", alert, expect: { notified: ["pager", { team_id: { name: "Shop" } }] } };
    expect(wrongIn({ tests: [test1], behaviour_tests: [test1], "x-note": 1 })).toEqual([]);
    expect(wrongIn({ tests: [{ ...test1, alert: { label: {} } }] })).toContain("/tests/0/alert");
    expect(wrongIn({ tests: [{ ...test1, expect: { notified: [1] } }] })).toContain(
      "/tests/0/expect/notified/0",
    );
    const targets = (secret: unknown) => ({ outbound_configs: [{ name: "a", kind: "pagerduty", secret }] });
    expect(wrongIn(targets({ env: "KEY" }))).toEqual([]);
    expect(wrongIn(targets({ variable: "KEY" }))).not.toEqual([]);
  });

  const judged = (bundle: unknown) => {
    const { ajv } = readDescription(test.service.description);
    return ajv.validate("schema:PlanChangesInput", { bundle }) ? "" : ajv.errorsText();
  };

  it("is described as it is exported, with a row of every kind that is in one", async () => {
    const fresh = await test.makeTenant();
    const samples = createSamples({
      definitions: definitionsByKind,
      config: fresh.config,
      join: (email) => makePerson(test.database, fresh.organization.id, email),
    });
    for (const definition of definitions.filter(isBundled)) await samples.row(definition);
    const { body } = await fresh.api("GET", "config/export?format=json");
    // An incident has a natural key only where it came from elsewhere.
    const kinds = definitions.filter(isBundled).map(({ kind }) => kind);
    expect(kinds.filter((kind) => !(kind in body))).toEqual([]);
    expect(judged(body)).toBe("");
  });

  it.each([
    [{ teams: [{ name: "Payments" }], organization_settings: { default_team_id: { name: "Payments" } } }],
    [{ team_members: [{ team_id: { name: "Payments" }, email: "ada@example.com" }] }],
    [{ team_members: [{ team_id: "team_1", email: "ada@example.com" }] }],
    [{ slos: [] }],
  ])("is described as it may be written: %j", (bundle) => {
    expect(judged(bundle)).toBe("");
  });

  it.each([
    [{ nobody: [] }],
    [{ teams: { name: "Payments" } }],
    [{ teams: [{ name: 5 }] }],
    [{ team_members: [{ team_id: { nam: "Payments" }, email: "ada@example.com" }] }],
    [{ organization_settings: [] }],
  ])("is not described as what it may not be: %j", (bundle) => {
    expect(judged(bundle)).not.toBe("");
  });
});

it("describes nothing that is not served", async () => {
  const { paths } = described();
  const operations = Object.entries(
    paths as Record<string, Record<string, { operationId?: string; security?: object[] }>>,
  )
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
    )
    .filter(({ operationId }) => operationId !== undefined);
  expect(operations.length).toBeGreaterThan(50);
  for (const { path, method, security } of operations) {
    const asked = path.replaceAll(/\{[^}]+\}/g, "nothing-here");
    const body = ["get", "head", "delete"].includes(method) ? {} : { body: {} };
    const send =
      security === undefined || JSON.stringify(security).includes("apiKey") ? tenant.api : test.send;
    const answer = await send(
      method.toUpperCase(),
      send === test.send ? asked : asked.slice("/api/v1/".length),
      body,
    );
    expect(answer.status, `${method} ${path}`).not.toBe(405);
    expect(answer.body?.message ?? "", `${method} ${path}`).not.toContain("There is nothing at");
  }
});

it("describes the whole of every operation: who may, what comes, and what goes wrong", () => {
  const { paths } = described();
  for (const [path, item] of Object.entries(
    paths as Record<string, Record<string, Record<string, unknown>>>,
  )) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === undefined) continue;
      const where = `${method} ${path}`;
      expect(operation, where).toMatchObject({
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        tags: [expect.any(String)],
      });
      const statuses = Object.keys(operation.responses as object);
      expect(statuses, where).toEqual(expect.arrayContaining(["400", "500"]));
      expect(
        // What sends a browser on answers nothing else.
        statuses.some((status) => status.startsWith("2") || status === "303"),
        where,
      ).toBe(true);
    }
  }
});

describe("the check that every test's answers go through", () => {
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
    status,
    body,
    text: body === undefined ? "" : JSON.stringify(body),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "x-request-id": "req_1",
      etag: '"1"',
      "x-content-tag": '"text"',
      ...headers,
    },
  });
  const check = (method: string, path: string, received: ReturnType<typeof answer>) => () =>
    checkAnswer(test.service.description, method, `/api/v1/${path}`, received);
  const error = { error: "not_found", message: "No.", request_id: "req_1" };
  const row = {
    id: "team_1",
    name: "Platform",
    members: [],
    created_at: "2026-03-10T09:30:00.000Z",
    updated_at: "2026-03-10T09:30:00.000Z",
  };

  it("lets pass what is described", () => {
    expect(check("GET", "config/teams/team_1", answer(200, row))).not.toThrow();
    expect(check("GET", "config/teams/team_1", answer(404, error))).not.toThrow();
    expect(check("GET", "config/teams/team_1", answer(304, undefined))).not.toThrow();
    expect(check("HEAD", "config/teams/team_1", answer(200, undefined))).not.toThrow();
    expect(check("PATCH", "nowhere", answer(404, error))).not.toThrow();
  });

  it.each([
    ["an undescribed status", "GET", "config/teams/team_1", answer(409, { ...error, error: "conflict" })],
    ["an undescribed operation", "PATCH", "config/teams/team_1", answer(200, row)],
    ["an undescribed path", "GET", "nowhere", answer(200, {})],
    ["a member too many", "GET", "config/teams/team_1", answer(200, { ...row, secret: "x" })],
    ["a member too few", "GET", "config/teams/team_1", answer(200, { ...row, members: undefined })],
    ["a value of another type", "GET", "config/teams/team_1", answer(200, { ...row, name: null })],
    ["a code of another status", "GET", "config/teams/team_1", answer(404, { ...error, error: "conflict" })],
    ["a conflict without the row", "POST", "config/teams", answer(409, { ...error, error: "conflict" })],
    ["an error without its code", "PATCH", "nowhere", answer(404, { message: "No." })],
    ["another media type", "GET", "config/teams/team_1", answer(200, row, { "content-type": "text/plain" })],
    ["a body that should not be", "GET", "config/teams/team_1", answer(304, row)],
    ["a missing Location", "POST", "config/teams", answer(201, row)],
  ])("stops at %s", (_what, method, path, received) => {
    const plain = { ...received, body: received.text === "" ? undefined : JSON.parse(received.text) };
    expect(check(method, path, plain)).toThrow(/^OpenAPI: /);
  });
});
