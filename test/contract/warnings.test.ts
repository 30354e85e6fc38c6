/** What a plan warns of, the write of the same change says, at every door; and what is grave is asked about first. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { created, makeScene, type Scene } from "../alerts/support.ts";
import { type Agent, agentOf } from "../mcp/support.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";

let app: TestService;
let scene: Scene;
let empty = "";
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const agent = async (): Promise<Agent> =>
  agentOf(app, (await app.makeKey(scene.tenant.organization.id, ["mcp:admin"])).value);

interface Case {
  readonly kind: string;
  /** Makes the organization of it. @returns the row that is written, where there is one */
  readonly given: () => Promise<string | undefined>;
  /** Undefined deletes the row. */
  readonly change?: (scene: Scene) => object;
  /** Field and reason of each warning. */
  readonly said: readonly (readonly [string, string])[];
  /** What MCP asks about. */
  readonly would: object | undefined;
  readonly tools: string;
}

const scenes = async (route?: Readonly<Record<string, unknown>>) => {
  scene = await makeScene(app, route);
  return scene;
};

/** Three alerts that somebody was notified of. */
async function happened(): Promise<void> {
  const startsAt = new Date().toISOString();
  for (const name of ["One", "Two", "Three"])
    await scene.notify({}, [{ name, startsAt, labels: { severity: "critical" } }]);
  await app.service.alerts.flush();
}

const team = async () => {
  const id = await created(scene, "teams", { name: "Payments" });
  await makePerson(app.database, scene.tenant.organization.id, "ada@example.com");
  const membership = await created(scene, "team_members", { team_id: id, email: "ada@example.com" });
  return { id, membership };
};

const cases: Readonly<Record<string, Case>> = {
  "the only route that takes every alert is switched off": {
    kind: "alert_routes",
    given: async () => {
      const { route } = await scenes();
      await happened();
      return route;
    },
    change: () => ({ enabled: false }),
    said: [
      ["enabled", "last_route"],
      ["", "reaches_nobody"],
    ],
    would: { reaches_nobody: 2 },
    tools: "alert_route",
  },
  "it takes fewer alerts": {
    kind: "alert_routes",
    given: async () => {
      const { route } = await scenes();
      await happened();
      return route;
    },
    change: () => ({ matchers: ['service="other"'] }),
    said: [
      ["matchers", "last_route"],
      ["", "reaches_nobody"],
    ],
    would: { reaches_nobody: 2 },
    tools: "alert_route",
  },
  "it drops what it takes": {
    kind: "alert_routes",
    given: async () => {
      const { route } = await scenes();
      await happened();
      return route;
    },
    change: () => ({ drop: true, destinations: [] }),
    said: [["", "reaches_nobody"]],
    would: { reaches_nobody: 1 },
    tools: "alert_route",
  },
  "it goes": {
    kind: "alert_routes",
    given: async () => {
      const { route } = await scenes();
      await happened();
      return route;
    },
    said: [
      ["", "last_route"],
      ["", "reaches_nobody"],
    ],
    would: { reaches_nobody: 2 },
    tools: "alert_route",
  },
  "a pager goes off, and others are left": {
    kind: "outbound_configs",
    given: async () => (await scenes()).pager,
    change: () => ({ enabled: false }),
    said: [["enabled", "target_off"]],
    would: undefined,
    tools: "outbound_config",
  },
  "the last target of a route goes off": {
    kind: "outbound_configs",
    given: async () => {
      const { pager, route, tenant } = await scenes();
      const body = { destinations: [{ outbound_config_id: pager }] };
      expect((await tenant.config("PUT", `alert_routes/${route}`, { body })).status).toBe(200);
      return pager;
    },
    change: () => ({ enabled: false }),
    said: [["enabled", "last_target"]],
    would: { reaches_nobody: 1 },
    tools: "outbound_config",
  },
  "the last member of a team leaves it": {
    kind: "team_members",
    given: async () => {
      await scenes();
      const { id, membership } = await team();
      await created(scene, "alert_routes", {
        ...{ name: "Team", position: 0, matchers: ['team="x"'], destinations: [{ team_id: id }] },
      });
      return membership;
    },
    said: [["", "reaches_nobody"]],
    would: { reaches_nobody: 1 },
    tools: "team_member",
  },
  "a route leads to a team without members": {
    kind: "alert_routes",
    given: async () => {
      await scenes();
      empty = await created(scene, "teams", { name: "Empty" });
      return undefined;
    },
    change: () => ({ name: "Team", matchers: ['team="x"'], destinations: [{ team_id: empty }] }),
    said: [["destinations", "reaches_nobody"]],
    would: { reaches_nobody: 1 },
    tools: "alert_route",
  },
  "a mute takes everything": {
    kind: "alert_mutes",
    given: async () => {
      await scenes();
      return undefined;
    },
    change: () => ({ pattern: "*", reason: "quiet", duration_minutes: 60 }),
    said: [["pattern", "takes_all"]],
    would: { mutes: 1 },
    tools: "alert_mute",
  },
  "a mute takes every alert that has a service": {
    kind: "alert_mutes",
    given: async () => {
      await scenes();
      return undefined;
    },
    change: () => ({ matchers: ['service=~".+"'], reason: "quiet", duration_minutes: 9 }),
    said: [["matchers", "takes_all"]],
    would: { mutes: 1 },
    tools: "alert_mute",
  },
  "a mute holds for days and names no service": {
    kind: "alert_mutes",
    given: async () => {
      await scenes();
      return undefined;
    },
    change: () => ({ matchers: ['severity="info"'], reason: "quiet", duration_minutes: 10_000 }),
    said: [["duration_minutes", "long_mute"]],
    would: { mutes: 1 },
    tools: "alert_mute",
  },
  "mail is switched off": {
    kind: "notification_settings",
    given: async () => {
      const { tenant } = await scenes();
      const body = { recipients: ["ada@example.com"] };
      expect((await tenant.config("PUT", "notification_settings", { body })).status).toBe(201);
      return "notification_settings";
    },
    change: () => ({ enabled: false }),
    said: [["enabled", "notifications_off"]],
    would: { notifications_off: 1 },
    tools: "notification_settings",
  },
  "a burn alert can never fire": {
    kind: "slos",
    given: async () => {
      const { tenant } = await scenes();
      const source = await created(scene, "data_sources", {
        name: "P",
        type: "prometheus",
        url: "https://p.example.com",
      });
      const sli = await created(scene, "slis", {
        ...{ name: "ok", service: "pay", data_source_id: source, kind: "ratio" },
        ...{ good_query: "sum(rate(ok_total[5m]))", total_query: "sum(rate(all_total[5m]))" },
      });
      expect(tenant).toBeDefined();
      return created(scene, "slos", { name: "SLO", service: "pay", sli_id: sli, target_percent: 99 });
    },
    change: () => ({ target_percent: 90 }),
    said: [["burn_alerts[0].threshold", "never_fires"]],
    would: undefined,
    tools: "slo",
  },
  "a name is nearly another's": {
    kind: "teams",
    given: async () => {
      await scenes();
      await created(scene, "teams", { name: "Platform" });
      return undefined;
    },
    change: () => ({ name: "PLATFORM" }),
    said: [["name", "alike"]],
    would: undefined,
    tools: "team",
  },
};

it("is said again to who repeats the call, by the past too", async () => {
  const { tenant, route } = await scenes();
  await happened();
  const options = { headers: { "idempotency-key": "the key" }, body: { enabled: false } };
  const write = () => tenant.config("PUT", `alert_routes/${route}`, options);
  const [first, again] = [await write(), await write()];
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(pairs(first.body.warnings)).toEqual([
    ["enabled", "last_route"],
    ["", "reaches_nobody"],
  ]);
  expect(again.body).toEqual(first.body);
});

const pairs = (warnings: readonly { field: string; reason: string }[] = []) =>
  warnings.map(({ field, reason }) => [field, reason]);

describe.each(Object.entries(cases))("%s", (_name, { kind, given, change, said, would, tools }) => {
  const isSetting = kind === "notification_settings";
  const verb = (id: string | undefined) => (id === undefined ? "create" : change ? "update" : "delete");

  it("is said by the plan and by the write alike", async () => {
    const id = await given();
    const fields = change?.(scene);
    const edit = {
      ...{ op: fields === undefined ? "delete" : "save", resource: kind },
      ...(id === undefined ? {} : { id }),
      ...(fields === undefined ? {} : { fields }),
    };
    const request =
      id === undefined || isSetting
        ? { bundle: { [kind]: isSetting ? fields : [fields] } }
        : { edits: [edit] };
    const plan = await scene.tenant.api("POST", "plans", { body: request });
    expect([plan.status, plan.body.problems], plan.text).toEqual([201, []]);
    const method = { create: "POST", update: "PUT", delete: "DELETE" }[verb(id)];
    const path = id === undefined || isSetting ? kind : `${kind}/${id}`;
    const write = await scene.tenant.config(method, path, {
      ...(fields === undefined ? {} : { body: fields }),
    });
    expect(write.status, write.text).toBeLessThan(300);
    expect(write.headers.warning).toBeUndefined();
    const made = id ?? write.body.id;
    const ofPlan = plan.body.warnings.map(({ id: one, ...notice }: { id?: string }) => ({
      ...notice,
      ...(one === undefined ? {} : { id: id ?? made }),
    }));
    expect(write.body.warnings).toEqual(ofPlan);
    expect(pairs(write.body.warnings)).toEqual(said);
  });

  it(`is ${would === undefined ? "done" : "asked about"} at MCP`, async () => {
    const id = await given();
    const input = { ...(id === undefined || isSetting ? {} : { id, if_match: "*" }), ...change?.(scene) };
    const name =
      kind === "team_members" ? "remove_team_member" : isSetting ? `update_${tools}` : `${verb(id)}_${tools}`;
    const caller = await agent();
    const first = await caller.call(name, kind === "team_members" ? { id } : input);
    if (would === undefined) {
      expect(first.isError, JSON.stringify(first)).toBeFalsy();
      expect(pairs(first.structuredContent?.warnings as never)).toEqual(said);
      return;
    }
    expect(first._meta?.["orgconfig/problem"], JSON.stringify(first)).toMatchObject({
      ...{ status: 409, reason: "confirm", would },
    });
    const second = await caller.call(name, { ...(kind === "team_members" ? { id } : input), confirm: true });
    expect(second.isError, JSON.stringify(second)).toBeFalsy();
    expect(pairs(second.structuredContent?.warnings as never)).toEqual(said);
  });

  it(`is ${would === undefined ? "done" : "asked about"} at REST with a key that is asked`, async () => {
    const id = await given();
    const fields = change?.(scene);
    const { id: organization } = scene.tenant.organization;
    const asked = await app.makeKey(organization, ["api:admin"], { ask: true });
    const method = { create: "POST", update: "PUT", delete: "DELETE" }[verb(id)];
    const path = `/api/v1/config/${id === undefined || isSetting ? kind : `${kind}/${id}`}`;
    const call = {
      headers: { authorization: `Bearer ${asked.value}` },
      ...(fields === undefined ? {} : { body: fields }),
    };
    const first = await app.send(method, path, call);
    if (would !== undefined) {
      expect([first.status, first.body], first.text).toMatchObject([
        409,
        { error: "conflict", reason: "confirm", would, message: expect.stringMatching(/\?confirm=true/) },
      ]);
      const refused = await app.send(method, `${path}?confirm=false`, call);
      expect([refused.status, refused.body.reason]).toEqual([409, "confirm"]);
    }
    const done = would === undefined ? first : await app.send(method, `${path}?confirm=true`, call);
    expect(done.status, done.text).toBeLessThan(300);
    expect(pairs(done.body.warnings)).toEqual(said);
  });
});

it("a delete of what comes back whole is not asked about at MCP; one that takes secrets or rows with it is", async () => {
  await scenes();
  const caller = await agent();
  const plain = await created(scene, "teams", { name: "Plain" });
  expect((await caller.call("delete_team", { id: plain })).structuredContent).toMatchObject({
    deleted: true,
  });
  const { id } = await team();
  const asked = await caller.call("delete_team", { id });
  expect(asked._meta?.["orgconfig/problem"]).toMatchObject({ reason: "confirm", would: { rows: 2 } });
  const secret = await caller.call("delete_outbound_config", {
    id: await created(scene, "outbound_configs", {
      ...{ name: "unused", kind: "pagerduty", secret: "key" },
    }),
  });
  expect(secret._meta?.["orgconfig/problem"]).toMatchObject({ reason: "confirm", would: { secrets: 1 } });
});

it("what an answer says nothing of has no warnings, and a write that changes nothing neither", async () => {
  const { route, tenant } = await scenes();
  const quiet = await tenant.config("PUT", `alert_routes/${route}`, { body: { name: "every" } });
  expect("warnings" in quiet.body).toBe(false);
  const off = { body: { enabled: false } };
  expect((await tenant.config("PUT", `alert_routes/${route}`, off)).body.warnings).toHaveLength(1);
  expect("warnings" in (await tenant.config("PUT", `alert_routes/${route}`, off)).body).toBe(false);
});
