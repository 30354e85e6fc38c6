/** Who is notified of proposals: mails to those who answer for the rows or may approve, and what the overview says. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { contractFor } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { proposerOf, sender } from "./support.ts";

const contract = contractFor(import.meta.url);
const noon = Date.parse("2026-03-02T12:00:00Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(noon);
});
afterEach(() => void vi.useRealTimers());
const later = (minutes: number) => vi.setSystemTime(noon + minutes * 60_000);

/** A route of a team, which a policy lets another team approve. */
async function start() {
  const tenant = await contract().tenant();
  const { organization, config } = tenant;
  const make = async (kind: string, body: object) => {
    const made = await config("POST", kind, { body });
    expect(made.status, made.text).toBe(201);
    return made.body.id as string;
  };
  const person = async (name: string, role: "org_admin" | "member", team?: string) => {
    const email = `${name}@example.com`;
    const id = await makePerson(contract().database, organization.id, email, role);
    if (team !== undefined) await make("team_members", { team_id: team, email });
    const { value } = await contract().makeKey(organization.id, ["api:admin"], { madeBy: id });
    return sender(contract(), value);
  };
  const [owners, lookers] = [
    await make("teams", { name: "Owners" }),
    await make("teams", { name: "Lookers" }),
  ];
  const ada = await person("ada", "org_admin");
  await person("olga", "member", owners);
  const leo = await person("leo", "member", lookers);
  await person("nina", "member");
  const route = await make("alert_routes", {
    ...{ name: "R", matchers: [], owning_team_id: owners, destinations: [{ email: "ops@example.com" }] },
  });
  await make("change_policies", { name: "Lookers look", kinds: ["alert_routes"], by: { team_id: lookers } });
  const edit = (name: string) => ({
    edits: [{ op: "save", resource: "alert_routes", id: route, fields: { name } }] as never,
  });
  const mails = async () => {
    const sent = await contract().database.queryText<{ target: string; subject: string }>(
      {
        name: "test-proposal-mails",
        text: "SELECT target, subject FROM deliveries WHERE organization_id = $1 AND source LIKE 'proposal%' ORDER BY created_at, source, target",
      },
      [organization.id],
    );
    return sent.map(({ target, subject }) => [target, subject.replace(/^\[.*?\] /, "")]);
  };
  const waiting = async (api = tenant.api) => {
    const { sections } = (await api("GET", "attention")).body;
    const own = sections.find(({ resource }: { resource: string }) => resource === "proposals");
    return (own?.data ?? []).map(({ id, state, tone }: { id: string; state: string; tone: string }) => [
      id,
      state,
      tone,
    ]);
  };
  return { ...tenant, own: proposerOf(ada), leo, ada, edit, mails, waiting };
}

it("notifies the people of the teams that own its rows, and those who may approve it", async () => {
  const { own, leo, edit, mails } = await start();
  const made = await own.propose({ title: "Renamed", ...edit("S"), confirm_within_minutes: 5 });
  expect(await mails()).toEqual([
    ["leo@example.com", "Renamed was proposed"],
    ["olga@example.com", "Renamed was proposed"],
  ]);
  await proposerOf(leo).done(made.id, "approve", { digest: made.digest });
  await own.done(made.id, "apply");
  expect((await mails()).slice(2)).toEqual([
    ["ada@example.com", "Renamed was approved"],
    ["leo@example.com", "Renamed was applied"],
  ]);
  later(5);
  await contract().service.proposals.flush();
  expect((await mails()).slice(4)).toEqual([
    ["ada@example.com", "Renamed was taken back"],
    ["leo@example.com", "Renamed was taken back"],
    ["olga@example.com", "Renamed was taken back"],
  ]);
});

it("gathers the mails of many that are made one after the other", async () => {
  const { own, edit, mails } = await start();
  for (let count = 1; count <= 9; count += 1)
    await own.propose({ title: `Number ${count}`, ...edit(`S${count}`) });
  const toLeo = (await mails())
    .filter(([target]) => target === "leo@example.com")
    .map(([, subject]) => subject);
  expect(toLeo.toSorted()).toEqual([
    "More proposals were made",
    ...[1, 2, 3, 4, 5].map((count) => `Number ${count} was proposed`),
  ]);
  later(11);
  await own.propose({ title: "Later", ...edit("T") });
  expect((await mails()).at(-1)).toEqual(["olga@example.com", "Later was proposed"]);
});

it("is what the overview says waits, first for whoever may approve it", async () => {
  const { own, ada, leo, edit, waiting, api } = await start();
  const { id, digest } = await own.propose({ title: "Renamed", ...edit("S"), confirm_within_minutes: 5 });
  expect(await waiting(leo)).toEqual([[id, "waits_for_you", "warning"]]);
  expect(await waiting(ada)).toEqual([[id, "open", "warning"]]);
  const { sections } = (await api("GET", "attention")).body;
  const [item] = sections.find(({ resource }: { resource: string }) => resource === "proposals").data;
  expect(item).toMatchObject({
    name: "Renamed",
    link: expect.stringMatching(new RegExp(`/proposals/${id}$`)),
  });
  await proposerOf(leo).done(id, "approve", { digest });
  expect(await waiting(leo)).toEqual([[id, "approved", "warning"]]);
  await own.done(id, "apply");
  expect(await waiting()).toEqual([[id, "unconfirmed", "warning"]]);
  later(5);
  await contract().service.proposals.flush();
  expect(await waiting()).toEqual([[id, "reverted", "bad"]]);
  later(5 + 24 * 60);
  expect(await waiting()).toEqual([]);
  const plain = await own.propose({ bundle: { teams: [{ name: "New" }] } });
  await own.done(plain.id, "apply");
  // Nothing of it waits.
  expect(await waiting()).toEqual([]);
});

it("says of what is watched that nothing measures it", async () => {
  const { own, waiting } = await start();
  const { id } = await own.propose({
    bundle: { teams: [{ name: "New" }] },
    revert_if: [{ engine: "refuses" }],
  });
  await own.done(id, "apply");
  await contract().service.proposals.flush();
  expect(await waiting()).toEqual([]);
  later(5);
  await contract().service.proposals.flush();
  expect(await waiting()).toEqual([[id, "not_measured", "bad"]]);
});

it("goes to the channels that are notified of changes of these rows, at each status, once", async () => {
  const { own, leo, edit, config, organization } = await start();
  const room = async (resources: string[], more: object = {}) => {
    const body = {
      ...{ name: resources.join(), resources, channel: "slack", ...more },
      slack_webhook_url: "https://hooks.slack.com/services/T0/B0/secret",
    };
    const made = await config("POST", "change_notifications", { body });
    expect(made.status, made.text).toBe(201);
    return made.body.id as string;
  };
  const said = async (target: string) => {
    await contract().service.audit.sealer.flush();
    const sent = await contract().database.queryText<{ payload: string }>(
      {
        name: "test-proposal-room",
        text: "SELECT payload::text AS payload FROM deliveries WHERE organization_id = $1 AND target = $2 AND source LIKE 'change/%' ORDER BY created_at, substr(source, 8)",
      },
      [organization.id, target],
    );
    return sent.map(({ payload }) => {
      const { type, message } = JSON.parse(payload);
      const status = message.changes.find(({ field }: { field: string }) => field === "status");
      return [type, message.resource, message.row_name, message.verb, status?.after];
    });
  };
  later(1);
  const routes = await room(["alert_routes"]);
  const teams = await room(["teams"], { verbs: ["create"] });
  const deleted = await room(["teams", "alert_routes"], { verbs: ["delete"], name: "Deleted" });
  const proposal = await own.propose({ title: "Renamed", ...edit("S") });
  await leo("POST", `proposals/${proposal.id}/reject`, { body: { digest: proposal.digest } });
  expect(await said(routes)).toEqual([
    ["change", "proposals", "Renamed", "create", "open"],
    ["change", "proposals", "Renamed", "update", "rejected"],
  ]);
  // Two teams that are not there yet: no row has a history that could say it.
  const made = await own.propose({ title: "New", bundle: { teams: [{ name: "One" }, { name: "Two" }] } });
  expect(await said(teams)).toEqual([["change", "proposals", "New", "create", "open"]]);
  await own.done(made.id, "apply");
  expect((await said(teams)).at(-1)).toEqual(["change", "proposals", "New", "update", "applied"]);
  expect(await said(deleted)).toEqual([]);
  // The channel of those whom a policy asks has what the policy holds, whatever else it is about.
  const lookers = await room(["prompt_templates"]);
  const [policy] = (await config("GET", "change_policies")).body.data;
  const named = { change_notification_ids: [lookers] };
  expect((await config("PUT", `change_policies/${policy.id}`, { body: named })).status).toBe(200);
  await own.propose({ title: "Held", ...edit("T") });
  await own.propose({ title: "Not held", bundle: { teams: [{ name: "Three" }] } });
  expect(await said(lookers)).toEqual([["change", "proposals", "Held", "create", "open"]]);
});
