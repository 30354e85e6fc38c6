/** What becomes of a proposal: who may do what with it, and what is refused with which reason. */
import { expect, it, vi } from "vitest";
import { Planner } from "../../src/features/changes/plans/planner.ts";
import { Refusal } from "../../src/kernel/problem.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { contractFor } from "../support/contract.ts";
import { keyOf, proposerOf, refusal, sender } from "./support.ts";

const contract = contractFor(import.meta.url);
async function start() {
  const tenant = await contract().tenant();
  const other = await keyOf(contract(), tenant.organization.id, "ben@example.com");
  return { ...tenant, own: proposerOf(tenant.api), other: proposerOf(other), otherApi: other };
}

const acts = ({ acts }: { acts: { act: string }[] }) => acts.map(({ act }) => act);

it("keeps a change that is not made until somebody applies it, with who did what", async () => {
  const { own, other, config, organization, audit } = await start();
  const made = await own.propose({
    ...{ reason: "We are more.", labels: { ticket: "OPS-1" } },
    bundle: { teams: [{ name: "Core" }] },
  });
  expect(made).toMatchObject({
    ...{ status: "open", title: "A change", reason: "We are more.", labels: { ticket: "OPS-1" } },
    ...{ needs: [], conflicts: [], problems: [], plan_id: null, applied_at: null },
    changes: [{ resource: "teams", key: { name: "Core" }, action: "create" }],
    link: expect.stringMatching(new RegExp(`/o/${organization.slug}/proposals/${made.id}$`)),
  });
  expect(made.digest).toMatch(/^[0-9a-f]{64}$/);
  expect((await config("GET", "teams")).body.data).toEqual([]);
  expect((await own.get(made.id)).digest).toBe(made.digest);

  const approved = await other.done(made.id, "approve", { digest: made.digest, comment: "Yes." });
  expect([approved.status, acts(approved)]).toEqual(["approved", ["propose", "approve"]]);
  expect(approved.acts[1]).toMatchObject({ comment: "Yes.", by: { email: "ben@example.com" } });
  const applied = await own.done(made.id, "apply", { digest: made.digest });
  expect(applied).toMatchObject({ status: "applied", plan_id: expect.stringMatching(/^plan_/) });
  const [team] = (await config("GET", "teams")).body.data;
  expect([team.name, team.id]).toEqual(["Core", made.changes[0].id]);
  // Once more finds nothing to do.
  const again = await own.done(made.id, "apply", { digest: made.digest });
  expect(again.plan_id).toBe(applied.plan_id);
  const confirmed = await other.done(made.id, "confirm");
  expect(confirmed.status).toBe("confirmed");
  const reverted = await own.done(made.id, "revert", { comment: "It was too early." });
  expect(acts(reverted)).toEqual(["propose", "approve", "apply", "confirm", "revert"]);
  expect((await config("GET", "teams")).body.data).toEqual([]);
  expect(
    (await audit()).filter(({ resource }) => resource === "proposals").map(({ action }) => action),
  ).toEqual([
    ...["propose_change", "approve_proposal", "apply_proposal", "confirm_proposal", "revert_proposal"],
  ]);
});

it("does not let a name come to mean another row than the one that was approved", async () => {
  const { own, other, config } = await start();
  const [x] = await Promise.all(
    ["X", "Y"].map(async (name) => (await config("POST", "teams", { body: { name } })).body.id),
  );
  const route = { name: "r", matchers: ['service="x"'], destinations: [{ team_id: { name: "X" } }] };
  const { id } = await own.propose({ bundle: { alert_routes: [route] } });
  const { digest } = await own.get(id);
  await other.done(id, "approve", { digest });
  const y = (await config("GET", "teams")).body.data.find(({ name }: { name: string }) => name === "Y").id;
  for (const [team, name] of [
    [x, "X0"],
    [y, "X"],
  ])
    expect((await config("PUT", `teams/${team}`, { body: { name } })).status).toBe(200);
  const moved = await own.get(id);
  expect([moved.status, moved.digest === digest]).toEqual(["open", false]);
  const stale = await own.act(id, "apply", { digest });
  expect(refusal(stale)).toEqual([409, "conflict", "stale"]);
  const names = (team: string) => ({ names: [{ path: "destinations[0].team_id", id: team }] });
  expect(stale.body.different).toMatchObject([
    { resource: "alert_routes", key: { name: "r" }, was: names(x), is: names(y) },
  ]);
});

it("is asked about where it is applied, by itself too, at the doors that ask before an apply", async () => {
  const { organization } = await start();
  const key = await contract().makeKey(organization.id, ["api:admin"], { ask: true });
  const api = sender(contract(), key.value);
  const body = { title: "Teams", bundle: { teams: [{ name: "Core" }] } };
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const timed = await api("POST", "proposals", { body: { ...body, apply: { at } } });
  expect(refusal(timed)).toEqual([409, "conflict", "confirm"]);
  expect(timed.body.current).toEqual({ apply: { at } });
  const said = await api("POST", "proposals?confirm=true", { body: { ...body, apply: { at } } });
  expect(said.status, said.text).toBe(201);
  // What waits for somebody is made unasked.
  const made = await api("POST", "proposals", { body });
  expect(made.status, made.text).toBe(201);
  const { id, digest } = made.body;
  expect((await api("POST", `proposals/${id}/approve`, { body: { digest } })).status).not.toBe(409);
  const apply = (query: string) => api("POST", `proposals/${id}/apply${query}`, { body: { digest } });
  const asked = await apply("");
  expect(refusal(asked)).toEqual([409, "conflict", "confirm"]);
  expect(asked.body.current).toMatchObject({ id, changes: [{ key: { name: "Core" } }] });
  expect((await apply(`?confirm=${id}`)).body.status).toBe("applied");
});

it("is taken back but for rows that others point at by now, which are left for people", async () => {
  const { own, api, config } = await start();
  const { id: row } = (await config("POST", "teams", { body: { name: "Old" } })).body;
  const edits = [
    { op: "save", resource: "teams", id: row, fields: { name: "New" } },
    { op: "create", resource: "teams", fields: { name: "Core" } },
  ];
  const { id, digest } = await own.propose({ edits: edits as never });
  await own.done(id, "apply", { digest });
  const names = async () =>
    (await config("GET", "teams")).body.data.map(({ name }: { name: string }) => name).sort();
  expect(await names()).toEqual(["Core", "New"]);
  const core = (await config("GET", "teams")).body.data.find(({ name }: { name: string }) => name === "Core");
  const route = { name: "Core", matchers: [], destinations: [{ team_id: core.id }] };
  expect(await config("POST", "alert_routes", { body: route })).toMatchObject({ status: 201 });
  const reverted = await own.done(id, "revert", {});
  expect(reverted.status).toBe("reverted");
  expect(await names()).toEqual(["Core", "Old"]);
  const rest = (await api("GET", `proposals/${reverted.rest_proposal_id}`)).body;
  expect(rest).toMatchObject({ status: "open", title: "What is left of: A change" });
  expect(rest.problems).toMatchObject([{ resource: "teams", key: { name: "Core" }, reason: "in_use" }]);
});

it("has a line in the history of each of its rows for each of its states", async () => {
  const { own, other, config, api } = await start();
  const { id: row } = (await config("POST", "teams", { body: { name: "Old" } })).body;
  const bundle = { teams: [{ name: "New" }] };
  const edits = [{ op: "save", resource: "teams", id: row, fields: { name: "Theirs" } }];
  const lines = async (of: string, proposal: string) => {
    const { body } = await api("GET", `history/teams/${of}`);
    return body.data
      .map(({ action, fields, run, configuration }: JsonObject) => {
        const [first, status] = fields as { path: string; after: string }[];
        return first?.path === "proposal" && first.after === proposal
          ? status?.after
          : [action, run, (configuration as JsonObject | null)?.name];
      })
      .reverse();
  };
  const { id, digest } = await own.propose({ edits: edits as never });
  await other.done(id, "approve", { digest });
  await own.done(id, "comments", { comment: "Now." });
  await own.done(id, "apply", { digest });
  await own.done(id, "confirm");
  await own.done(id, "revert");
  expect(await lines(row, id)).toEqual([
    ["create_team", null, "Old"],
    ...["open", "approved"],
    ["update_team", id, "Theirs"],
    ...["applied", "confirmed"],
    ["update_team", id, "Old"],
    "reverted",
  ]);
  const rejected = await own.propose({ edits: edits as never });
  await other.done(rejected.id, "reject");
  expect((await lines(row, rejected.id)).slice(-2)).toEqual(["open", "rejected"]);
  // A row that does not exist yet has no history.
  const made = await own.propose({ bundle });
  const [{ id: newRow }] = made.changes;
  expect((await api("GET", `history/teams/${newRow}`)).status).toBe(404);
  await own.done(made.id, "apply");
  expect(await lines(newRow, made.id)).toEqual([["create_team", made.id, "New"], "applied"]);
  const named = (await api("GET", `audit?run=${made.id}`)).body.data;
  expect(named.map(({ action }: { action: string }) => action)).toEqual(["create_team"]);
  // It can be taken back as ever: lines are no changes.
  await own.done(made.id, "revert");
  expect((await config("GET", "teams")).body.data).toHaveLength(1);
});

it("is approved by who did not make it, whichever key they use", async () => {
  const { own, organization, api } = await start();
  const [first, second] = [
    await keyOf(contract(), organization.id, "ada@example.com"),
    await keyOf(contract(), organization.id, "Ada@Example.com"),
  ].map(proposerOf) as [ReturnType<typeof proposerOf>, ReturnType<typeof proposerOf>];
  const { id, digest } = await first.propose({ bundle: { teams: [{ name: "Core" }] } });
  const why = (may: { act: string; why: string | null }[]) => may.map((one) => [one.act, one.why === null]);
  expect(why((await second.get(id)).may)).toEqual([
    ["approve", false],
    ["reject", true],
    ["withdraw", true],
    ["apply", true],
  ]);
  expect(why((await own.get(id)).may)[0]).toEqual(["approve", true]);
  for (const one of [first, second])
    expect(refusal(await one.act(id, "approve", { digest }))).toEqual([
      403,
      "forbidden",
      "not_yours_to_approve",
    ]);
  expect(refusal(await own.act(id, "approve"))).toEqual([422, "unprocessable_entity", undefined]);
  await own.done(id, "approve", { digest });
  const twice = await own.done(id, "approve", { digest });
  expect(acts(twice)).toEqual(["propose", "approve"]);
  const { value } = await contract().makeKey(organization.id, ["api:config_read"]);
  const reader = proposerOf(sender(contract(), value));
  expect(refusal(await reader.act(id, "apply", { digest }))).toEqual([403, "read_only_key", undefined]);
  expect((await reader.get(id)).status).toBe("approved");
  expect(refusal(await reader.ask({ edits: [] }))).toEqual([403, "read_only_key", undefined]);
  expect(
    (await api("GET", "proposals?status=approved")).body.data.map((one: { id: string }) => one.id),
  ).toEqual([id]);
});

it("is planned anew, and an approval is for what was looked at", async () => {
  const { own, other, config } = await start();
  const { id: team } = (
    await config("POST", "status_page_components", { body: { name: "Core", description: "old" } })
  ).body;
  const edits = [
    { op: "save", resource: "status_page_components", id: team, fields: { description: "new" } },
  ];
  const { id, digest } = await own.propose({ edits });
  await other.done(id, "approve", { digest });
  // Another field of the row: what it does is the same.
  await config("PUT", `status_page_components/${team}`, { body: { name: "Kern" } });
  await config("PUT", `status_page_components/${team}`, { body: { name: "Core" } });
  expect(await own.get(id)).toMatchObject({ status: "approved", digest });
  await config("PUT", `status_page_components/${team}`, { body: { description: "other" } });
  const stale = await own.act(id, "apply", { digest });
  expect(refusal(stale)).toEqual([409, "conflict", "stale"]);
  const field = (before: string) => ({ fields: [{ path: "description", before, after: "new" }] });
  expect(stale.body.different).toMatchObject([
    {
      resource: "status_page_components",
      key: { name: "Core" },
      id: team,
      was: field("old"),
      is: field("other"),
    },
  ]);
  const now = await own.get(id);
  expect([now.status, acts(now)]).toEqual(["open", ["propose", "approve", "plan"]]);
  expect(now.digest).not.toBe(digest);
  expect(refusal(await other.act(id, "approve", { digest }))).toEqual([409, "conflict", "stale"]);
  await other.done(id, "approve", { digest: now.digest });
  await own.done(id, "apply", { digest: now.digest });
  expect((await config("GET", `status_page_components/${team}`)).body.description).toBe("new");
});

it("applies what was shown last where no digest is named", async () => {
  const { own, config } = await start();
  const { id: team } = (await config("POST", "status_page_components", { body: { name: "Core" } })).body;
  const edits = [
    { op: "save", resource: "status_page_components", id: team, fields: { description: "new" } },
  ];
  const { id } = await own.propose({ edits });
  await config("PUT", `status_page_components/${team}`, { body: { description: "other" } });
  expect(refusal(await own.act(id, "apply"))).toEqual([409, "conflict", "stale"]);
  await own.done(id, "apply");
});

it("ends by a rejection or by who made it, and does nothing then", async () => {
  const { own, other, config, organization } = await start();
  const rejected = await own.propose({ bundle: { teams: [{ name: "Core" }] } });
  await other.done(rejected.id, "reject", { comment: "Not now." });
  const withdrawn = await own.propose({ bundle: { teams: [{ name: "Core" }] } });
  const { value } = await contract().makeKey(organization.id, ["api:admin"]);
  await proposerOf(sender(contract(), value)).done(withdrawn.id, "withdraw");
  for (const [{ id, digest }, status] of [
    [rejected, "rejected"],
    [withdrawn, "withdrawn"],
  ] as const) {
    expect((await own.get(id)).status).toBe(status);
    for (const what of ["approve", "apply", "confirm", "revert", "reject", "withdraw"])
      expect(refusal(await other.act(id, what, { digest })), what).toEqual([
        409,
        "conflict",
        "proposal_closed",
      ]);
  }
  expect((await config("GET", "teams")).body.data).toEqual([]);
});

it("shows problems, and is not applied with them", async () => {
  const { own } = await start();
  const edits = [{ op: "delete", resource: "teams", id: "team_none" }];
  const made = await own.propose({ edits });
  expect(made.problems).toMatchObject([{ reason: "not_found" }]);
  expect(refusal(await own.act(made.id, "apply"))).toEqual([422, "unprocessable_entity", "plan_invalid"]);
});

it("knows others that change the same fields", async () => {
  const { own, other, config } = await start();
  const { id: team } = (await config("POST", "status_page_components", { body: { name: "Core" } })).body;
  const edit = (fields: JsonObject) => ({
    edits: [{ op: "save", resource: "status_page_components", id: team, fields }],
  });
  const mine = await own.propose({ title: "Mine", ...edit({ description: "a", name: "A" }) });
  const theirs = await other.propose({ title: "Theirs", ...edit({ description: "b", name: "A" }) });
  const going = await other.propose({
    edits: [{ op: "delete", resource: "status_page_components", id: team }],
  });
  expect((await own.get(mine.id)).conflicts).toMatchObject([
    {
      ...{ proposal_id: theirs.id, title: "Theirs", id: team, mine: "update", theirs: "update" },
      fields: [{ path: "description", mine: "a", theirs: "b" }],
    },
    { proposal_id: going.id, mine: "update", theirs: "delete", fields: [] },
  ]);
  await other.done(theirs.id, "withdraw");
  await other.done(going.id, "withdraw");
  expect((await own.get(mine.id)).conflicts).toEqual([]);
});

it("takes comments, on the whole and on a row", async () => {
  const { own, other } = await start();
  const { id, changes } = await own.propose({ bundle: { teams: [{ name: "Core" }] } });
  const about = { kind: "teams", id: changes[0].id };
  await other.done(id, "comments", { comment: "Why?" });
  const { acts } = await own.done(id, "comments", { comment: "Because.", about });
  expect(acts.slice(1)).toMatchObject([
    { act: "comment", comment: "Why?", about: null },
    { act: "comment", comment: "Because.", about },
  ]);
  const elsewhere = await other.act(id, "comments", {
    comment: "This one?",
    about: { kind: "teams", id: "team_none" },
  });
  expect([elsewhere.status, elsewhere.body.field]).toEqual([422, "about.id"]);
});

it("takes no title, reason or comment of blanks and of what nobody sees", async () => {
  const { own, other } = await start();
  const bundle = { teams: [{ name: "Core" }] };
  const { id, digest, title } = await own.propose({ bundle, title: "A team\u202e\nof\u200b ours " });
  expect(title).toBe("A team of ours");
  // A zero-width space, a mark of direction, a filler of Hangul, a blank of braille, a soft hyphen, a tag.
  for (const nothing of [" ", "\n\t", "\u200b\ufeff", "\u202e", "\u3164", "\u2800", "\u00ad", "\u{e0041}"]) {
    const of = (answer: { status: number; body: { field?: string } }) => [answer.status, answer.body.field];
    expect(of(await own.ask({ bundle, title: nothing }))).toEqual([422, "title"]);
    expect(of(await own.ask({ bundle, reason: nothing }))).toEqual([422, "reason"]);
    for (const [act, more] of [
      ["reject", { digest }],
      ["comments", {}],
    ] as const)
      expect(of(await other.act(id, act, { ...more, comment: nothing }))).toEqual([422, "comment"]);
  }
  expect((await own.get(id)).acts).toHaveLength(1);
});

it("takes back a plan or a proposal", async () => {
  const { own, config } = await start();
  const first = await own.propose({ bundle: { teams: [{ name: "Core" }] } });
  expect(refusal(await own.ask({ undo_of: first.id }))).toEqual([422, "unprocessable_entity", undefined]);
  const { plan_id } = await own.done(first.id, "apply");
  for (const undo_of of [first.id, plan_id]) {
    const undo = await own.propose({ undo_of });
    expect(undo).toMatchObject({
      undo_of: plan_id,
      changes: [{ action: "delete", id: first.changes[0].id }],
    });
  }
  const [undo] = (await own.ask({ undo_of: plan_id })).body.changes;
  expect(undo.resource).toBe("teams");
  expect((await config("GET", "teams")).body.data).toHaveLength(1);
});

it("is nobody's of another organization, and shown to a narrowed key that made it alone", async () => {
  const [one, another] = [await start(), await start()];
  const { id } = await one.own.propose({ bundle: { teams: [{ name: "Core" }] } });
  expect((await another.own.act(id, "apply")).status).toBe(404);
  const limits = { kinds: ["teams"] };
  const key = await contract().makeKey(one.organization.id, ["api:admin"], { limits });
  const narrowed = proposerOf(sender(contract(), key.value));
  expect((await narrowed.act(id, "apply")).status).toBe(404);
  const own = await narrowed.propose({ bundle: { teams: [{ name: "Own" }] } });
  expect((await narrowed.get(own.id)).effects).toEqual({
    ...{ engines: [], rerouted_alerts: null, on_call: null, replay: null },
  });
  await narrowed.done(own.id, "apply");
  const list = await sender(contract(), key.value)("GET", "proposals");
  expect(list.body.data.map((shown: { id: string }) => shown.id)).toEqual([own.id]);
  const beyond = await narrowed.ask({ bundle: { connectors: [] } });
  expect(beyond.status).toBe(201);
});

it("is listed page by page, newest first", async () => {
  const { own, api } = await start();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.unshift((await own.propose({ bundle: { teams: [{ name }] } })).id);
  const first = (await api("GET", "proposals?limit=2")).body;
  const second = (await api("GET", `proposals?limit=2&cursor=${first.next_cursor}`)).body;
  expect([...first.data, ...second.data].map((one: { id: string }) => one.id)).toEqual(ids);
  expect(second.next_cursor).toBeNull();
});

it("is made, said and done once where the answer is lost after the commit, and is what is answered then", async () => {
  const { own, api, config } = await start();
  const { id } = (await config("POST", "teams", { body: { name: "Old" } })).body;
  const real = Planner.prototype.look;
  /** @param looks so many go well */
  const twice = async (looks: number, path: string, body: object) => {
    const send = () =>
      api("POST", path, { body: body as never, headers: { "idempotency-key": `${path} ${looks}` } });
    let left = looks;
    const look = vi.spyOn(Planner.prototype, "look").mockImplementation(function (this: Planner, ...asked) {
      left -= 1;
      if (left < 0) throw new Refusal("unavailable", "The database is away.");
      return real.apply(this, asked);
    });
    const lost = await send();
    look.mockRestore();
    expect([lost.status, lost.body.reason], lost.text).toEqual([503, "in_doubt"]);
    const answer = await send();
    expect(answer.body.id, answer.text).toMatch(/^prop_/);
    return answer.body;
  };
  const edits = [
    { op: "create", resource: "deploy_policies", fields: { service: "canary" } },
    { op: "save", resource: "teams", id, fields: { name: "New" } },
  ];
  const title = "Once";
  const made = await twice(2, "proposals", { title, edits, steps: [{ services: ["canary"] }] });
  expect((await api("GET", "proposals")).body.data).toHaveLength(1);
  const said = await twice(0, `proposals/${made.id}/comments`, { comment: "Once." });
  expect(acts(said)).toEqual(["propose", "comment"]);
  const done = await twice(1, `proposals/${made.id}/apply`, { digest: made.digest });
  expect([done.status, acts(done)]).toEqual(["applied", ["propose", "comment", "apply"]]);
  expect((await own.get(made.id)).acts).toEqual(done.acts);
});
