/** Who approves what change policies hold, who does not, and what somebody may try to get around it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../src/kernel/access.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { agentOf } from "../mcp/support.ts";
import { makePerson } from "../support/people.ts";
import { type Send, startService, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

/** An organization with people, each with a way to make keys of their own. */
async function scene() {
  const tenant = await test.makeTenant();
  const { id: organizationId } = tenant.organization;
  const made = async (kind: string, body: object) => {
    const answer = await tenant.config("POST", kind, { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.id as string;
  };
  const keyOf = async (madeBy: string | undefined, more: object = {}): Promise<Send> => {
    const { value } = await test.makeKey(organizationId, ["api:admin"], {
      ...(madeBy && { madeBy }),
      ...more,
    });
    return (method, path, options = {}) =>
      test.send(method, `/api/v1/${path}`, { ...options, headers: { authorization: `Bearer ${value}` } });
  };
  let count = 0;
  const person = async (role: Role = "org_admin") => {
    count += 1;
    const email = `person-${count}@${tenant.organization.slug}.example.com`;
    const id = await makePerson(test.database, organizationId, email, role);
    return { id, email, api: await keyOf(id), again: () => keyOf(id) };
  };
  const policy = (body: object) =>
    made("change_policies", { name: "Somebody looks", kinds: ["teams"], ...body });
  const team = async (...emails: string[]) => {
    const id = await made("teams", { name: `Team ${Math.random()}` });
    for (const email of emails) await made("team_members", { team_id: id, email });
    return id;
  };
  return { ...tenant, organizationId, made, keyOf, person, policy, team };
}

const bundle = { teams: [{ name: "New" }] };

async function propose(api: Send, body: JsonObject = { bundle }) {
  const answer = await api("POST", "proposals", { body: { title: "A team", ...body } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: string; digest: string; needs: JsonObject[]; status: string };
}

const act = async (api: Send, { id, digest }: { id: string; digest: string }, what: string) => {
  const { status, body } = await api("POST", `proposals/${id}/${what}`, { body: { digest } });
  return [status, status === 200 ? body.status : body.reason];
};

const notYours = [403, "not_yours_to_approve"];
const waits = [409, "needs_approval"];

describe("by", () => {
  it("org_admin: any administrator but the author, by whatever key, and then it is applied", async () => {
    const { person, policy, keyOf, config } = await scene();
    await policy({ approvals: 2 });
    const [ada, ben, cy, member] = [await person(), await person(), await person(), await person("member")];
    const proposal = await propose(ada.api);
    expect(proposal.needs).toMatchObject([
      { policy: "Somebody looks", approvals: 2, have: 0, by: "org_admin" },
    ]);
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
    expect(await act(ada.api, proposal, "approve")).toEqual(notYours);
    expect(await act(await ada.again(), proposal, "approve")).toEqual(notYours);
    expect(await act(member.api, proposal, "approve")).toEqual(notYours);
    // Nobody is known behind it.
    expect(await act(await keyOf(undefined), proposal, "approve")).toEqual(notYours);
    expect(await act(ben.api, proposal, "approve")).toEqual([200, "open"]);
    // The same person is one, whichever key they use.
    expect((await act(await ben.again(), proposal, "approve"))[1]).not.toBe("approved");
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
    expect(await act(cy.api, proposal, "approve")).toEqual([200, "approved"]);
    expect(await act(ada.api, proposal, "apply")).toEqual([200, "applied"]);
    expect((await config("GET", "teams")).body.data.map(({ name }: { name: string }) => name)).toEqual([
      "New",
    ]);
  });

  it("a team, or the team that owns the row: its people, as they are when it is applied", async () => {
    const { person, policy, team, made, config } = await scene();
    const [ada, ben, cy] = [await person(), await person("member"), await person()];
    const own = await team(ben.email);
    const route = {
      name: "R",
      matchers: [],
      destinations: [{ email: "ops@example.com" }],
      owning_team_id: own,
    };
    await policy({ kinds: ["alert_routes"], by: "owning_team" });
    const proposal = await propose(ada.api, { bundle: { alert_routes: [route] } });
    expect(proposal.needs).toMatchObject([{ by: { team_id: own } }]);
    expect(await act(cy.api, proposal, "approve")).toEqual(notYours);
    expect(await act(ben.api, proposal, "approve")).toEqual([200, "approved"]);
    // Who lost the right counts no more.
    const [place] = (await config("GET", "team_members")).body.data;
    expect((await config("DELETE", `team_members/${place.id}`)).status).toBe(200);
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
    await made("team_members", { team_id: own, email: ben.email });
    expect(await act(ada.api, proposal, "apply")).toEqual([200, "applied"]);
  });

  it("a team: nobody who is a viewer, or has become one since they approved", async () => {
    const { person, policy, team, config, organizationId } = await scene();
    const [ada, ben, cy] = [await person(), await person("member"), await person("viewer")];
    const id = await policy({ by: { team_id: await team(ben.email, cy.email) } });
    const proposal = await propose(ada.api);
    expect(await act(ben.api, proposal, "approve")).toEqual([200, "approved"]);
    await test.database.queryText(
      {
        name: "test-demote",
        text: "UPDATE members SET role = 'viewer' WHERE organization_id = $1 AND user_id = $2",
      },
      [organizationId, ben.id],
    );
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
    const { sections } = (await ada.api("GET", "attention")).body;
    const states = sections.flatMap(({ data }: { data: { state: string }[] }) => data);
    expect(states).toContainEqual(expect.objectContaining({ id, state: "nobody_approves" }));
    const written = await config("PUT", `change_policies/${id}`, { body: { approvals: 2 } });
    expect(written.body.warnings, written.text).toMatchObject([{ reason: "nobody_approves" }]);
  });

  it("the author counts where the policy says so", async () => {
    const { person, policy } = await scene();
    await policy({ author_counts: true });
    const ada = await person();
    const proposal = await propose(ada.api);
    expect(await act(ada.api, proposal, "approve")).toEqual([200, "approved"]);
    expect(await act(ada.api, proposal, "apply")).toEqual([200, "applied"]);
  });

  it("nobody, where it wants no approvals: whoever proposed it applies it", async () => {
    const { person, policy } = await scene();
    await policy({ approvals: 0 });
    const ada = await person();
    const direct = await ada.api("POST", "config/teams", { body: { name: "New" } });
    expect([direct.status, direct.body.reason]).toEqual(waits);
    expect(await act(ada.api, await propose(ada.api), "apply")).toEqual([200, "applied"]);
  });
});

describe("somebody tries to get around it", () => {
  it("by an administrator who is not one any more", async () => {
    const { person, policy, organizationId } = await scene();
    await policy({});
    const [ada, ben] = [await person(), await person()];
    const proposal = await propose(ada.api);
    expect(await act(ben.api, proposal, "approve")).toEqual([200, "approved"]);
    await test.database.queryText(
      {
        name: "test-demote",
        text: "UPDATE members SET role = 'viewer' WHERE organization_id = $1 AND user_id = $2",
      },
      [organizationId, ben.id],
    );
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
  });

  it("by the key of somebody who is demoted or gone: it breaks no glass and says nothing any more", async () => {
    const { person, policy, organizationId } = await scene();
    await policy({});
    const [ada, ben, cy] = [await person(), await person(), await person()];
    const free = { bundle: { alert_heartbeats: [{ name: "Backup", every_minutes: 60 }] } };
    const [done, open] = [await propose(ada.api, free), await propose(ada.api)];
    expect(await act(cy.api, done, "approve")).toEqual([200, "approved"]);
    expect(await act(ada.api, done, "apply")).toEqual([200, "applied"]);
    const change = (role: string | null) =>
      test.database.queryText(
        {
          name: `test-change-${role}`,
          text: `${role === null ? "DELETE FROM members" : `UPDATE members SET role = '${role}'`} WHERE organization_id = $1 AND user_id = $2`,
        },
        [organizationId, ben.id],
      );
    const words = async () => {
      const breaks = await ben.api("POST", "config/teams?break_glass=Now", { body: { name: "Mine" } });
      const tests = await ben.api("POST", "config/slos?override_tests=Now", { body: {} });
      const comment = await ben.api("POST", `proposals/${open.id}/comments`, { body: { comment: "Yes." } });
      const plain = await ben.api("POST", "config/alert_heartbeats", {
        body: { name: `Job ${Math.random()}`, every_minutes: 60 },
      });
      return {
        ...{ breaks: breaks.body.reason, tests: tests.body.reason, comment: comment.status },
        ...{ confirm: await act(ben.api, done, "confirm"), revert: await act(ben.api, done, "revert") },
        approve: (await act(ben.api, open, "approve"))[0],
        // What is nobody's word a key does on.
        plain: plain.status,
      };
    };
    await change("member");
    const level = [403, "level"];
    expect(await words()).toEqual({
      ...{ breaks: "level", tests: "level", comment: 200, approve: 403, plain: 201 },
      ...{ confirm: level, revert: level },
    });
    await change("viewer");
    expect(await words()).toMatchObject({ breaks: "level", comment: 403, confirm: level, revert: level });
    await change(null);
    expect(await words()).toEqual({
      ...{ breaks: "level", tests: "level", comment: 403, approve: 403, plain: 201 },
      ...{ confirm: level, revert: level },
    });
    const { may } = (await ben.api("GET", `proposals/${done.id}`)).body;
    expect(may.map(({ why }: { why: string }) => why.includes("not in the organization"))).toEqual([
      true,
      true,
    ]);
  });

  it("by a policy that takes in policies, which is proposed away and approved by who it asks", async () => {
    const { person, policy, config } = await scene();
    const id = await policy({ kinds: ["change_policies", "teams"] });
    const [ada, ben] = [await person(), await person()];
    const edits = [
      { op: "save", resource: "change_policies", id, fields: { enabled: false } },
      { op: "create", resource: "teams", fields: { name: "New" } },
    ];
    const proposal = await propose(ada.api, { edits });
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
    expect((await config("GET", "teams")).body.data).toEqual([]);
    expect(await act(ben.api, proposal, "approve")).toEqual([200, "approved"]);
    expect(await act(ada.api, proposal, "apply")).toEqual([200, "applied"]);
  });

  it("by a policy that comes while it waits", async () => {
    const { person, policy } = await scene();
    const ada = await person();
    const proposal = await propose(ada.api);
    await policy({});
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
  });

  it("by taking back much later what was approved", async () => {
    const { person, policy } = await scene();
    await policy({});
    const [ada, ben] = [await person(), await person()];
    const proposal = await propose(ada.api);
    await act(ben.api, proposal, "approve");
    expect(await act(ada.api, proposal, "apply")).toEqual([200, "applied"]);
    expect(await act(ada.api, proposal, "confirm")).toEqual([200, "confirmed"]);
    expect(await act(ada.api, proposal, "revert")).toEqual(waits);
    const other = await propose(ada.api, { bundle: { teams: [{ name: "Other" }] } });
    await act(ben.api, other, "approve");
    await act(ada.api, other, "apply");
    // Just after it was applied, it waits for nobody.
    expect(await act(ada.api, other, "revert")).toEqual([200, "reverted"]);
  });

  it("by an agent whose changes a person is to apply: it stays the agent's", async () => {
    const { person, policy, keyOf } = await scene();
    await policy({ kinds: [], effects: ["by_agent"] });
    const [ada, ben] = [await person(), await person()];
    const direct = await ada.api("POST", "config/teams", { body: { name: "By hand" } });
    expect(direct.status).toBe(201);
    const agent = await keyOf(ada.id, { proposeOnly: true });
    const proposal = await propose(agent);
    expect(proposal.needs).toMatchObject([{ by: "org_admin" }]);
    expect(await act(ada.api, proposal, "apply")).toEqual(waits);
    // The author of an agent's proposal is whoever the agent works for.
    expect(await act(ada.api, proposal, "approve")).toEqual(notYours);
    expect(await act(ben.api, proposal, "approve")).toEqual([200, "approved"]);
    expect(await act(ada.api, proposal, "apply")).toEqual([200, "applied"]);
  });
});

describe("by_agent", () => {
  it("holds a plan that a model made, whoever applies it, and a person's that a model applies", async () => {
    const { person, policy, organizationId, config } = await scene();
    await policy({ kinds: [], effects: ["by_agent"], by: "org_admin" });
    const [ada, ben] = [await person(), await person()];
    const { value } = await test.makeKey(organizationId, ["mcp:admin", "mcp:program"], { madeBy: ada.id });
    const agent = agentOf(test, value);
    const made = async (name: string, input: object) => (await agent.call(name, input)).structuredContent;
    const applied = async (api: Send, id: string) => {
      const { status, body } = await api("POST", `plans/${id}/apply`, { body: {} });
      return [status, body.reason];
    };
    const edits = [{ op: "create", resource: "teams", fields: { name: "New" } }];
    const plan = await made("plan_changes", { edits });
    for (const api of [ada.api, ben.api]) expect(await applied(api, plan.id)).toEqual(waits);
    // It stays a model's as a proposal of who applies it.
    const kept = await ada.api("POST", `plans/${plan.id}/apply?propose=true`, { body: {} });
    expect(kept.body.needs, kept.text).toMatchObject([{ by: "org_admin", have: 0 }]);
    expect(await act(ada.api, kept.body, "apply")).toEqual(waits);
    expect(await act(ben.api, kept.body, "approve")).toEqual([200, "approved"]);
    expect(await act(ada.api, kept.body, "apply")).toEqual([200, "applied"]);
    // A way back that a model asks for is a model's, too.
    const id = kept.body.changes[0].id as string;
    await config("PUT", `teams/${id}`, { body: { name: "Newer" } });
    const [, first] = (await ada.api("GET", `history/teams/${id}`)).body.data;
    const back = await made("restore_row", { kind: "teams", id, sequence: first.sequence });
    expect(await applied(ada.api, back.id)).toEqual(waits);
    // And what a model applies is a model's change, whoever wrote it down.
    const own = await ada.api("POST", "plans", { body: { edits } });
    expect((await agent.call("apply_plan", { id: own.body.id, confirm: true })).isError).toBe(true);
    const proposal = await propose(ada.api, { bundle: { teams: [{ name: "By hand" }] } });
    const { id: named, digest } = proposal;
    const refused = await agent.call("decide_proposal", { id: named, act: "apply", digest, confirm: named });
    expect(refused.content[0]?.text).toContain("needs_approval");
    expect(await act(ada.api, proposal, "apply")).toEqual([200, "applied"]);
  });
});

describe("propose_only", () => {
  it("reads, proposes and comments, and is refused everything else, whatever the scope", async () => {
    const { keyOf, person, organizationId } = await scene();
    const ada = await person();
    const agent = await keyOf(ada.id, { proposeOnly: true });
    const proposal = await propose(agent);
    const said = await agent("POST", `proposals/${proposal.id}/comments`, {
      body: { comment: "It is for Monday." },
    });
    expect(said.status, said.text).toBeLessThan(300);
    expect(await act(agent, proposal, "apply")).toEqual([403, "propose_only"]);
    expect(await act(agent, proposal, "approve")).toEqual([403, "propose_only"]);
    expect((await agent("GET", "config/teams")).status).toBe(200);
    const { value } = await test.makeKey(organizationId, ["api:config_read"], {
      proposeOnly: true,
      madeBy: ada.id,
    });
    const reader: Send = (method, path, options = {}) =>
      test.send(method, `/api/v1/${path}`, { ...options, headers: { authorization: `Bearer ${value}` } });
    await propose(reader, { bundle: { teams: [{ name: "Other" }] } });
  });

  it("is judged by every operation: what it may call changes nothing and asks nobody", async () => {
    const { keyOf } = await scene();
    const agent = await keyOf(undefined, { proposeOnly: true });
    const proposing: string[] = [];
    for (const {
      name,
      method,
      path,
      effect,
      asksOthers,
      proposes,
      uncounted,
    } of test.service.operations.values()) {
      if (proposes) proposing.push(name);
      if (proposes || (effect === "read" && !asksOthers)) continue;
      const where = path.replace("/api/v1/", "").replace(/\{\w+\}/g, "none");
      const answer = await agent(method, where, method === "GET" || method === "DELETE" ? {} : { body: {} });
      expect([answer.status, answer.body?.reason], `${name}${uncounted ? "" : ""}`).toEqual([
        403,
        "propose_only",
      ]);
    }
    expect(proposing.sort()).toEqual(["comment_on_proposal", "propose_change"]);
  });
});
