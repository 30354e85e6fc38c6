/** One rule at every door: a status that nobody has reported for more than ten minutes is unknown, since when and why. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { makeSlo } from "./slo.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => test.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const report = (id: string, state: object, by = tenant) => by.api("PUT", `state/slos/${id}`, { body: state });
const row = async (id: string, by = tenant) => (await by.config("GET", `slos/${id}`)).body;

it("says since when nobody knows it, and why, and keeps the figures with their ages", async () => {
  const id = await makeSlo(tenant, "checkout", "availability");
  const made = await row(id);
  expect(made).toMatchObject({
    status: "no_data",
    status_since: null,
    status_reason: "Nobody evaluates this SLO yet: connect an engine that does.",
    measured_at: {},
  });
  const at = minutesAgo(12);
  const figures = { error_budget_remaining_percent: 50, burn_rate: 1, sli_percent: 99.95 };
  const answer = await report(id, { status: "healthy", ...figures, last_evaluated_at: at });
  expect(answer.body).toMatchObject({
    ...figures,
    status: "unknown",
    status_since: at,
    last_evaluated_at: at,
  });
  expect(answer.body.status_reason).toMatch(/^Nobody has evaluated this SLO since \d+ \w+ \d{4}, \d\d:\d\d/);
  expect(await row(id)).toEqual(answer.body);
  await report(id, { burn_rate: 2 });
  expect(await row(id)).toMatchObject({ status: "unknown", status_since: at, burn_rate: 2 });
  await report(id, { status: "at_risk" });
  expect(await row(id)).toMatchObject({ status: "at_risk", status_since: null, status_reason: null });
});

it("is the same in lists, searches, services, attention and components", async () => {
  const own = await test.makeTenant();
  const ids = new Map<string, string>();
  for (const [name, status, minutes] of [
    ["old and bad", "breached", 30],
    ["old and well", "healthy", 11],
    ["bad", "breached", 1],
    ["well", "healthy", 1],
  ] as const) {
    const id = await makeSlo(own, "checkout", name);
    ids.set(name, id);
    await report(id, { status, last_evaluated_at: minutesAgo(minutes) }, own);
  }
  await makeSlo(own, "checkout", "never");
  await makeSlo(own, "checkout", "off", { enabled: false });
  const expected = {
    ...{ "old and bad": "unknown", "old and well": "unknown", bad: "breached" },
    ...{ well: "healthy", never: "no_data", off: "no_data" },
  };
  const statuses = (rows: { name: string; status: string }[]) =>
    Object.fromEntries(rows.map(({ name, status }) => [name, status]));
  expect(statuses((await own.config("GET", "slos")).body.data)).toEqual(expected);
  const search = async (body: object) => (await own.api("POST", "search/slos", { body })).body.data;
  expect(statuses(await search({}))).toEqual(expected);
  const named = async (body: object) => (await search(body)).map(({ name }: { name: string }) => name).sort();
  expect(await named({ where: [{ field: "status", values: ["unknown"] }] })).toEqual([
    "old and bad",
    "old and well",
  ]);
  expect(await named({ where: [{ field: "status", values: ["breached", "healthy"] }] })).toEqual([
    "bad",
    "well",
  ]);
  const [worst, ...rest] = await search({ sort: "status" });
  expect([worst.name, rest.at(-1).name]).toEqual(["bad", "well"]);

  const { data } = (await own.api("GET", "services")).body;
  expect(data).toMatchObject([{ service: "checkout", bad: 1, warning: 0, good: 1, unknown: 3 }]);
  const { rows } = (await own.api("GET", "service?service=checkout")).body;
  const listed = rows.find(({ kind }: { kind: string }) => kind === "slos").data;
  expect(statuses(listed)).toEqual(expected);

  const { sections } = (await own.api("GET", "attention")).body;
  const section = (name: string) =>
    sections.find(
      (one: { section: string; resource: string }) => one.section === name && one.resource === "slos",
    );
  expect(section("states")).toMatchObject({ total: 1, data: [{ state: "breached" }] });
  const unmeasured = section("unmeasured");
  expect(unmeasured.total).toBe(3);
  expect(
    unmeasured.data
      .map(({ state, tone, rows }: { state: string; tone: string; rows: number }) => [state, tone, rows])
      .sort(),
  ).toEqual([
    ["no_data", "warning", 1],
    ["unknown", "warning", 2],
  ]);
  for (const { why, since } of unmeasured.data) {
    expect(why).toMatch(/^Nobody (evaluates this SLO yet|has evaluated this SLO since)/);
    expect(since === null).toBe(why.includes(" yet"));
  }
  for (const [name, observed] of [
    ["old and bad", null],
    ["bad", "degraded_performance"],
  ] as const) {
    const body = { name, slo_id: ids.get(name) };
    expect((await own.config("POST", "status_page_components", { body })).body.observed_status).toBe(
      observed,
    );
  }
});

it("knows nothing of a service that only an SLI measures", async () => {
  const own = await test.makeTenant();
  const slo = await makeSlo(own, "checkout", "availability");
  await own.config("DELETE", `slos/${slo}`);
  expect((await own.api("GET", "services")).body.data).toMatchObject([
    { service: "checkout", bad: 0, warning: 0, good: 0, unknown: 0 },
  ]);
});

it("waits for the interval of what is looked at by one of its own", async () => {
  const body = { name: "Hourly", kind: "http", target: "https://shop.example.com", interval_seconds: 3_600 };
  const { id } = (await tenant.config("POST", "synthetic_checks", { body })).body;
  const seen = async (minutes: number) => {
    const check = await test.makeTenant();
    const made = (await check.config("POST", "synthetic_checks", { body })).body.id;
    const state = { status: "up", last_checked_at: minutesAgo(minutes) };
    return (await check.api("PUT", `state/synthetic_checks/${made}`, { body: state })).body.status;
  };
  expect((await tenant.config("GET", `synthetic_checks/${id}`)).body.status).toBe("unknown");
  expect([await seen(69), await seen(71)]).toEqual(["up", "unknown"]);
});

it("turns by time alone, also where answers are kept: of rows, lists and tags", async () => {
  const own = await test.makeTenant();
  const id = await makeSlo(own, "checkout", "availability");
  const { port } = test.service.server.server.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/config/${path}`, {
      headers: { authorization: `Bearer ${own.key.value}`, ...headers },
    });
    const text = await answer.text();
    return { status: answer.status, tag: answer.headers.get("etag") ?? "", body: text && JSON.parse(text) };
  };
  // Some seconds before it is old, so that it is read before and after.
  await report(id, { status: "healthy", last_evaluated_at: minutesAgo(10 - 5 / 60) }, own);
  await get(`slos/${id}`);
  const first = await get("slos");
  await until(async () => (await get(`slos/${id}`)).body.status === "unknown");
  expect((await own.config("GET", `slos/${id}`)).body.status).toBe("unknown");
  const list = await get("slos", { "if-none-match": first.tag });
  expect([list.status, list.body.data[0].status]).toEqual([200, "unknown"]);
  expect((await get("slos", { "if-none-match": list.tag })).status).toBe(304);
});
