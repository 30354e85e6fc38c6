/** `propose`: what it takes, who may send it, what it refuses, and what actions that are no verb make of it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { agentOf } from "../mcp/support.ts";
import { type Contract, type ContractTenant, startContract } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import type { Answer, Send } from "../support/service.ts";
import { secretMarker } from "../support/values.ts";
import { keyOf, sender } from "./support.ts";

let test: Contract;
beforeAll(async () => {
  test = await startContract();
});
afterAll(() => test.close());

async function make({ config }: ContractTenant, kind: string, body: object): Promise<string> {
  const made = await config("POST", kind, { body });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

/** A policy that takes in everything, and somebody who approves. */
async function held(): Promise<ContractTenant & { approver: Send; hold(): Promise<void> }> {
  const tenant = await test.tenant();
  const email = `approver@${tenant.organization.slug}.example.com`;
  await makePerson(test.database, tenant.organization.id, email, "org_admin");
  const approver = await keyOf(test, tenant.organization.id, email);
  return {
    ...tenant,
    approver,
    hold: async () => void (await make(tenant, "change_policies", { name: "All" })),
  };
}

function proposal(answer: Answer) {
  expect(answer.status, answer.text).toBe(202);
  expect(answer.body).toMatchObject({ status: "open", problems: [] });
  return answer.body as { id: string; digest: string; title: string; reason: string; changes: JsonObject[] };
}

async function applied(approver: Send, { id, digest }: { id: string; digest: string }): Promise<void> {
  for (const act of ["approve", "apply"]) {
    const answer = await approver("POST", `proposals/${id}/${act}`, { body: { digest } });
    expect(answer.status, `${act}: ${answer.text}`).toBe(200);
  }
}

const refusal = ({ status, body }: Answer) => [status, body.reason ?? body.field];

it("names itself in the refusal of what is held", async () => {
  const tenant = await held();
  await tenant.hold();
  const answer = await tenant.config("POST", "teams", { body: { name: "Payments" } });
  expect(refusal(answer)).toEqual([409, "needs_approval"]);
  expect(answer.body.message).toContain("propose=true");
  const proposed = proposal(
    await tenant.config("POST", "teams?propose=true", { body: { name: "Payments" } }),
  );
  const early = await tenant.api("POST", `proposals/${proposed.id}/apply`, { body: {} });
  expect(early.body.message).toContain("it needs 1 approval by an administrator (All)");
});

it("takes a plan, its undo, and a version that is restored, by their own calls or by the plan's apply", async () => {
  const tenant = await held();
  const { approver, api } = tenant;
  const team = await make(tenant, "teams", { name: "Payments" });
  const names = async () =>
    (await tenant.config("GET", "teams")).body.data.map(({ name }: { name: string }) => name);
  const edits = [{ op: "save", resource: "teams", id: team, fields: { name: "Pay" } }];
  const first = (await api("POST", "plans", { body: { edits } })).body.id;
  const applying = proposal(await api("POST", `plans/${first}/apply?propose=true`, { body: {} }));
  expect(await names()).toEqual(["Payments"]);
  await tenant.hold();
  await applied(approver, applying);
  expect(await names()).toEqual(["Pay"]);
  const [{ plan_id: done }] = [(await api("GET", `proposals/${applying.id}`)).body];
  const undo = await api("POST", `plans/${done}/undo`, { body: {} });
  const undoing = proposal(await api("POST", `plans/${undo.body.id}/apply?propose=true`, { body: {} }));
  expect(undoing).toMatchObject({ undo_of: done });
  const direct = proposal(await api("POST", `plans/${done}/undo?propose=true`, { body: {} }));
  expect(direct).toMatchObject({ undo_of: done, digest: undoing.digest, id: undoing.id });
  const { data } = (await api("GET", `history/teams/${team}`)).body;
  const restoring = proposal(
    await api("POST", `history/teams/${team}/restore?propose=true`, {
      body: { sequence: data.at(-1).sequence },
    }),
  );
  expect(restoring.changes).toEqual(undoing.changes);
  expect(await names()).toEqual(["Pay"]);
  await applied(approver, restoring);
  expect(await names()).toEqual(["Payments"]);
  const bundle = { teams: [{ name: "Search" }] };
  const planned = proposal(await api("POST", "plans?propose=true", { body: { bundle } }));
  expect(planned.title).toBe("Make team Search");
  await applied(approver, planned);
  expect((await names()).sort()).toEqual(["Payments", "Search"]);
});

it("keeps the set of a plan, with what it takes over and lets go", async () => {
  const tenant = await held();
  const { approver, api } = tenant;
  await make(tenant, "teams", { name: "Payments" });
  const asked = { set: "repo", adopt: true, bundle: { teams: [{ name: "Payments" }, { name: "Search" }] } };
  const plan = (await api("POST", "plans", { body: asked })).body.id;
  await tenant.hold();
  const proposed = proposal(await api("POST", `plans/${plan}/apply?propose=true`, { body: {} }));
  expect(proposed).toMatchObject({ set: "repo", title: "Change 2 rows" });
  await applied(approver, proposed);
  expect((await tenant.config("GET", "teams?managed_by=repo")).body.data).toHaveLength(2);
});

it("takes actions that write rows: a mute that is extended, a shift that is taken over", async () => {
  const tenant = await held();
  const { approver, api, organization } = tenant;
  const mute = await make(tenant, "alert_mutes", { pattern: "*x*", reason: "Work", duration_minutes: 5 });
  const people = ["ada@example.com", "ben@example.com"];
  for (const email of people) await makePerson(test.database, organization.id, email);
  const turns = people.map((email) => ({ people: [email] }));
  const rota = await make(tenant, "on_call_rotas", {
    ...{ name: "Payments", timezone: "UTC" },
    rotations: [
      {
        ...{ role: "primary", turns, starts_on: "2099-01-05" },
        handover: { every: 1, unit: "weeks", at: "00:00" },
      },
    ],
  });
  await tenant.hold();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const longer = proposal(await api("POST", `alert_mutes/${mute}/extend?propose=true`, { body: { until } }));
  const [from, to] = ["2099-01-06T00:00:00Z", "2099-01-07T00:00:00Z"];
  const shift = proposal(
    await api("POST", `on_call_rotas/${rota}/swap?propose=true`, {
      body: { from, to, email: people[0], with: people[1], reason: "A wedding" },
    }),
  );
  expect(shift).toMatchObject({
    title: expect.stringContaining("Make on call override"),
    reason: "A wedding",
  });
  expect((await tenant.config("GET", "on_call_overrides")).body.data).toEqual([]);
  await applied(approver, longer);
  await applied(approver, shift);
  expect((await tenant.config("GET", "on_call_overrides")).body.data).toMatchObject([{ email: people[1] }]);
  const [kept] = (await tenant.config("GET", "alert_mutes")).body.data;
  expect(kept.id).not.toBe(mute);
  expect(Date.parse(kept.expires_at)).toBeGreaterThan(Date.now() + 50 * 60_000);
});

it("says of other calls why they cannot be proposed", async () => {
  const tenant = await held();
  const rotate = await tenant.api("POST", "config/aws_external_id/rotate?propose=true", { body: {} });
  expect([rotate.status, rotate.body.field]).toEqual([422, "propose"]);
  expect(rotate.body.message).toContain("a value that nobody could look at before");
  const { id } = proposal(await tenant.config("POST", "teams?propose=true", { body: { name: "A" } }));
  for (const path of ["config/teams?propose=true", `proposals/${id}/withdraw?propose=true`]) {
    const method = path.startsWith("config") ? "GET" : "POST";
    const answer = await tenant.api(method, path, method === "GET" ? {} : { body: {} });
    expect([answer.status, answer.body.field], answer.text).toEqual([422, "propose"]);
  }
  const wrong = await tenant.config("POST", "teams?propose=yes", { body: { name: "A" } });
  expect(wrong.body.message).toContain("must be true or false");
  const plain = await tenant.config("POST", "teams?propose=false", { body: { name: "B" } });
  expect(plain.status).toBe(201);
  for (const reason of ["break_glass", "override_tests"]) {
    const both = await tenant.config("POST", `teams?propose=true&${reason}=now`, { body: { name: "C" } });
    expect([both.status, both.body.field]).toEqual([422, reason]);
  }
});

it("refuses what the write would have refused, and what would change nothing", async () => {
  const tenant = await held();
  const team = await make(tenant, "teams", { name: "Payments" });
  const etag = (await tenant.config("GET", `teams/${team}`)).headers.etag;
  const change = (more: object, body: object = { name: "Pay" }) =>
    tenant.config("PUT", `teams/${team}?propose=true`, { body, ...more });
  expect((await change({}, { nome: "Pay" })).status).toBe(422);
  expect((await tenant.config("PUT", "teams/team_none?propose=true", { body: { name: "P" } })).status).toBe(
    404,
  );
  expect((await tenant.config("POST", "teams?propose=true", { body: { name: "Payments" } })).status).toBe(
    409,
  );
  expect((await tenant.config("POST", "teams?propose=true", { body: {} })).status).toBe(422);
  const stale = await change({ headers: { "if-match": '"0"' } });
  expect([stale.status, stale.body.current.id]).toEqual([412, team]);
  proposal(await change({ headers: { "if-match": etag as string } }));
  const same = await change({}, { name: "Payments " });
  expect(refusal(same)).toEqual([422, "no_change"]);
});

it("is done once with an Idempotency-Key", async () => {
  const tenant = await held();
  const send = (name: string) =>
    tenant.config("POST", "teams?propose=true", { body: { name }, headers: { "idempotency-key": "one" } });
  const first = proposal(await send("Payments"));
  const again = await send("Payments");
  expect([again.status, again.body.id, again.headers["idempotency-replayed"]]).toEqual([
    202,
    first.id,
    "true",
  ]);
  expect((await send("Search")).body.reason).toBe("idempotency_key_reused");
  expect((await tenant.api("GET", "proposals")).body.data).toHaveLength(1);
  expect((await tenant.config("GET", "teams")).body.data).toEqual([]);
});

it("is the one that waits already, where its author sends the same again", async () => {
  const tenant = await held();
  const { approver, config, organization } = tenant;
  const other = sender(test, (await test.makeKey(organization.id, ["api:admin"])).value);
  const hook = { name: "Hook", kind: "webhook", url: "https://hooks.example.com/" };
  const send = async (body: object = {}, by = config) =>
    proposal(
      await by("POST", "outbound_configs?propose=true", { body: { ...hook, secret: "one", ...body } }),
    );
  const ofOther: Send = (method, path, options) => other(method, `config/${path}`, options);
  const first = await send();
  expect(await send()).toMatchObject({ id: first.id, digest: first.digest });
  // What is shown of a secret is the same, and its value is not.
  const others = [await send({ secret: "two" }), await send({ enabled: false }), await send({}, ofOther)];
  const ids = [first, ...others].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  const acts = (await tenant.api("GET", `proposals/${first.id}`)).body.acts;
  expect(acts).toMatchObject([{ act: "propose" }]);
  await approver("POST", `proposals/${first.id}/reject`, { body: {} });
  expect(ids).not.toContain((await send()).id);
});

it("needs what making a proposal needs, whatever the write itself would", async () => {
  const tenant = await held();
  const { id } = tenant.organization;
  const keyWith = async (scope: "api:admin" | "api:config_read", more: object = {}) =>
    sender(test, (await test.makeKey(id, [scope], more)).value);
  const body = { name: "Payments" };
  const reader = await keyWith("api:config_read");
  expect((await reader("POST", "config/teams?propose=true", { body })).status).toBe(403);
  const agent = await keyWith("api:config_read", { proposeOnly: true });
  const plain = await agent("POST", "config/teams", { body });
  expect(refusal(plain)).toEqual([403, "propose_only"]);
  expect(plain.body.message).toContain("create_team with propose=true");
  const { needs } = (await agent("POST", "config/teams?propose=true", { body })).body;
  expect(needs).toEqual([]);
  const narrowed = await keyWith("api:admin", { limits: { kinds: ["slos"] } });
  const beyond = await narrowed("POST", "config/teams?propose=true", { body });
  expect(refusal(beyond)).toEqual([403, "limit"]);
});

it("shows no secret, and keeps it for the apply", async () => {
  const tenant = await held();
  const secret = `${secretMarker}-of-a-proposal`;
  await tenant.hold();
  const proposed = proposal(
    await tenant.config("POST", "outbound_configs?propose=true", {
      body: { name: "Hook", kind: "webhook", url: "https://hooks.example.com/", secret },
    }),
  );
  expect(JSON.stringify((await tenant.api("GET", `proposals/${proposed.id}`)).body)).not.toContain(secret);
  expect(proposed.changes).toMatchObject([{ secrets: { secret: "set" } }]);
  await applied(tenant.approver, proposed);
  const [row] = (await tenant.config("GET", "outbound_configs")).body.data;
  expect(row.secret).not.toBeNull();
  const turned = proposal(
    await tenant.config("PUT", `outbound_configs/${row.id}?propose=true`, {
      body: { secret: `${secret}-2` },
    }),
  );
  expect(turned.changes).toMatchObject([{ secrets: { secret: "changed" } }]);
  expect(test.outputs.filter((text) => text.includes(secretMarker))).toEqual([]);
});

it("is an argument of every tool that writes rows, next to the fields", async () => {
  const tenant = await held();
  const { id } = tenant.organization;
  const key = await test.makeKey(id, ["mcp:write"], { proposeOnly: true });
  const agent = agentOf(test, key.value);
  const fields = { name: "Payments" };
  const refused = await agent.call("create_row", { kind: "teams", fields });
  expect(refused.content[0]?.text).toContain("propose");
  const made = await agent.call("create_row", { kind: "teams", fields, propose: true });
  expect(made.structuredContent).toMatchObject({ title: "Make team Payments", status: "open" });
  const within = await agent.call("create_row", { kind: "teams", fields: { ...fields, propose: true } });
  expect(within.content[0]?.text).toContain("propose");
  const read = await agent.call("list_teams", { propose: true });
  expect(read.content[0]?.text).toContain("writes no row");
});
