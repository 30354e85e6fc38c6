/** What becomes of a proposal where others went on meanwhile: what can be taken back, what is said once, and who may do what again. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { digestOf } from "../../src/features/changes/proposals/digest.ts";
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
const flush = () => contract().service.proposals.flush();
const saving = (id: string, fields: object) => ({ op: "save", resource: "teams", id, fields });
const actsOf = ({ acts }: { acts: { act: string }[] }) => acts.map(({ act }) => act);

async function start() {
  const tenant = await contract().tenant();
  const otherApi = await keyOf(contract(), tenant.organization.id, "ben@example.com");
  const team = async (name: string): Promise<string> => {
    const made = await tenant.config("POST", "teams", { body: { name } });
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  };
  const names = async () =>
    (await tenant.config("GET", "teams")).body.data.map(({ name }: { name: string }) => name).sort();
  return { ...tenant, own: proposerOf(tenant.api), other: proposerOf(otherApi), otherApi, team, names };
}

it("takes back what it can where a name was taken again, and the rest is a proposal that names what is in the way", async () => {
  const { own, team, names, config, api } = await start();
  const [renamed, gone, kept] = [await team("Old"), await team("Gone"), await team("Kept")];
  const part = { name: "Web", description: "" };
  const component = (await config("POST", "status_page_components", { body: part })).body.id;
  const edits = [
    saving(renamed, { name: "New" }),
    { op: "delete", resource: "teams", id: gone },
    saving(kept, { name: "Kept 2" }),
    {
      ...{ op: "save", resource: "status_page_components", id: component },
      fields: { name: "Site", description: "new" },
    },
  ];
  const { id } = await own.propose({ edits: edits as never, confirm_within_minutes: 10 });
  await own.done(id, "apply");
  for (const name of ["Old", "Gone"]) await team(name);
  expect((await config("POST", "status_page_components", { body: part })).status).toBe(201);
  later(11);
  await flush();
  const back = await own.get(id);
  expect(back.status).toBe("reverted");
  expect(await names()).toEqual(["Gone", "Kept", "New", "Old"]);
  // A row goes back field by field.
  expect((await config("GET", `status_page_components/${component}`)).body).toMatchObject({
    name: "Site",
    description: "",
  });
  const rest = (await api("GET", `proposals/${back.rest_proposal_id}`)).body;
  expect(rest.problems.map(({ reason }: { reason: string }) => reason)).toEqual(Array(3).fill("conflict"));
  expect(rest.reason).toMatch(/In the way: .*teams "Gone" name is taken: .*give one of them another/);
  later(15);
  await flush();
  expect((await own.get(id)).acts).toHaveLength(back.acts.length);
});

it("says once why it cannot be taken back, however often that is tried", async () => {
  const { own, team } = await start();
  const edits = [saving(await team("Old"), { name: "New" })];
  const made = await own.propose({ edits: edits as never, confirm_within_minutes: 10 });
  const { plan_id } = await own.done(made.id, "apply");
  await contract().database.queryText({ name: "test-forget-plan", text: "DELETE FROM plans WHERE id = $1" }, [
    plan_id,
  ]);
  for (const minutes of [11, 13, 15, 17]) {
    later(minutes);
    await flush();
  }
  const waits = await own.get(made.id);
  expect(actsOf(waits)).toEqual(["propose", "apply", "wait"]);
  expect(waits.acts.at(-1).comment).toMatch(/^It could not be taken back: /);
});

it("is done once more by the same person in vain, and by nobody else", async () => {
  const { own, other, team } = await start();
  const edits = [saving(await team("Old"), { name: "New" })];
  const { id, digest } = await own.propose({ edits: edits as never });
  for (const act of ["apply", "confirm", "revert"]) {
    const first = await own.done(id, act, { digest });
    expect((await own.done(id, act, { digest })).acts).toEqual(first.acts);
    expect(refusal(await other.act(id, act, { digest })), act).toEqual([409, "conflict", "proposal_closed"]);
  }
});

it("goes past a policy with a reason of an administrator, and takes none where nothing is held", async () => {
  const { own, api, config } = await start();
  const { id: policy } = (
    await config("POST", "change_policies", {
      body: { name: "Teams", kinds: ["teams"], approvals: 1, by: "org_admin" },
    })
  ).body;
  const { id, digest } = await own.propose({
    edits: [{ op: "create", resource: "teams", fields: { name: "A" } }],
  });
  for (const act of ["approve", "reject", "withdraw"]) {
    const answer = await api("POST", `proposals/${id}/${act}?break_glass=Now`, { body: { digest } });
    expect([answer.status, answer.body.field], act).toEqual([422, "break_glass"]);
  }
  expect(refusal(await own.act(id, "apply", { digest }))).toEqual([409, "conflict", "needs_approval"]);
  const applied = await api("POST", `proposals/${id}/apply?break_glass=Nobody%20is%20awake`, {
    body: { digest },
  });
  expect(applied.status, applied.text).toBe(200);
  expect([applied.body.status, applied.body.acts.at(-1).comment]).toEqual(["applied", "Nobody is awake"]);
  const audit = (await api("GET", "audit?action=break_glass")).body.data;
  expect(audit).toMatchObject([{ resource: "change_policies", row_id: policy }]);
  const past = (await api("GET", "proposals?status=applied")).body.data.find(
    (one: { past_policies: string[] }) => one.past_policies.length > 0,
  );
  expect(past.past_policies).toEqual(["Teams"]);
  const confirm = (who: typeof own) => who.act(past.id, "confirm", {});
  expect(refusal(await confirm(own))).toEqual([403, "forbidden", "not_yours_to_approve"]);
});

it("keeps approvals of a release with other digests where nothing moved, and says once where they count no more", async () => {
  const { own, other, config, team, organization } = await start();
  await makePerson(contract().database, organization.id, "ben@example.com");
  const x = await team("X");
  const approved = async (name: string) => {
    const route = { name, matchers: ['service="x"'], destinations: [{ team_id: { name: "X" } }] };
    const made = await own.propose({ bundle: { alert_routes: [route] } });
    await other.done(made.id, "approve", { digest: made.digest });
    // As the release kept it that did not look at the rows behind names.
    const { changes, problems, refusals, effects } = made;
    const earlier = digestOf({ changes, problems, refusals, effects });
    await contract().database.queryText(
      {
        name: "test-earlier-release",
        text: `WITH moved AS (
          UPDATE proposals SET digest = $2, shown = (shown::jsonb - 'targets')::text WHERE id = $1)
        UPDATE proposal_acts SET act = replace((act::jsonb - 'targets')::text, $3, $2) WHERE proposal_id = $1`,
      },
      [made.id, earlier, made.digest],
    );
    return { id: made.id, digest: earlier };
  };
  const [still, moved] = [await approved("still"), await approved("moved")];
  later(10);
  expect(await own.get(still.id)).toMatchObject({ status: "approved", digest: still.digest });
  later(20);
  expect((await config("PUT", `teams/${x}`, { body: { name: "X0" } })).status).toBe(200);
  await team("X");
  const lost = await own.get(moved.id);
  expect([lost.status, actsOf(lost)]).toEqual(["open", ["propose", "approve", "plan", "wait"]]);
  expect(lost.acts.at(-1).comment).toMatch(/^Its approvals were given for another digest/);
  expect((await own.get(moved.id)).acts).toEqual(lost.acts);
  // A name that comes to mean another row is found of those that hold as well.
  expect((await own.get(still.id)).status).toBe("open");
  const mails = await contract().database.queryText<{ subject: string }>(
    { name: "test-lost", text: "SELECT subject FROM deliveries WHERE organization_id = $1 AND source = $2" },
    [organization.id, `proposal/${moved.id}/4`],
  );
  expect(mails.map(({ subject }) => subject)).toEqual([`[${organization.name}] A change waits for people`]);
  await other.done(moved.id, "approve", { digest: lost.digest });
  expect((await own.done(moved.id, "apply", { digest: lost.digest })).status).toBe("applied");
});

it("is reverted where a plan takes its own back, at whichever door, and says by whom", async () => {
  const { own, other, api, otherApi, team } = await start();
  const id = await team("Old");
  const applied = async (name: string) => {
    const { id: made } = await own.propose({ edits: [saving(id, { name })] as never });
    return own.done(made, "apply");
  };
  const apply = async (plan: { status: number; text: string; body: { id: string } }) => {
    expect(plan.status, plan.text).toBe(201);
    const done = await otherApi("POST", `plans/${plan.body.id}/apply`, { body: {} });
    expect(done.status, done.text).toBe(200);
  };
  const doors: ((proposal: { id: string; plan_id: string }) => Promise<unknown>)[] = [
    async ({ plan_id }) => apply(await otherApi("POST", `plans/${plan_id}/undo`)),
    async ({ id: run }) => apply(await otherApi("POST", "plans", { body: { undo_run: run } })),
    async ({ id: undo_of }) => other.done((await other.propose({ undo_of })).id, "apply"),
    async ({ plan_id }) => {
      const undo = await otherApi("POST", `plans/${plan_id}/undo?propose=true`);
      expect(undo.status, undo.text).toBe(202);
      return other.done(undo.body.id, "apply");
    },
  ];
  for (const [index, door] of doors.entries()) {
    const made = await applied(`New ${index}`);
    later(index + 1);
    await door(made);
    const back = await own.get(made.id);
    expect([back.status, actsOf(back)], String(index)).toEqual(["reverted", ["propose", "apply", "revert"]]);
    expect(back.acts.at(-1)).toMatchObject({
      ...{ by: { email: "ben@example.com" }, at: new Date(noon + (index + 1) * 60_000).toISOString() },
      comment: `The plan ${back.undo_plan_id} took it back.`,
    });
    expect((await api("GET", `audit?action=revert_proposal&row_id=${made.id}`)).body.data).toHaveLength(1);
  }
});

it("says so where its way back is taken back, and that is taken back as it says", async () => {
  const { own, other, api, team, names } = await start();
  const made = await own.propose({ edits: [saving(await team("Old"), { name: "New" })] as never });
  await own.done(made.id, "apply");
  const { undo_plan_id } = await own.done(made.id, "revert");
  const again = await other.done((await other.propose({ undo_of: undo_plan_id })).id, "apply");
  expect(await names()).toEqual(["New"]);
  const stands = await own.get(made.id);
  expect([stands.status, actsOf(stands)]).toEqual(["reverted", ["propose", "apply", "revert", "comment"]]);
  expect(stands.acts.at(-1).comment).toContain(`The plan ${again.plan_id} took back`);
  const plan = await api("POST", `plans/${again.plan_id}/undo`);
  expect((await api("POST", `plans/${plan.body.id}/apply`, { body: {} })).status).toBe(200);
  expect(await names()).toEqual(["Old"]);
});

it("has another digest where two names are swapped, and keeps one that knew the rows alone", async () => {
  const { own, other, config, team } = await start();
  const [x, y] = [await team("X"), await team("Y")];
  const route = (name: string, to: string) => ({
    ...{ name, matchers: ['service="x"'], destinations: [{ team_id: { name: to } }] },
  });
  const made = await own.propose({ bundle: { alert_routes: [route("r1", "X"), route("r2", "Y")] } });
  await other.done(made.id, "approve", { digest: made.digest });
  const { changes, problems, refusals, effects } = made;
  const earlier = digestOf({ changes, problems, refusals, effects }, [x, y].sort());
  await contract().database.queryText(
    {
      name: "test-release-of-ids",
      text: `WITH moved AS (UPDATE proposals SET digest = $2 WHERE id = $1)
        UPDATE proposal_acts SET act = replace(act, $3, $2) WHERE proposal_id = $1`,
    },
    [made.id, earlier, made.digest],
  );
  expect(await own.get(made.id)).toMatchObject({ status: "approved", digest: earlier });
  for (const [id, name] of [
    [x, "Z"],
    [y, "X"],
    [x, "Y"],
  ])
    expect((await config("PUT", `teams/${id}`, { body: { name } })).status).toBe(200);
  const swapped = await own.get(made.id);
  expect([swapped.status, swapped.digest === earlier]).toEqual(["open", false]);
  expect(refusal(await own.act(made.id, "apply", { digest: earlier }))).toEqual([409, "conflict", "stale"]);
  // By the digest of today as well.
  for (const [id, name] of [
    [x, "Z"],
    [y, "Y"],
    [x, "X"],
  ])
    await config("PUT", `teams/${id}`, { body: { name } });
  expect((await own.get(made.id)).digest).toBe(made.digest);
  expect(swapped.digest).not.toBe(made.digest);
});

it("opens its hours where the clock is set, and does not end before they open", async () => {
  const { own, other, team, organization } = await start();
  // Whether they are still here is asked by their address.
  await makePerson(contract().database, organization.id, "ben@example.com", "org_admin");
  const id = await team("Old");
  const timed = async (name: string, hours: object) =>
    own.propose({ edits: [saving(id, { name })] as never, apply: { hours } as never });
  const berlin = (start: string, end: string) => ({ days: ["sun"], start, end, timezone: "Europe/Berlin" });
  vi.setSystemTime(Date.parse("2026-03-28T12:00:00Z"));
  // The clock leaves them out, and goes from 02:00 to 03:00.
  expect((await timed("a", berlin("02:00", "02:30"))).apply_at).toBe("2026-04-05T00:00:00.000Z");
  expect((await timed("b", berlin("02:30", "03:30"))).apply_at).toBe("2026-03-29T01:00:00.000Z");
  vi.setSystemTime(Date.parse("2026-10-24T12:00:00Z"));
  const twice = await timed("c", berlin("02:00", "03:00"));
  expect(twice.apply_at).toBe("2026-10-25T00:00:00.000Z");
  // Nobody looked in the first of the two hours.
  vi.setSystemTime(Date.parse("2026-10-25T01:30:00Z"));
  await flush();
  expect((await own.get(twice.id)).status).toBe("applied");
  // It moved, so that it waits; it is approved when its 30 days are nearly over, and its hours are after them.
  const late = await timed("d", { ...berlin("10:00", "11:00") });
  const moved = await own.propose({ edits: [saving(id, { name: "e" })] as never });
  await own.done(moved.id, "apply");
  vi.setSystemTime(Date.parse("2026-10-25T09:00:00Z"));
  await flush();
  expect(actsOf(await own.get(late.id)).at(-1)).toBe("wait");
  vi.setSystemTime(Date.parse("2026-11-24T08:00:00Z"));
  const { digest } = await own.get(late.id);
  await other.done(late.id, "approve", { digest });
  vi.setSystemTime(Date.parse("2026-11-24T10:00:00Z"));
  await flush();
  expect((await own.get(late.id)).status).toBe("approved");
  vi.setSystemTime(Date.parse("2026-11-29T09:00:00Z"));
  await flush();
  expect((await own.get(late.id)).status).toBe("applied");
});
