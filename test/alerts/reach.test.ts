/** Where new routes go, and that a route to which no alert comes says so wherever it is shown. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { webhook } from "./support.ts";

let app: TestService | undefined;
let tenant: Tenant;
beforeEach(async () => {
  app ??= await startService();
  tenant = await app.makeTenant();
});
afterAll(() => app?.close());

const destinations = [{ email: "oncall@example.com" }];
const route = (name: string, matcher: string, more: object = {}) => ({
  name,
  matchers: [matcher],
  destinations,
  ...more,
});
const make = async (...of: Parameters<typeof route>) => {
  const answer = await tenant.config("POST", "alert_routes", { body: route(...of) });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
interface Shown {
  readonly name: string;
  readonly position: number;
  readonly unreachable: object | null;
}
const listed = async (): Promise<Shown[]> => (await tenant.config("GET", "alert_routes")).body.data;
const placed = async () => (await listed()).map(({ name, position }) => `${name} ${position}`);
const every = 'alertname=~".+"';

describe("a new route without a position", () => {
  it("goes behind the last, and from then on before the first that takes every alert", async () => {
    await make("First", 'a="1"');
    await make("Second", 'a="2"');
    await make("Everything", every, { position: 1_000 });
    await make("Everything else", every, { position: 2_000 });
    await make("Third", 'a="3"');
    await make("Fourth", 'a="4"');
    expect(await placed()).toEqual([
      "First 0",
      "Second 1",
      "Third 2",
      "Fourth 3",
      "Everything 1000",
      "Everything else 2000",
    ]);
  });

  it("goes before one at position 0, and before those there in order", async () => {
    await make("A catch-all", every, { position: 0 });
    const z = await make("Z", 'a="z"');
    expect(z).toMatchObject({ position: -1, unreachable: null });
    await make("Far", 'a="far"', { position: -12 });
    await make("Farther", 'a="farther"', { position: -100 });
    expect(await placed()).toEqual(["Farther -100", "Far -12", "Z -1", "A catch-all 0"]);
  });

  it("passes over one that is off or continues", async () => {
    await make("Off", every, { position: 5, enabled: false });
    await make("Goes on", every, { position: 6, continue: true });
    expect((await make("New", 'a="1"')).position).toBe(7);
  });

  it("is placed so in a plan, also by what that plan makes, and stays there in the next one", async () => {
    await make("Old", 'a="old"', { position: 4 });
    const bundle = {
      alert_routes: [
        route("New", 'a="1"'),
        route("Newer", 'a="2"'),
        route("Everything", every, { position: 9, group_by: [] }),
      ],
    };
    const { body: plan } = await tenant.api("POST", "plans", { body: { set: "routes", bundle } });
    expect(plan.problems).toEqual([]);
    expect(plan.warnings).toEqual([]);
    const applied = await tenant.api("POST", `plans/${plan.id}/apply`, { body: {} });
    expect(applied.status, applied.text).toBe(200);
    expect(await placed()).toEqual(["Old 4", "New 5", "Newer 6", "Everything 9"]);
    const again = await tenant.api("POST", "plans", { body: { set: "routes", bundle } });
    expect(again.body.summary).toMatchObject({ update: 0, unchanged: 3 });
  });
});

describe("labels to group by", () => {
  it("are the name and the service for a new route; one that has others keeps them where a bundle is silent", async () => {
    expect((await make("New", 'a="1"')).group_by).toEqual(["alertname", "service"]);
    await make("Old", 'a="2"', { group_by: [] });
    const bundle = { alert_routes: [route("New", 'a="1"'), route("Old", 'a="2"')] };
    const { body } = await tenant.api("POST", "plans", { body: { set: "s", adopt: true, bundle } });
    expect(body.summary).toMatchObject({ update: 0 });
  });
});

describe("a route that no alert comes to", () => {
  const message =
    'never reached: "Everything" takes every alert before it and does not continue; give this route a position below 10, or let "Everything" continue';

  it("says so in its row, when it is written, in lists and when labels are resolved", async () => {
    const everything = await make("Everything", every, { position: 10 });
    const unreachable = { id: everything.id, name: "Everything", message };
    const late = await make("Late", 'service="checkout"', { position: 11 });
    expect(late.unreachable).toEqual(unreachable);
    const { body, headers } = await tenant.config("GET", `alert_routes/${late.id}`);
    expect(body.unreachable).toEqual(unreachable);
    expect((await listed()).map((row) => row.unreachable)).toEqual([null, unreachable]);
    const resolved = await tenant.api("POST", "alert_routes/resolve", {
      body: { labels: { service: "checkout" } },
    });
    expect(resolved.body.routes.map((one: Shown) => one.unreachable)).toEqual([null, unreachable]);

    // What another row moves is no change of this one.
    await tenant.config("PUT", `alert_routes/${everything.id}`, { body: { continue: true } });
    const reached = await tenant.config("GET", `alert_routes/${late.id}`);
    expect(reached.body.unreachable).toBeNull();
    expect(reached.headers.etag).toMatch(/^"/);
    expect(reached.headers.etag).toBe(headers.etag);
    await tenant.config("PUT", `alert_routes/${everything.id}`, { body: { continue: false } });
    const moved = await tenant.config("PUT", `alert_routes/${late.id}`, { body: { position: 9 } });
    expect(moved.body.unreachable).toBeNull();
  });

  it("says so at the tools of MCP", async () => {
    await make("Everything", every, { position: 10 });
    const key = await (app as TestService).makeKey(tenant.organization.id, ["mcp:admin"]);
    const agent = agentOf(app as TestService, key.value);
    const made = await agent.call("create_alert_route", route("Late", 'a="1"', { position: 10 }));
    expect(made.structuredContent.unreachable).toMatchObject({ name: "Everything", message });
  });

  it("is warned of in plans, at the row that changes", async () => {
    await make("Everything", every, { position: 10 });
    const edits = [
      { op: "create", resource: "alert_routes", fields: route("Late", 'a="1"', { position: 11 }) },
    ];
    const { body } = await tenant.api("POST", "plans", { body: { edits } });
    expect(body.warnings).toEqual([
      {
        resource: "alert_routes",
        id: expect.stringMatching(/^route_/),
        key: { name: "Late" },
        field: "position",
        reason: "unreachable",
        message: `is ${message}`,
      },
    ]);
  });

  it("is said on the page of a service, where every alert of it is taken before", async () => {
    const everything = await make("Everything", every, { position: 10 });
    await make("Late", 'service="checkout"', { position: 11 });
    const { body } = await tenant.api("GET", "service?service=checkout");
    expect(body.takers).toMatchObject([
      { name: "Everything", behind: null, unreachable: null },
      { name: "Late", behind: "Everything", unreachable: { id: everything.id, message } },
    ]);
  });
});

describe("the flow of alerts", () => {
  it("shows the ways of the last ones by the rows as they are, what they reach, and why others end", async () => {
    const { body: connector } = await tenant.config("POST", "connectors", {
      body: { name: "am", type: "observability", connector_type: "alertmanager" },
    });
    const { body: off } = await tenant.config("POST", "outbound_configs", {
      body: { name: "old pager", kind: "pagerduty", secret: "key", enabled: false },
    });
    const { body: empty } = await tenant.config("POST", "teams", { body: { name: "Nobody" } });
    const audit = await make("Audit", 'severity="critical"', { position: 1, continue: true });
    const checkout = await make("Checkout", 'service="checkout"', {
      position: 2,
      destinations: [{ outbound_config_id: off.id }, { email: "shop@example.com" }],
    });
    const late = await make("Late", 'service="checkout"', { position: 3 });
    const dead = await make("Dead", 'service="search"', {
      position: 4,
      destinations: [{ outbound_config_id: off.id }, { team_id: empty.id }],
    });
    const dropped = await make("Dropped", 'a="1"', { position: 5, drop: true, destinations: [] });
    const asleep = await make("Asleep", every, { position: 6, enabled: false });
    const fired = [
      { name: "Slow", labels: { service: "checkout", severity: "critical" } },
      { name: "Slower", labels: { service: "checkout", severity: "warning" } },
      { name: "Old", labels: { service: "search" } },
      { name: "Stray", labels: {} },
    ].map((one) => ({ ...one, startsAt: new Date(Date.now() - 60_000).toISOString() }));
    const taken = await tenant.api("POST", `intake/alertmanager/${connector.id}`, {
      body: webhook({ receiver: "orgconfig" }, fired),
    });
    expect(taken.status, taken.text).toBe(200);

    const { status, body, text } = await tenant.api("GET", "alert_routes/flow");
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ looked_at: 4, complete: true });
    const problems = body.routes.map(({ id, problem }: { id: string; problem: string | null }) => [
      id,
      problem,
    ]);
    expect(problems).toEqual([
      [audit.id, null],
      [checkout.id, null],
      [late.id, expect.stringContaining('never reached: "Checkout" takes all that this route would take')],
      [dead.id, '"old pager" is switched off, "Nobody" has no members'],
      [dropped.id, "sends to nobody, by decision"],
      [asleep.id, "is switched off"],
    ]);
    expect(body.routes.some((one: { catch_all: boolean }) => one.catch_all)).toBe(false);
    expect(body.receivers).toMatchObject([
      { id: "oncall@example.com", kind: "email", problem: null },
      { id: off.id, target_kind: "pagerduty", problem: "is switched off" },
      { id: "shop@example.com" },
      { id: empty.id, kind: "teams", name: "Nobody", people_count: 0, problem: "has no members" },
    ]);
    const resolved = await tenant.api("POST", "alert_routes/resolve", {
      body: { labels: { service: "checkout", severity: "critical" } },
    });
    expect(resolved.body.routes.map(({ receivers }: { receivers: string[] }) => receivers)).toEqual([
      ["oncall@example.com"],
      ["shop@example.com"],
      ...[[], [], [], []],
    ]);
    const ways = body.paths.map(({ service, routes, count }: (typeof body.paths)[number]) => ({
      service,
      count,
      to: routes.map((one: { id: string; receivers: string[] }) => [one.id, ...one.receivers]),
    }));
    expect(ways).toHaveLength(4);
    expect(ways).toEqual(
      expect.arrayContaining([
        {
          service: "checkout",
          count: 1,
          to: [
            [audit.id, "oncall@example.com"],
            [checkout.id, "shop@example.com"],
          ],
        },
        { service: "checkout", count: 1, to: [[checkout.id, "shop@example.com"]] },
        { service: "search", count: 1, to: [[dead.id]] },
        { service: "", count: 1, to: [] },
      ]),
    );
    const service = body.labels.find(({ name }: { name: string }) => name === "service");
    expect(service).toEqual({
      name: "service",
      count: 3,
      values: [
        { value: "checkout", count: 2 },
        { value: "search", count: 1 },
      ],
    });
  });

  it("says which route takes the rest, and shows a row's own way by itself", async () => {
    await make("Goes on", every, { position: 1, continue: true });
    const rest = await make("Everything", every, { position: 2 });
    const { body } = await tenant.api("GET", "alert_routes/flow");
    expect(body).toMatchObject({ looked_at: 0, complete: true, paths: [], labels: [] });
    const all = body.routes.filter(({ catch_all }: { catch_all: boolean }) => catch_all);
    expect(all).toMatchObject([{ id: rest.id, kind: "alert_routes" }]);
    await tenant.config("POST", "alert_heartbeats", {
      body: { name: "Backup", every_minutes: 60, destinations: [{ email: "ops@example.com" }] },
    });
    const later = await tenant.api("GET", "alert_routes/flow");
    expect(later.body.routes.at(-1)).toMatchObject({
      kind: "alert_heartbeats",
      name: "Backup",
      catch_all: false,
      receivers: ["ops@example.com"],
    });
  });
});
