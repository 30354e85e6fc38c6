/** Proposals in steps: which rows each takes, what waits, and how it goes on, ends, and is taken back as one. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Planner } from "../../src/features/changes/plans/planner.ts";
import { Refusal } from "../../src/kernel/problem.ts";
import { contractFor } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { keyOf, proposerOf, refusal } from "./support.ts";

const contract = contractFor(import.meta.url);
const noon = Date.parse("2026-03-02T12:00:00Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(noon);
});
afterEach(() => void vi.useRealTimers());

const later = (minutes: number) => vi.setSystemTime(noon + minutes * 60_000);
const inMinutes = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
const flush = () => contract().service.proposals.flush();

/** Three services with a policy each, and a change of all of them. */
async function start() {
  const tenant = await contract().tenant();
  const other = await keyOf(contract(), tenant.organization.id, "ben@example.com");
  const ids: string[] = [];
  let usual = 0;
  for (const service of ["canary", "shop", "search"]) {
    const made = await tenant.config("POST", "deploy_policies", { body: { service } });
    expect(made.status, made.text).toBe(201);
    ids.push(made.body.id);
    usual = made.body.error_budget_threshold;
  }
  const edits = ids.map((id) => ({
    ...{ op: "save", resource: "deploy_policies", id, fields: { error_budget_threshold: 7 } },
  }));
  const asked = {
    edits: edits as never,
    steps: [{ services: ["canary"], watch_minutes: 10 }, { services: ["Shop"] }],
  };
  const changed = async () =>
    (await tenant.config("GET", "deploy_policies")).body.data
      .filter((row: { error_budget_threshold: number }) => row.error_budget_threshold === 7)
      .map(({ service }: { service: string }) => service)
      .sort();
  return { ...tenant, own: proposerOf(tenant.api), other: proposerOf(other), ids, usual, asked, changed };
}

const standings = ({ steps }: { steps: { status: string }[] }) => steps.map(({ status }) => status);
const acts = ({ acts }: { acts: { act: string }[] }) => acts.map(({ act }) => act);

it("does one step after the other, each watched, and the rest last", async () => {
  const { own, asked, ids, changed } = await start();
  const [canary, shop, search] = ids.map((id) => `deploy_policies/${id}`);
  const made = await own.propose(asked);
  expect(made.steps).toMatchObject([
    { services: ["canary"], labels: {}, watch_minutes: 10, status: "waits", rows: [canary], plan_id: null },
    { services: ["Shop"], watch_minutes: null, status: "waits", rows: [shop] },
    { services: [], status: "waits", rows: [search] },
  ]);
  const first = await own.done(made.id, "apply", { digest: made.digest });
  expect([first.status, standings(first), first.watch_until]).toEqual([
    "applied",
    ["watched", "waits", "waits"],
    inMinutes(10),
  ]);
  expect(await changed()).toEqual(["canary"]);
  later(9.9);
  await flush();
  expect(await changed()).toEqual(["canary"]);
  later(10.2);
  await Promise.all([flush(), flush()]);
  const second = await own.get(made.id);
  expect([standings(second), second.watch_until]).toEqual([["done", "watched", "waits"], inMinutes(70.2)]);
  expect(await changed()).toEqual(["canary", "shop"]);
  later(70.4);
  await flush();
  expect(await changed()).toEqual(["canary", "search", "shop"]);
  expect((await own.get(made.id)).status).toBe("applied");
  later(130.6);
  await flush();
  const ended = await own.get(made.id);
  expect([ended.status, standings(ended)]).toEqual(["confirmed", ["done", "done", "done"]]);
  expect(acts(ended)).toEqual(["propose", "apply", "apply", "apply", "confirm"]);
});

it("takes back all steps as one, in the order of their undoing, and no later step follows", async () => {
  const { own, asked, changed, config, ids } = await start();
  const made = await own.propose(asked);
  await own.done(made.id, "apply");
  later(10.2);
  await flush();
  expect(await changed()).toEqual(["canary", "shop"]);
  await config("PUT", `deploy_policies/${ids[1]}`, { body: { error_budget_threshold: 3 } });
  const back = await own.done(made.id, "revert");
  expect([back.status, standings(back)]).toEqual(["reverted", ["reverted", "reverted", "waits"]]);
  expect(await changed()).toEqual([]);
  later(200);
  await flush();
  expect(await changed()).toEqual([]);
});

it("takes back everything where a condition of a step says so, and stops", async () => {
  const { own, asked, changed } = await start();
  const made = await own.propose({
    ...asked,
    ...{ revert_if: [{ engine: "refuses" }], missing_signal: "revert" },
  });
  await own.done(made.id, "apply");
  await flush();
  later(5);
  await flush();
  const back = await own.get(made.id);
  expect([back.status, standings(back)]).toEqual(["reverted", ["reverted", "waits", "waits"]]);
  expect(await changed()).toEqual([]);
});

it("goes on with each confirmation, and is taken back whole where one of them does not come", async () => {
  const { own, other, asked, changed } = await start();
  const steps = { ...asked, confirm_within_minutes: 30 };
  const kept = await own.propose(steps);
  await own.done(kept.id, "apply");
  // The end of a watch alone does not go on.
  later(20);
  await flush();
  expect(await changed()).toEqual(["canary"]);
  const second = await other.done(kept.id, "confirm", { digest: kept.digest, comment: "It is well." });
  expect([second.status, standings(second), second.confirm_by]).toEqual([
    "applied",
    ["done", "watched", "waits"],
    inMinutes(50),
  ]);
  expect(await changed()).toEqual(["canary", "shop"]);
  later(50);
  await flush();
  const back = await own.get(kept.id);
  expect([back.status, standings(back)]).toEqual(["reverted", ["reverted", "reverted", "waits"]]);
  expect(await changed()).toEqual([]);
  const again = await own.propose(steps);
  let { digest } = await own.done(again.id, "apply");
  for (const status of ["applied", "applied", "confirmed"]) {
    const done = await other.done(again.id, "confirm", { digest });
    expect(done.status).toBe(status);
    digest = done.digest;
  }
  expect(await changed()).toEqual(["canary", "search", "shop"]);
});

it("does one step with a confirmation, however often it comes", async () => {
  const { own, other, asked, changed } = await start();
  const { id, digest } = await own.propose({ ...asked, confirm_within_minutes: 30 });
  await own.done(id, "apply", { digest });
  expect(refusal(await other.act(id, "confirm"))).toEqual([422, "unprocessable_entity", undefined]);
  const confirm = { digest, comment: "It is well." };
  const [one, two] = await Promise.all([0, 1].map(() => other.act(id, "confirm", confirm)));
  expect([one?.status, two?.status], `${one?.text} ${two?.text}`).toEqual([200, 200]);
  const second = await other.done(id, "confirm", confirm);
  expect(acts(second)).toEqual(["propose", "apply", "confirm"]);
  expect(await changed()).toEqual(["canary", "shop"]);
  expect(second.digest).not.toBe(digest);
  const stale = await own.act(id, "confirm", { digest });
  expect(refusal(stale)).toEqual([409, "conflict", "stale"]);
  expect(stale.body.message).toMatch(new RegExp(`gone on to another step .* ${second.digest}\\.$`));
  // What was applied under the first digest is known by it.
  expect((await own.done(id, "apply", { digest })).acts).toHaveLength(3);
  const third = await other.done(id, "confirm", { digest: second.digest });
  const last = await other.done(id, "confirm", { digest: third.digest });
  expect((await other.done(id, "confirm", { digest: third.digest })).acts).toEqual(last.acts);
  expect([last.status, acts(last)]).toEqual(["confirmed", ["propose", "apply", ...Array(3).fill("confirm")]]);
});

it("waits where a later step would do something else than what was approved, until that is confirmed", async () => {
  const { own, other, asked, changed, config, ids } = await start();
  const made = await own.propose(asked);
  await own.done(made.id, "apply");
  await config("PUT", `deploy_policies/${ids[1]}`, { body: { error_budget_threshold: 9 } });
  later(10.2);
  await flush();
  const waits = await own.get(made.id);
  expect([waits.status, standings(waits), waits.watch_until]).toEqual([
    "applied",
    ["watched", "waits", "waits"],
    null,
  ]);
  expect(waits.acts.at(-1)).toMatchObject({
    ...{ act: "wait", digest: waits.digest },
    comment: "The next step waits. It does something else now than what was looked at.",
  });
  expect(await changed()).toEqual(["canary"]);
  const stale = await other.act(made.id, "confirm", { digest: made.digest });
  expect(refusal(stale)).toEqual([409, "conflict", "stale"]);
  expect(stale.body.different).toMatchObject([
    { id: ids[1], is: { fields: [{ path: "error_budget_threshold", before: 9, after: 7 }] } },
  ]);
  // What the page shows is what is confirmed.
  expect((await own.get(made.id)).digest).toBe(waits.digest);
  const went = await other.done(made.id, "confirm", { digest: waits.digest });
  expect(standings(went)).toEqual(["done", "watched", "waits"]);
  expect(await changed()).toEqual(["canary", "shop"]);
  later(80);
  await flush();
  expect(await changed()).toEqual(["canary", "search", "shop"]);
  expect((await own.done(made.id, "revert")).status).toBe("reverted");
  expect((await config("GET", `deploy_policies/${ids[1]}`)).body.error_budget_threshold).toBe(9);
});

it("asks the approvals that policies want for a later step that moved", async () => {
  const { own, other, asked, changed, config, ids, organization } = await start();
  await makePerson(contract().database, organization.id, "ben@example.com", "org_admin");
  const policy = { name: "Gate", kinds: ["deploy_policies"], approvals: 1, by: "org_admin" };
  expect((await config("POST", "change_policies", { body: policy as never })).status).toBe(201);
  const made = await own.propose(asked);
  await other.done(made.id, "approve", { digest: made.digest });
  await own.done(made.id, "apply", { digest: made.digest });
  const shop = `deploy_policies/${ids[1]}`;
  const put = await config("PUT", `${shop}?break_glass=Now`, { body: { error_budget_threshold: 9 } });
  expect(put.status, put.text).toBe(200);
  const { digest, needs, may } = await own.get(made.id);
  expect(needs).toMatchObject([{ policy: "Gate", have: 0 }]);
  expect(may.map(({ act }: { act: string }) => act)).toEqual(["approve", "confirm", "revert"]);
  expect(refusal(await own.act(made.id, "confirm", { digest }))).toEqual([409, "conflict", "needs_approval"]);
  expect((await other.done(made.id, "approve", { digest })).status).toBe("applied");
  expect(standings(await own.done(made.id, "confirm", { digest }))).toEqual(["done", "watched", "waits"]);
  expect(await changed()).toEqual(["canary", "shop"]);
});

it("asks the approvals of a later step where the first one went past policies, or they came after it", async () => {
  const { own, other, api, asked, changed, config, organization } = await start();
  await makePerson(contract().database, organization.id, "ben@example.com", "org_admin");
  const gate = { name: "Gate", kinds: ["deploy_policies"], matchers: ['service="shop"'], by: "org_admin" };
  const late = { ...gate, name: "Late", matchers: ['service="search"'] };
  const hold = async (body: object) =>
    expect((await config("POST", "change_policies", { body: body as never })).status).toBe(201);
  await hold(gate);
  const made = await own.propose(asked);
  const past = await api("POST", `proposals/${made.id}/apply?break_glass=Now`, { body: {} });
  expect([past.status, await changed()], past.text).toEqual([200, ["canary"]]);
  const waits = async (minutes: number, policy: string) => {
    later(minutes);
    await flush();
    const { acts, digest, needs, may } = await own.get(made.id);
    expect(acts.at(-1)).toMatchObject({
      act: "wait",
      comment: "The next step waits. Not everybody has approved who has to.",
    });
    expect(needs).toMatchObject([{ policy, have: 0 }]);
    expect(may.find(({ act }: { act: string }) => act === "confirm").why).toContain(policy);
    expect(refusal(await own.act(made.id, "confirm", { digest }))).toEqual([
      409,
      "conflict",
      "needs_approval",
    ]);
    await other.done(made.id, "approve", { digest });
    return own.done(made.id, "confirm", { digest });
  };
  const second = await waits(10.2, "Gate");
  expect([standings(second), await changed()]).toEqual([
    ["done", "watched", "waits"],
    ["canary", "shop"],
  ]);
  expect(second.needs).toEqual([]);
  // Ben's word holds on, and counts as long as he may say it.
  await hold(late);
  expect((await own.get(made.id)).needs).toEqual([]);
  await contract().database.queryText(
    { name: "test-demote", text: "UPDATE members SET role = 'viewer' WHERE organization_id = $1" },
    [organization.id],
  );
  later(80);
  await flush();
  expect((await own.get(made.id)).needs).toMatchObject([{ policy: "Late", have: 0 }]);
  expect(await changed()).toEqual(["canary", "shop"]);
});

it("waits where a row of a later step is gone, and says so, until it is taken back", async () => {
  const { own, asked, changed, config, ids } = await start();
  const { id } = await own.propose(asked);
  await own.done(id, "apply");
  expect((await config("DELETE", `deploy_policies/${ids[1]}`)).status).toBe(200);
  later(10.2);
  await flush();
  const why = /The next step has problems, so that it cannot be done \(deploy_policies There is no such row/;
  expect((await own.get(id)).acts.at(-1)).toMatchObject({ act: "wait", comment: expect.stringMatching(why) });
  const confirmed = await own.act(id, "confirm", { digest: (await own.get(id)).digest });
  expect(refusal(confirmed)).toEqual([422, "unprocessable_entity", "plan_invalid"]);
  expect(confirmed.body.message).toMatch(why);
  expect(await changed()).toEqual(["canary"]);
  expect((await own.done(id, "revert")).status).toBe("reverted");
  expect(await changed()).toEqual([]);
});

it("takes what a row needs along with it", async () => {
  const { own, config } = await start();
  const made = await own.propose({
    bundle: {
      teams: [{ name: "Canaries" }, { name: "Others" }],
      alert_heartbeats: [
        {
          ...{ name: "Beat", every_minutes: 5, service: "canary-2", labels: { stage: "canary" } },
          owning_team_id: { name: "Canaries" },
        },
      ],
    },
    steps: [{ labels: { stage: "canary" } }],
  });
  const kinds = made.steps.map(({ rows }: { rows: string[] }) => rows.map((row) => row.split("/")[0]).sort());
  expect(kinds).toEqual([["alert_heartbeats", "teams"], ["teams"]]);
  await own.done(made.id, "apply");
  expect((await config("GET", "teams")).body.data).toMatchObject([{ name: "Canaries" }]);
  later(61);
  await flush();
  expect((await config("GET", "teams")).body.data).toHaveLength(2);
});

it("takes along what is renamed and its rows show by its name; and waits where a step does something else alone", async () => {
  const { own, config } = await start();
  const { id: team } = (await config("POST", "teams", { body: { name: "Old" } })).body;
  const beat = { name: "Beat", every_minutes: 5, service: "canary" };
  const { id } = (await config("POST", "alert_heartbeats", { body: beat })).body;
  const edits = [
    { op: "save", resource: "alert_heartbeats", id, fields: { owning_team_id: team } },
    { op: "save", resource: "teams", id: team, fields: { name: "New" } },
    { op: "create", resource: "teams", fields: { name: "Other" } },
  ] as never;
  const steps = [{ services: ["canary"] }];
  const made = await own.propose({ edits, steps, apply: { at: inMinutes(5) } });
  expect(made.steps[0].rows.sort()).toEqual([`alert_heartbeats/${id}`, `teams/${team}`]);
  const make = vi.spyOn(Planner.prototype, "make");
  make.mockRejectedValue(new Refusal("conflict", "It moved.", { reason: "plan_stale" }));
  later(5);
  await flush();
  make.mockRestore();
  const waits = await own.get(made.id);
  expect([waits.apply_at, waits.acts.at(-1)]).toMatchObject([
    null,
    { act: "wait", comment: "It does something else now than what was looked at." },
  ]);
  expect(standings(await own.done(made.id, "apply"))).toEqual(["watched", "waits"]);
});

it("is still due where something that passes stood against it", async () => {
  const { own, asked, changed } = await start();
  const made = await own.propose({ ...asked, confirm_within_minutes: 5, apply: { at: inMinutes(1) } });
  const make = vi.spyOn(Planner.prototype, "make");
  const busy = async () => {
    make.mockRejectedValueOnce(new Refusal("unavailable", "Busy; try again."));
    await flush().catch(() => {});
    return acts(await own.get(made.id));
  };
  later(1);
  expect(await busy()).toEqual(["propose"]);
  await flush();
  expect(await changed()).toEqual(["canary"]);
  later(7);
  expect(await busy()).toEqual(["propose", "apply"]);
  await flush();
  expect(acts(await own.get(made.id))).toEqual(["propose", "apply", "revert"]);
  const next = await own.propose(asked);
  make.mockRestore();
  await own.done(next.id, "apply");
  later(18);
  const again = vi.spyOn(Planner.prototype, "make");
  again.mockRejectedValueOnce(new Refusal("unavailable", "Busy; try again."));
  await flush().catch(() => {});
  again.mockRestore();
  expect(acts(await own.get(next.id))).toEqual(["propose", "apply"]);
  await flush();
  expect(await changed()).toEqual(["canary", "shop"]);
});

it("refuses steps that name nothing, take nothing, or divide a set", async () => {
  const { own, asked } = await start();
  const { edits } = asked;
  for (const steps of [
    [{}],
    [{ services: ["nowhere"] }],
    [{ services: ["canary"] }, { services: ["canary"] }],
  ])
    expect(refusal(await own.ask({ edits, steps: steps as never }))[0], JSON.stringify(steps)).toBe(422);
  const set = { bundle: { teams: [{ name: "A" }] }, set: "s", steps: [{ labels: { stage: "canary" } }] };
  expect(refusal(await own.ask(set))[0]).toBe(422);
});

it("waits where one of its plans is taken back by itself, and is reverted with the last of them", async () => {
  const { own, asked, changed, api } = await start();
  const made = await own.propose(asked);
  await own.done(made.id, "apply");
  later(10.2);
  await flush();
  const undo = async (place: number) => {
    const { steps } = await own.get(made.id);
    const plan = await api("POST", `plans/${steps[place].plan_id}/undo`);
    expect((await api("POST", `plans/${plan.body.id}/apply`, { body: {} })).status).toBe(200);
  };
  await undo(0);
  later(80);
  await flush();
  const waits = await own.get(made.id);
  expect([waits.status, acts(waits)]).toEqual(["applied", ["propose", "apply", "apply", "wait"]]);
  expect(await changed()).toEqual(["shop"]);
  await undo(1);
  expect((await own.get(made.id)).status).toBe("reverted");
  // A proposal that takes one in steps back takes back all of them.
  const again = await own.propose(asked);
  await own.done(again.id, "apply");
  await own.done(again.id, "confirm", { digest: again.digest });
  const back = await own.propose({ undo_of: again.id });
  expect(back.changes).toHaveLength(2);
  await own.done(back.id, "apply");
  expect((await own.get(again.id)).status).toBe("reverted");
  expect(await changed()).toEqual([]);
});
