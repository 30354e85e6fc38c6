/** Answers that a model can pay for: lists are short unless more is asked for, are narrowed by what people ask by, and go on. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listFilters } from "../../src/kernel/findable.ts";
import { definitions } from "../../src/resources/index.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Agent, agentOf, type ToolResult } from "./support.ts";

const most = 4_000;
const minute = 60_000;

let test: TestService;
let tenant: Tenant;
let admin: Agent;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  const { id } = tenant.organization;
  admin = agentOf(test, (await test.makeKey(id, ["mcp:admin"])).value);
  for (let serial = 0; serial < 45; serial += 1) {
    const name = `Route ${String(serial).padStart(3, "0")} ${"with a long name ".repeat(10)}`;
    const made = await tenant.config("POST", "alert_routes", {
      body: {
        name,
        position: serial,
        enabled: serial % 3 > 0,
        matchers: Array.from({ length: 8 }, (_, at) => `label_${at}=~"value ${serial} .*"`),
        destinations: [],
        drop: true,
      },
    });
    expect(made.status, made.text).toBe(201);
  }
  const connector = await tenant.config("POST", "connectors", {
    body: { name: "Alertmanager", type: "observability", connector_type: "alertmanager" },
  });
  const taken = await tenant.api("POST", `intake/alertmanager/${connector.body.id}`, {
    body: {
      version: "4",
      receiver: "orgconfig",
      groupKey: "{}:{}",
      alerts: Array.from({ length: 60 }, (_, serial) => ({
        status: "firing",
        labels: {
          alertname: `Disk ${serial}`,
          severity: serial % 2 === 0 ? "critical" : "warning",
          service: serial % 3 === 0 ? "checkout" : "search",
          region: serial < 30 ? "eu-1" : "us-1",
        },
        annotations: { summary: "The disk is nearly full. ".repeat(10) },
        startsAt: new Date(Date.now() - (serial + 1) * minute).toISOString(),
        endsAt: "0001-01-01T00:00:00Z",
        fingerprint: String(serial).padStart(16, "0"),
      })),
    },
  });
  expect(taken.status, taken.text).toBe(200);
});
afterAll(() => test.close());

const cost = ({ content }: ToolResult) => encode(content.map(({ text }) => text).join("")).length;
const problem = ({ _meta }: ToolResult) => _meta?.["orgconfig/problem"];

/** Every item of a list, page after page. */
async function all(name: string, input: object = {}) {
  const items: { id: string }[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { structuredContent, content } = await admin.call(name, { ...input, ...(cursor && { cursor }) });
    if (structuredContent === undefined) throw new Error(content[0]?.text);
    items.push(...structuredContent.data);
    cursor = structuredContent.next_cursor;
  }
  return items;
}

it.each(["list_alert_routes", "list_alerts"])("%s {} costs little, and its pages join", async (name) => {
  const first = await admin.call(name);
  expect(cost(first)).toBeLessThanOrEqual(most);
  expect(first.structuredContent.data.length).toBeGreaterThan(3);
  expect(first.structuredContent.truncated).toBe(true);
  const items = await all(name);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(items.length).toBe(name === "list_alerts" ? 60 : 45);
  const sevens = await admin.call(name, { limit: 7 });
  expect(sevens.structuredContent.data).toEqual(items.slice(0, 7));
  expect(await all(name, { limit: 40 })).toEqual(items);
});

it("every list of a kind takes limit, cursor and its filters, and refuses what they cannot be", async () => {
  const ofRoutes = (await admin.call("list_alert_routes", { limit: 1 })).structuredContent.next_cursor;
  for (const definition of definitions) {
    if (!definition.verbs.includes("list")) continue;
    const name = definition.actionNames.list;
    for (const [input, field] of [
      [{ limit: 0 }, "limit"],
      [{ limit: 101 }, "limit"],
      [{ limit: "5" }, "limit"],
      [{ cursor: "x" }, "cursor"],
      [{ cursor: 5 }, "cursor"],
      ...(definition.kind === "alert_routes" || definition.derivedId !== undefined
        ? []
        : [[{ cursor: ofRoutes }, "cursor"] as const]),
    ] as const)
      expect(
        [problem(await admin.call(name, input))?.status, problem(await admin.call(name, input))?.field],
        name,
      ).toEqual([422, field]);
    for (const filter of listFilters(definition)) {
      const field = definition.fields[filter];
      const value =
        field?.type === "boolean"
          ? true
          : field?.type === "integer"
            ? 1
            : field?.type === "choice"
              ? field.choices[0]
              : "x";
      const { structuredContent, content } = await admin.call(name, { [filter]: value, limit: 5 });
      expect(structuredContent, `${name} ${filter}: ${content[0]?.text}`).toHaveProperty("next_cursor");
    }
  }
});

it("pages of rows whose ids are their keys join", async () => {
  for (const service of ["a", "b", "c"])
    await admin.call("update_service_binding", { id: service, log_groups: [service] });
  const items = await all("list_service_bindings");
  expect(items.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(await all("list_service_bindings", { limit: 1 })).toEqual(items);
});

it("routes are filtered by whether they are on, and a value that cannot be names those that can", async () => {
  expect((await all("list_alert_routes", { enabled: false })).length).toBe(15);
  expect((await all("list_alert_routes", { enabled: true, limit: 9 })).length).toBe(30);
  const wrong = problem(await admin.call("list_synthetic_checks", { kind: "htp" }));
  expect([wrong?.status, wrong?.field]).toEqual([422, "kind"]);
  expect(wrong?.message).toContain('did you mean "http"');
});

it("alerts are filtered by severity, service, matchers and time, at REST alike", async () => {
  const of = async (input: object) => (await all("list_alerts", { limit: 50, ...input })).length;
  expect(await of({ severity: "critical" })).toBe(30);
  expect(await of({ service: "checkout" })).toBe(20);
  expect(await of({ matchers: ['region=~"eu-.+"'] })).toBe(30);
  expect(await of({ matchers: ['region="us-1"', 'severity!="critical"'], status: "open" })).toBe(15);
  expect(await of({ status: "resolved" })).toBe(0);
  const since = new Date(Date.now() - 20.5 * minute).toISOString();
  const [young, old] = [await of({ since }), await of({ until: since })];
  expect(young).toBeGreaterThan(15);
  expect(young).toBeLessThan(25);
  expect(young + old).toBe(60);
  const { body } = await tenant.api("GET", "alerts?severity=critical&limit=100");
  expect(body.data.length).toBe(30);
  const wrong = await admin.call("list_alerts", { matchers: ["region"] });
  expect([problem(wrong)?.status, problem(wrong)?.field]).toEqual([422, "matchers[0]"]);
});

it("whoami says what time it is", async () => {
  const before = Date.now();
  const { now } = (await admin.call("whoami")).structuredContent;
  expect(new Date(now).getTime()).toBeGreaterThanOrEqual(before - 1);
  expect(new Date(now).getTime()).toBeLessThanOrEqual(Date.now());
});
