/** Where new routes go, and that a route to which no alert comes says so wherever it is shown. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

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
