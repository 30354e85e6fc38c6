/** What proposals do by themselves: at their time, without a confirmation, and where nobody decides. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { contractFor } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { keyOf, proposerOf, refusal, sender } from "./support.ts";

const contract = contractFor(import.meta.url);
const noon = Date.parse("2026-03-02T12:00:00Z");
const minuteMs = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(noon);
});
afterEach(() => void vi.useRealTimers());

async function start() {
  const tenant = await contract().tenant();
  const other = await keyOf(contract(), tenant.organization.id, "ben@example.com");
  const row = async (fields: object = {}) =>
    (await tenant.config("POST", "status_page_components", { body: { name: "Web", ...fields } })).body.id;
  return { ...tenant, own: proposerOf(tenant.api), other: proposerOf(other), row };
}

const after = (minutes: number) => vi.setSystemTime(noon + minutes * minuteMs);
const inMinutes = (minutes: number) => new Date(noon + minutes * minuteMs).toISOString();
const flush = () => contract().service.proposals.flush();
const last = ({ acts }: { acts: { act: string; comment: string | null }[] }) => acts.at(-1);
const saving = (id: string, fields: object) => ({
  edits: [{ op: "save", resource: "status_page_components", id, fields: fields as never }],
});

it("is applied at its time", async () => {
  const { own, row, config } = await start();
  const id = await row();
  const made = await own.propose({ ...saving(id, { description: "new" }), apply: { at: inMinutes(60) } });
  expect([made.status, made.apply_at]).toEqual(["open", inMinutes(60)]);
  after(59);
  await flush();
  expect((await own.get(made.id)).status).toBe("open");
  after(60);
  await Promise.all([flush(), flush()]);
  const applied = await own.get(made.id);
  expect(applied).toMatchObject({ status: "applied", applied_at: inMinutes(60), apply_at: null });
  expect(applied.acts.map(({ act }: { act: string }) => act)).toEqual(["propose", "apply"]);
  expect(last(applied)).toMatchObject({ by: { kind: "service" } });
  expect((await config("GET", `status_page_components/${id}`)).body.description).toBe("new");
});

it("is applied in its hours", async () => {
  const { own, row } = await start();
  const hours = { days: ["mon", "tue"], start: "22:00", end: "23:00", timezone: "UTC" };
  const made = await own.propose({ ...saving(await row(), { description: "new" }), apply: { hours } });
  expect(made.apply_at).toBe(inMinutes(600));
  // Nobody looked while the hours were.
  after(11 * 60);
  await flush();
  expect(await own.get(made.id)).toMatchObject({ status: "open", apply_at: inMinutes((24 + 10) * 60) });
  after((24 + 10) * 60);
  await flush();
  expect((await own.get(made.id)).status).toBe("applied");
});

it("waits for people where it does something else by then, and goes on once they have looked", async () => {
  const { own, other, row, config } = await start();
  const id = await row({ description: "old" });
  const made = await own.propose({ ...saving(id, { description: "new" }), apply: { at: inMinutes(60) } });
  await config("PUT", `status_page_components/${id}`, { body: { name: "Site" } });
  await config("PUT", `status_page_components/${id}`, { body: { name: "Web", description: "theirs" } });
  after(61);
  await flush();
  const waits = await own.get(made.id);
  expect([waits.status, waits.apply_at]).toEqual(["open", null]);
  expect(last(waits)).toMatchObject({
    act: "wait",
    comment: "It does something else now than what was looked at.",
  });
  expect((await config("GET", `status_page_components/${id}`)).body.description).toBe("theirs");
  await flush();
  expect((await own.get(made.id)).acts).toHaveLength(waits.acts.length);
  after(120);
  expect((await other.done(made.id, "approve", { digest: waits.digest })).apply_at).toBe(inMinutes(120));
  await flush();
  expect((await own.get(made.id)).status).toBe("applied");
});

it("is not applied for who may not write it, nor for who may no more", async () => {
  const { own, other, row, organization } = await start();
  const gone = await keyOf(contract(), organization.id, "ada@example.com");
  const made = await proposerOf(gone).propose({
    ...saving(await row(), { description: "new" }),
    apply: { at: inMinutes(60) },
  });
  await contract().database.queryText(
    { name: "test-revoke", text: "UPDATE api_keys SET revoked_at = now() WHERE id = $1" },
    [made.created_by.id],
  );
  after(60);
  await flush();
  expect(last(await own.get(made.id))).toMatchObject({
    act: "wait",
    comment: "Nobody who may write its changes has said yes to it.",
  });
  await other.done(made.id, "approve", { digest: made.digest });
  await flush();
  expect((await own.get(made.id)).status).toBe("applied");
});

it("is not applied for a key that only proposes, until somebody who may write it says so", async () => {
  const { own, other, row, organization } = await start();
  const { value } = await contract().makeKey(organization.id, ["api:admin"], { proposeOnly: true });
  const agent = proposerOf(sender(contract(), value));
  const made = await agent.propose({
    ...saving(await row(), { description: "new" }),
    apply: { at: inMinutes(60) },
  });
  after(61);
  await flush();
  expect(await own.get(made.id)).toMatchObject({ status: "open", apply_at: null });
  expect(last(await own.get(made.id))).toMatchObject({
    act: "wait",
    comment: "Nobody who may write its changes has said yes to it.",
  });
  await other.done(made.id, "approve", { digest: made.digest });
  await flush();
  expect((await own.get(made.id)).status).toBe("applied");
});

it("is taken back where nobody confirms it in time, and stays where somebody does", async () => {
  const { own, row, config } = await start();
  const [one, two] = [await row({ description: "old" }), await row({ name: "Shop", description: "old" })];
  const make = (id: string) =>
    own.propose({ ...saving(id, { description: "new" }), confirm_within_minutes: 5 });
  const [left, kept] = [await make(one), await make(two)];
  for (const { id, digest } of [left, kept]) await own.done(id, "apply", { digest });
  expect((await own.get(left.id)).confirm_by).toBe(inMinutes(5));
  await own.done(kept.id, "confirm");
  after(5);
  await Promise.all([flush(), flush()]);
  const reverted = await own.get(left.id);
  expect([reverted.status, reverted.rest_proposal_id]).toEqual(["reverted", null]);
  expect(reverted.acts.map(({ act }: { act: string }) => act)).toEqual(["propose", "apply", "revert"]);
  expect(last(reverted)?.comment).toMatch(/^Nobody confirmed it by /);
  const described = async (id: string) =>
    (await config("GET", `status_page_components/${id}`)).body.description;
  expect([await described(one), await described(two)]).toEqual(["old", "new"]);
  expect(refusal(await own.ask({ ...saving(one, {}), confirm_within_minutes: 4 }))[0]).toBe(422);
});

it("takes back by field what others changed since, and proposes the rest", async () => {
  const { own, row, config } = await start();
  const id = await row({ description: "old" });
  const bundle = { teams: [{ name: "Core" }, { name: "Kept" }] };
  const made = await own.propose({ bundle });
  await own.done(made.id, "apply");
  const edit = await own.propose(saving(id, { name: "Site", description: "new" }));
  await own.done(edit.id, "apply");
  await config("PUT", `status_page_components/${id}`, { body: { description: "theirs" } });
  const kept = made.changes.find(({ key }: { key: { name: string } }) => key.name === "Kept").id;
  await config("PUT", `teams/${kept}`, { body: { name: "Renamed" } });
  const back = await own.done(edit.id, "revert");
  const component = async () => (await config("GET", `status_page_components/${id}`)).body;
  expect(await component()).toMatchObject({ name: "Web", description: "theirs" });
  const rest = await own.get(back.rest_proposal_id);
  expect(rest).toMatchObject({ status: "open", title: "What is left of: A change" });
  expect(rest.changes).toMatchObject([
    { id, fields: [{ path: "description", before: "theirs", after: "old" }] },
  ]);
  await own.done(rest.id, "apply");
  expect((await component()).description).toBe("old");
  // A row that others have taken into use stays, whole.
  const restOfTeams = await own.get((await own.done(made.id, "revert")).rest_proposal_id);
  expect((await config("GET", "teams")).body.data.map(({ name }: { name: string }) => name)).toEqual([
    "Renamed",
  ]);
  expect(restOfTeams.changes).toMatchObject([{ id: kept, action: "delete" }]);
});

it("mails who has to do with it, and is still here, when somebody else does something", async () => {
  const { own, row, organization } = await start();
  const [ada, ben, cleo] = ["ada@example.com", "ben@example.com", "cleo@example.com"];
  for (const email of [ada, ben]) await makePerson(contract().database, organization.id, email);
  const [adas, bens, cleos] = [
    await keyOf(contract(), organization.id, ada),
    await keyOf(contract(), organization.id, ben),
    await keyOf(contract(), organization.id, cleo),
  ].map(proposerOf) as [typeof own, typeof own, typeof own];
  const id = await row();
  const made = await adas.propose({ ...saving(id, { description: "new" }), confirm_within_minutes: 5 });
  await cleos.done(made.id, "comments", { comment: "Why?" });
  await bens.done(made.id, "approve", { digest: made.digest });
  await adas.done(made.id, "apply", { digest: made.digest });
  after(5);
  await flush();
  const sent = await contract().database.queryText<{ target: string; subject: string }>(
    {
      name: "test-mails",
      text: "SELECT target, subject FROM deliveries WHERE organization_id = $1 AND source LIKE 'proposal/%' ORDER BY created_at, source, target",
    },
    [organization.id],
  );
  const mailed = (target: string, what: string) => ({
    target,
    subject: `[${organization.name}] A change ${what}`,
  });
  expect(sent).toEqual([
    mailed(ada, "has a comment"),
    mailed(ada, "was approved"),
    mailed(ben, "was applied"),
    mailed(ada, "was taken back"),
    mailed(ben, "was taken back"),
  ]);
});

it("ends where nobody decides on it for 30 days", async () => {
  const { own, row } = await start();
  const made = await own.propose(saving(await row(), { description: "new" }));
  after(30 * 24 * 60 - 1);
  await flush();
  expect((await own.get(made.id)).status).toBe("open");
  after(30 * 24 * 60);
  await flush();
  const ended = await own.get(made.id);
  expect([ended.status, last(ended)?.act]).toEqual(["expired", "expire"]);
  expect(refusal(await own.act(made.id, "apply"))).toEqual([409, "conflict", "proposal_closed"]);
});

it("refuses a wrong time", async () => {
  const { own, row } = await start();
  const id = await row();
  const hours = { days: [], start: "10:00", end: "10:00", timezone: "UTC" };
  for (const apply of [
    {},
    { at: inMinutes(-1) },
    { at: inMinutes(1), now: true },
    { now: false },
    { hours },
    { at: "9999-12-31T23:59:59Z" },
  ])
    expect(
      refusal(await own.ask({ ...saving(id, { description: "new" }), apply }))[0],
      JSON.stringify(apply),
    ).toBe(422);
  const made = await own.propose({ ...saving(id, { description: "new" }), apply: { now: true } });
  expect([made.status, made.apply_at]).toEqual(["open", null]);
});
