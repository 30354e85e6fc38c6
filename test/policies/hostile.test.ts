/** What somebody tries to get around change policies: by halves, by what a policy stands on, by who approved and when. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { agentOf } from "../mcp/support.ts";
import { proposerOf, refusal } from "../proposals/support.ts";
import { makePerson } from "../support/people.ts";
import { type Send, startService, type TestService } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

async function scene() {
  const tenant = await test.makeTenant();
  const organizationId = tenant.organization.id;
  const make = async (kind: string, body: object): Promise<string> => {
    const made = await tenant.config("POST", kind, { body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body.id;
  };
  const keyOf = async (madeBy: string, more: object = {}): Promise<Send> => {
    const { value } = await test.makeKey(organizationId, ["api:admin"], { madeBy, ...more });
    return (method, path, options = {}) =>
      test.send(method, `/api/v1/${path}`, { ...options, headers: { authorization: `Bearer ${value}` } });
  };
  let count = 0;
  const person = async () => {
    count += 1;
    const id = await makePerson(
      test.database,
      organizationId,
      `p${count}@${tenant.organization.slug}.example.com`,
      "org_admin",
    );
    const api = await keyOf(id);
    return { id, api, ...proposerOf(api) };
  };
  const policy = (body: object) => make("change_policies", { name: "Somebody looks", ...body });
  return { ...tenant, organizationId, make, keyOf, person, policy };
}

const waits = [409, "conflict", "needs_approval"];

describe("a policy that holds policies is not switched off", () => {
  it("by a write, a plan, a bundle, an undo, a restored version, or a place in the team that approves", async () => {
    const { api, config, make, policy, organization } = await scene();
    await makePerson(test.database, organization.id, "friend@example.com");
    // How it was before it held anything is in the history, and a plan that switched it on can be undone.
    const id = await policy({ kinds: ["teams"], enabled: false });
    const team = await make("teams", { name: "SRE" });
    const on = await api("POST", "plans", {
      body: {
        edits: [
          {
            ...{ op: "save", resource: "change_policies", id },
            fields: {
              kinds: ["change_policies", "teams", "team_members"],
              enabled: true,
              by: { team_id: team },
            },
          },
        ],
      },
    });
    expect((await api("POST", `plans/${on.body.id}/apply`, { body: {} })).status).toBe(200);
    const before = (await config("GET", `change_policies/${id}`)).body;
    const held = async (answer: { status: number; body: JsonObject }, what: string) => {
      const applied =
        answer.status === 201 ? await api("POST", `plans/${answer.body.id}/apply`, { body: {} }) : answer;
      expect([applied.status, applied.body.reason], what).toEqual([409, "needs_approval"]);
    };
    for (const change of [
      { enabled: false },
      { kinds: ["teams"] },
      { approvals: 0 },
      { author_counts: true },
      { by: "org_admin" },
      { effects: ["opens_gap"] },
      { verbs: ["delete"] },
      { matchers: ['service="none"'] },
      { hours: [{ days: ["sun"], start: "00:00", end: "00:01", time_zone: "UTC" }] },
    ])
      await held(await config("PUT", `change_policies/${id}`, { body: change }), JSON.stringify(change));
    await held(await config("DELETE", `change_policies/${id}`), "a deletion");
    // A team that approves cannot go at all.
    expect((await config("DELETE", `teams/${team}`)).body.reason).toBe("in_use");
    await held(
      await config("POST", "team_members", { body: { team_id: team, email: "friend@example.com" } }),
      "a place in that team",
    );
    await held(await api("POST", `plans/${on.body.id}/undo`, { body: {} }), "an undo");
    const { data } = (await api("GET", `history/change_policies/${id}`)).body;
    await held(
      await api("POST", `history/change_policies/${id}/restore`, {
        body: { sequence: data.at(-1).sequence },
      }),
      "a restored version",
    );
    const off = { change_policies: [{ name: "Somebody looks", kinds: ["teams"], enabled: false }] };
    await held(await api("POST", "plans", { body: { bundle: off } as never }), "a bundle");
    expect((await config("GET", `change_policies/${id}`)).body).toEqual(before);
  });
});

describe("an approval", () => {
  const bundle = { teams: [{ name: "New" }] };

  it("does not outlive the membership of whoever gave it", async () => {
    const { person, policy, organizationId } = await scene();
    await policy({ kinds: ["teams"] });
    const [ada, ben] = [await person(), await person()];
    const { id, digest } = await ada.propose({ bundle });
    expect((await ben.done(id, "approve", { digest })).status).toBe("approved");
    await test.database.queryText(
      { name: "test-remove", text: "DELETE FROM members WHERE organization_id = $1 AND user_id = $2" },
      [organizationId, ben.id],
    );
    expect(refusal(await ada.act(id, "apply"))).toEqual(waits);
  });

  it("is nobody's own by another credential: a session, a key or a token of theirs", async () => {
    const { policy, organization, organizationId } = await scene();
    await policy({ kinds: ["teams"] });
    const ada = await site.makeMember(organizationId, "org_admin");
    const as =
      (value: string): Send =>
      (method, path, options = {}) =>
        test.send(method, `/api/v1/${path}`, { ...options, headers: { authorization: `Bearer ${value}` } });
    const token = await ada.send("POST", "account/tokens", {
      body: { name: "terraform", organizations: [organizationId], max_role: "org_admin" },
    });
    const key = await ada.send("POST", `organizations/${organization.slug}/api_keys`, {
      body: { name: "pipeline", scopes: ["api:admin"] },
    });
    expect([token.status, key.status], token.text + key.text).toEqual([201, 201]);
    const byKey = proposerOf(as(key.body.key));
    const bySession = (name: string, body: object) =>
      ada.send("POST", `organizations/${organization.slug}/actions/${name}`, { body });
    const notTheirs = [403, "forbidden", "not_yours_to_approve"];
    const mine = { title: "Mine", bundle };
    const made = [
      await byKey.propose(mine),
      (await agentOf(test, token.body.token).call("propose_change", mine)).structuredContent,
      (await bySession("propose_change", mine)).body,
    ] as { id: string; digest: string }[];
    for (const { id, digest } of made) {
      const approval = { act: "approve", id, digest };
      expect(refusal(await bySession("decide_proposal", approval))).toEqual(notTheirs);
      expect(refusal(await byKey.act(id, "approve", { digest }))).toEqual(notTheirs);
      expect(refusal(await byKey.act(id, "apply", { digest }))).toEqual(waits);
    }
  });

  it("is for what was shown, whatever comes at the same moment", async () => {
    const { person, policy, make, config } = await scene();
    const row = await make("deploy_policies", { service: "checkout", error_budget_threshold: 1 });
    const [ada, ben] = [await person(), await person()];
    const edits = [
      { op: "save", resource: "deploy_policies", id: row, fields: { error_budget_threshold: 5 } },
    ] as never;
    const made = [];
    for (let at = 0; at < 3; at += 1) made.push(await ada.propose({ edits }));
    await policy({
      kinds: ["deploy_policies"],
      verbs: ["update", "create"],
      matchers: ['service="checkout"'],
    });
    // What it would do is moved by somebody who may, while it is approved and applied.
    const moved = () =>
      config("PUT", `deploy_policies/${row}?break_glass=race`, { body: { error_budget_threshold: 3 } });
    const [{ id, digest }] = made as [{ id: string; digest: string }];
    const [approved, write] = await Promise.all([ben.act(id, "approve", { digest }), moved()]);
    expect(write.status, write.text).toBe(200);
    expect([200, 409]).toContain(approved.status);
    const now = await ada.get(id);
    expect([now.digest === digest, now.status]).toEqual([false, "open"]);
    expect(refusal(await ada.act(id, "apply", { digest: now.digest }))).toEqual(waits);
    // Nor of another proposal that does the same.
    const [, second] = made as { id: string }[];
    const { digest: same } = await ada.get(second?.id ?? "");
    expect(same).toBe(now.digest);
    expect((await ben.done(second?.id ?? "", "approve", { digest: same })).status).toBe("approved");
    expect(refusal(await ada.act(id, "apply", { digest: same }))).toEqual(waits);
  });
});

describe("what leaves alerts to nobody is held in halves, too:", () => {
  async function routed() {
    const made = await scene();
    const hook = (name: string) =>
      made.make("outbound_configs", { name, kind: "webhook", url: `https://${name}.example.com/` });
    const [pager, room] = [await hook("pager"), await hook("room")];
    const route = await made.make("alert_routes", {
      ...{ name: "All", matchers: [] },
      destinations: [{ outbound_config_id: pager }, { outbound_config_id: room }],
    });
    await made.policy({ effects: ["reaches_nobody"] });
    const put = async (path: string, body: object) => {
      const answer = await made.config("PUT", path, { body });
      return [answer.status, answer.body.reason];
    };
    return { ...made, pager, room, route, put };
  }
  const held = [409, "needs_approval"];
  const done = [200, undefined];

  it("one target off, then the other", async () => {
    const { put, pager, room } = await routed();
    expect(await put(`outbound_configs/${pager}`, { enabled: false })).toEqual(done);
    expect(await put(`outbound_configs/${room}`, { enabled: false })).toEqual(held);
  });

  it("a destination out, then the one that is left off", async () => {
    const { put, route, pager, room } = await routed();
    expect(await put(`alert_routes/${route}`, { destinations: [{ outbound_config_id: pager }] })).toEqual(
      done,
    );
    expect(await put(`outbound_configs/${room}`, { enabled: false })).toEqual(done);
    expect(await put(`outbound_configs/${pager}`, { enabled: false })).toEqual(held);
  });

  it("a route that is made harmless, and then drops", async () => {
    const { put, make, config, pager } = await routed();
    const drops = {
      name: "Noise",
      matchers: ['service="payments"'],
      position: 1,
      drop: true,
      destinations: [],
    };
    const direct = await config("POST", "alert_routes", { body: drops });
    expect([direct.status, direct.body.reason]).toEqual(held);
    const to = [{ outbound_config_id: pager }];
    const id = await make("alert_routes", { ...drops, drop: false, destinations: to });
    expect(await put(`alert_routes/${id}`, { drop: true, destinations: [] })).toEqual(held);
    const off = await make("alert_routes", { ...drops, name: "Off", enabled: false });
    expect(await put(`alert_routes/${off}`, { name: "Still off" })).toEqual(done);
    expect(await put(`alert_routes/${off}`, { enabled: true })).toEqual(held);
  });

  it("a second route, then matchers that take nothing", async () => {
    const { put, make, route, pager } = await routed();
    const second = await make("alert_routes", {
      ...{ name: "Payments", matchers: ['service="payments"'], position: 1 },
      destinations: [{ outbound_config_id: pager }],
    });
    expect(await put(`alert_routes/${second}`, { matchers: ['service="none"'] })).toEqual(done);
    expect(await put(`alert_routes/${route}`, { matchers: ['service="none"'] })).toEqual(held);
  });
});

describe("a row does not leave a policy", () => {
  const held = [409, "needs_approval"];

  it("by another name, service, label or team, alone or together with what it was held for", async () => {
    const { make, policy, config, api } = await scene();
    const [own, other] = [await make("teams", { name: "Own" }), await make("teams", { name: "Other" })];
    const beat = await make("alert_heartbeats", {
      ...{ name: "Backup", service: "checkout", every_minutes: 60, labels: { tier: "gold" } },
    });
    const route = await make("alert_routes", {
      ...{ name: "All", matchers: [], owning_team_id: own, destinations: [{ email: "ops@example.com" }] },
    });
    await policy({ name: "Of a team", kinds: ["alert_routes"], team_id: own });
    await policy({ matchers: ['service="checkout"', 'tier="gold"'] });
    for (const [path, change] of [
      [`alert_heartbeats/${beat}`, { labels: {} }],
      [`alert_heartbeats/${beat}`, { service: "cart" }],
      [`alert_heartbeats/${beat}`, { name: "Mine" }],
      [`alert_routes/${route}`, { owning_team_id: null }],
      [`alert_routes/${route}`, { owning_team_id: other }],
    ] as const) {
      const answer = await config("PUT", path, { body: change });
      expect([answer.status, answer.body.reason], `${path} ${JSON.stringify(change)}`).toEqual(held);
    }
    // A service that is called otherwise takes its rows along.
    const edits = [
      { op: "save", resource: "alert_heartbeats", id: beat, fields: { service: "cart", labels: {} } },
      { op: "delete", resource: "alert_heartbeats", id: beat },
    ];
    for (const edit of edits) {
      const plan = await api("POST", "plans", { body: { edits: [edit], replay_days: 0 } });
      const applied = await api("POST", `plans/${plan.body.id}/apply`, { body: {} });
      expect([applied.status, applied.body.reason], applied.text).toEqual(held);
    }
  });

  it("by another set, nor by the end of one, and a proposal of it waits, too", async () => {
    const { policy, api, person, organizationId } = await scene();
    const [ada, ben] = [await person(), await person()];
    const bundle = { teams: [{ name: "Payments" }] };
    const plan = async (body: object) => (await api("POST", "plans", { body: body as never })).body;
    const apply = async ({ id }: { id: string }) => {
      const { status, body } = await api("POST", `plans/${id}/apply`, { body: {} });
      return [status, body.reason];
    };
    expect(await apply(await plan({ bundle, set: "one" }))).toEqual([200, undefined]);
    await policy({ kinds: ["teams"] });
    const ownerOf = async () => {
      const [row] = await test.database.queryText<{ managed_by: string }>(
        {
          name: "test-owner",
          text: "SELECT managed_by FROM rows WHERE organization_id = $1 AND kind = 'teams'",
        },
        [organizationId],
      );
      return row?.managed_by;
    };
    const taken = await plan({ bundle, set: "two", adopt: true });
    expect(taken.warnings.map(({ reason }: { reason: string }) => reason)).toContain("needs_approval");
    expect(await apply(taken)).toEqual(held);
    for (const prune of ["detach", "delete"])
      expect(await apply(await plan({ bundle: {}, set: "one", prune })), prune).toEqual(held);
    expect(await ownerOf()).toBe("one");
    const { id, digest, needs } = await ada.propose({ bundle, set: "two", adopt: true });
    expect(needs).toMatchObject([{ approvals: 1, have: 0 }]);
    expect(refusal(await ada.act(id, "apply", { digest }))).toEqual(waits);
    await ben.done(id, "approve", { digest });
    expect((await ada.done(id, "apply", { digest })).status).toBe("applied");
    expect(await ownerOf()).toBe("two");
  });

  it("by what goes with another row, by the same key again, or by what moves it out of sight", async () => {
    const { make, policy, config, api, organization } = await scene();
    const email = `friend@${organization.slug}.example.com`;
    await makePerson(test.database, organization.id, email);
    const team_id = await make("teams", { name: "SRE" });
    await make("team_members", { team_id, email });
    const post = (key: string) =>
      config("POST", "teams", { body: { name: `Once ${key}` }, headers: { "idempotency-key": key } });
    expect((await post("before")).status).toBe(201);
    await policy({ kinds: ["team_members"], verbs: ["delete"] });
    await policy({ name: "New ones", kinds: ["teams"], verbs: ["create"] });
    // Who is in a team goes with it.
    const answer = await config("DELETE", `teams/${team_id}`);
    expect([answer.status, answer.body.reason], answer.text).toEqual(held);
    const edits = [{ op: "delete", resource: "teams", id: team_id }];
    const plan = await api("POST", "plans", { body: { edits } });
    const applied = await api("POST", `plans/${plan.body.id}/apply`, { body: {} });
    expect([applied.status, applied.body.reason], applied.text).toEqual(held);
    // It was done before, and is only answered again.
    const again = await post("before");
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
    const fresh = await post("after");
    expect([fresh.status, fresh.body.reason]).toEqual(held);
    expect((await config("GET", "teams")).body.data).toHaveLength(2);
  });
});

it("propose_only makes no other credential, and gets none at the account's calls", async () => {
  const { organization, organizationId, keyOf, person } = await scene();
  const ada = await person();
  const agent = await keyOf(ada.id, { proposeOnly: true });
  const calls = [
    ["POST", `organizations/${organization.slug}/api_keys`, { name: "x", scopes: ["api:admin"] }],
    ["POST", `organizations/${organizationId}/api_keys`, { name: "x", scopes: ["api:admin"] }],
    ["POST", "account/tokens", { name: "x", organizations: [organizationId], max_role: "org_admin" }],
    ["PUT", "account/tokens/pat_none", { propose_only: false }],
  ] as const;
  for (const [method, path, body] of calls)
    expect([401, 403, 404], path).toContain((await agent(method, path, { body: body as never })).status);
  const [{ count = -1 } = {}] = await test.database.queryText<{ count: number }>(
    { name: "test-count-keys", text: "SELECT count(*)::int AS count FROM api_keys WHERE name = 'x'" },
    [],
  );
  expect(count).toBe(0);
});

it("propose_only writes nothing by any tool of MCP, whatever its scopes", async () => {
  const { organizationId, api, person } = await scene();
  const ada = await person();
  const { value } = await test.makeKey(organizationId, ["mcp:admin", "mcp:program"], {
    ...{ madeBy: ada.id, proposeOnly: true },
  });
  const agent = agentOf(test, value);
  const records = async () =>
    (await api("GET", "audit")).body.data.filter(({ outcome }: JsonObject) => outcome === "success");
  const before = await records();
  const tools = (await agent.tools()).filter(({ annotations }) => annotations.readOnlyHint !== true);
  expect(tools.length).toBeGreaterThan(10);
  const others: string[] = [];
  for (const { name } of tools) {
    const row = { kind: "teams", id: "team_none", fields: { name: "New" } };
    const { id: _, ...fresh } = row;
    const { fields: __, ...gone } = row;
    const of: Record<string, object> = { create_row: fresh, update_row: row, delete_row: gone };
    const { isError, content } = await agent.call(name, { confirm: true, ...of[name] });
    expect(isError, name).toBe(true);
    if (content[0]?.text.includes("may read and propose") !== true) others.push(name);
  }
  // These may be called, with arguments.
  expect(others.sort()).toEqual(["comment_on_proposal", "propose_change"]);
  expect(await records()).toEqual(before);
});
