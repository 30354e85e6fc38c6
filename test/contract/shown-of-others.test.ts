/**
 * What rows show of others moves with these, once, at a row and in lists; and tags that clients hold know it: the ETag is
 * the settings' and stays, the tag of the text moves, and nothing is answered 304 that reads otherwise.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

interface Scene {
  /** Path of the row. */
  readonly path: string;
  /** Each moves what the row shows, and nothing of its settings. */
  readonly moves: readonly (() => Promise<unknown>)[];
}

const sql = (name: string, text: string, values: unknown[]) =>
  test.database.queryText({ name: `test-${name}`, text }, values);

async function make(tenant: Tenant, kind: string, body: object): Promise<string> {
  const made = await tenant.config("POST", kind, { body });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

const scenes: Readonly<Record<string, (tenant: Tenant) => Promise<Scene>>> = {
  async teams(tenant) {
    const { id: organizationId } = tenant.organization;
    const address = `ada-${organizationId}@example.com`.toLowerCase();
    const person = await makePerson(test.database, organizationId, address);
    const team = await make(tenant, "teams", { name: "Platform" });
    let place = "";
    const add = async () => {
      place = await make(tenant, "team_members", { team_id: team, email: address });
    };
    return {
      path: `teams/${team}`,
      moves: [
        add,
        () => sql("rename", "UPDATE users SET name = 'Ada Lovelace' WHERE id = $1", [person]),
        () => tenant.config("DELETE", `team_members/${place}`),
        add,
        () => sql("leave", "DELETE FROM members WHERE user_id = $1", [person]),
      ],
    };
  },
  async alert_heartbeats(tenant) {
    const id = await make(tenant, "alert_heartbeats", { name: "Backup", every_minutes: 60 });
    const { body } = await tenant.config("GET", `alert_heartbeats/${id}`);
    const send = (end: string) => test.send("POST", `${new URL(body.url).pathname}${end}`);
    return {
      path: `alert_heartbeats/${id}`,
      moves: [
        () => send(""),
        () => send("/fail"),
        () => send(""),
        () => tenant.config("POST", `alert_heartbeats/${id}/rotate`),
      ],
    };
  },
  async alert_routes(tenant) {
    const everyone = { matchers: [], destinations: [{ email: "oncall@example.com" }] };
    const id = await make(tenant, "alert_routes", { name: "Late", position: 50, ...everyone });
    let first = "";
    const { id: organizationId } = tenant.organization;
    return {
      path: `alert_routes/${id}`,
      moves: [
        async () => {
          first = await make(tenant, "alert_routes", { name: "First", position: 1, ...everyone });
        },
        () => tenant.config("PUT", `alert_routes/${first}`, { body: { name: "The first" } }),
        () => tenant.config("PUT", `alert_routes/${first}`, { body: { continue: true } }),
        () =>
          sql(
            "prove",
            "INSERT INTO drill_routes AS one (organization_id, route_id, proved_at) VALUES ($1, $2, now()) ON CONFLICT (organization_id, route_id) DO UPDATE SET proved_at = now()",
            [organizationId, id],
          ),
        () => tenant.config("PUT", `alert_routes/${first}`, { body: { continue: false } }),
        () => tenant.config("DELETE", `alert_routes/${first}`),
      ],
    };
  },
  async deploy_policies(tenant) {
    const id = await make(tenant, "deploy_policies", { service: "checkout" });
    const over = (allow: boolean) =>
      tenant.api("POST", "deploy_gate/override", {
        body: { service: "checkout", allow, reason: "A hot fix." },
      });
    return {
      path: `deploy_policies/${id}`,
      moves: [
        () => over(true),
        () => over(false),
        () =>
          sql(
            "end",
            "UPDATE deploy_overrides SET until = now() - interval '1 minute' WHERE organization_id = $1",
            [tenant.organization.id],
          ),
      ],
    };
  },
  async status_page_components(tenant) {
    const target = { name: "Shop", kind: "http", target: "https://shop.example.com" };
    const check = await make(tenant, "synthetic_checks", target);
    const id = await make(tenant, "status_page_components", { name: "Shop", synthetic_check_id: check });
    const see = (status: string) =>
      tenant.api("PUT", `state/synthetic_checks/${check}`, { body: { status } });
    return {
      path: `status_page_components/${id}`,
      moves: [() => see("up"), () => see("down"), () => see("degraded")],
    };
  },
  async status_page_incidents(tenant) {
    const { id: organizationId } = tenant.organization;
    const component = await make(tenant, "status_page_components", { name: "Shop" });
    const id = await make(tenant, "status_page_incidents", {
      title: "It is slow",
      status: "investigating",
      body: "We look into it.",
    });
    return {
      path: `status_page_incidents/${id}`,
      moves: [
        () =>
          sql(
            "propose",
            "INSERT INTO alert_incidents (organization_id, kind, id, incident_id, revision, reopened, proposed_at, proposed_body) VALUES ($1, 'status_page_components', $2, $3, '1', 0, now(), 'It is over.')",
            [organizationId, component, id],
          ),
        () => sql("forget", "DELETE FROM alert_incidents WHERE organization_id = $1", [organizationId]),
      ],
    };
  },
};

describe.each(Object.keys(scenes))("%s", (kind) => {
  it("shows what moved, and answers 304 only where it reads the same", async () => {
    const tenant = await test.makeTenant({ plan: "business" });
    const { path, moves } = await (scenes[kind] as (typeof scenes)[string])(tenant);
    const get = (at: string, tag?: unknown) =>
      tenant.config("GET", at, tag === undefined ? {} : { headers: { "if-none-match": String(tag) } });
    for (const [step, move] of moves.entries()) {
      const what = `${kind}, move ${step + 1}`;
      const [before, list] = [await get(path), await get(kind)];
      expect(
        [
          (await get(path, before.headers["x-content-tag"])).status,
          (await get(kind, list.headers.etag)).status,
        ],
        what,
      ).toEqual([304, 304]);
      await move();
      const [after, listed] = [await get(path), await get(kind)];
      expect(after.text, what).not.toBe(before.text);
      expect(listed.body.data, what).toContainEqual(after.body);
      expect([after.headers.etag, after.body.updated_at], what).toEqual([
        before.headers.etag,
        before.body.updated_at,
      ]);
      const held = [before.headers.etag, before.headers["x-content-tag"], after.headers["x-content-tag"]];
      const statuses = await Promise.all(held.map(async (tag) => (await get(path, tag)).status));
      expect(statuses, what).toEqual([200, 200, 304]);
      expect((await get(kind, list.headers.etag)).status, what).toBe(200);
      const written = await tenant.config("PUT", path, {
        body: {},
        headers: { "if-match": String(before.headers.etag) },
      });
      expect([written.status, written.body], what).toEqual([200, after.body]);
    }
  });
});

it("says so of a setting's write: nothing has moved since, and its ETag answers 304", async () => {
  const tenant = await test.makeTenant();
  const team = await tenant.config("POST", "teams", { body: { name: "Platform" } });
  const path = `teams/${team.body.id}`;
  const same = await tenant.config("GET", path, { headers: { "if-none-match": String(team.headers.etag) } });
  expect(same.status).toBe(304);
});

it("answers nothing 304 that was moved and moved back, whatever was read before", async () => {
  const tenant = await test.makeTenant({ plan: "business" });
  const { path, moves } = await (scenes.deploy_policies as (typeof scenes)[string])(tenant);
  const get = (tag?: unknown) =>
    tenant.config("GET", path, tag === undefined ? {} : { headers: { "if-none-match": String(tag) } });
  const first = await get();
  await moves[0]?.();
  expect((await get()).body.override_active).toBe(true);
  await tenant.api("DELETE", "deploy_gate/override?service=checkout");
  expect((await get()).text).toBe(first.text);
  expect((await get(first.headers.etag)).status).toBe(200);
  expect((await get(first.headers["x-content-tag"])).status).toBe(304);
});
