/** Whatever is sent as a call, usual or not, is answered and recorded as if the package had it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import { allowOnly, revoke } from "../support/credentials.ts";
import { makePerson, makeToken } from "../support/people.ts";
import { law } from "../support/property.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import { drawnCallOf } from "./drawn-calls.ts";
import { lastSequence, recordsAfter } from "./records.ts";
import { agentOf } from "./support.ts";
import { countToPackage, revisions, seen, type Ways, waysOf } from "./ways.ts";

let test: TestService;
let organization: string;
let key: string;
let team: string;
let ways: Ways;
/** By what they are. */
let credentials: Readonly<Record<string, string>>;
const toPackage = countToPackage();

beforeAll(async () => {
  test = await startService();
  organization = (await test.makeOrganization()).id;
  key = await keyOf("mcp:admin");
  team = (await agentOf(test, key).call("create_team", { name: "Checkout" })).structuredContent.id;
  ways = waysOf(test, { credential: key, team });
  const other = await test.makeOrganization();
  const small = await test.makeOrganization({ plan: "team" });
  const closed = await test.makeOrganization();
  await allowOnly(test, closed.id, "192.0.2.0/24");
  const person = await makePerson(test.database, organization, "both@example.com", "org_admin");
  await makePerson(test.database, other.id, "both@example.com", "viewer");
  const revoked = await test.makeKey(organization, ["mcp:admin"]);
  await revoke(test, revoked.id);
  const past = { expiresAt: new Date(Date.now() - 1_000) };
  credentials = {
    "a key that may only read": await keyOf("mcp:read"),
    "a key that may write": await keyOf("mcp:write"),
    "a key of the REST API": await keyOf("api:admin"),
    "a revoked key": revoked.value,
    "a key that has ended": (await test.makeKey(organization, ["mcp:admin"], past)).value,
    "an unknown key": newCredential("key").value,
    "an unknown token": newCredential("token").value,
    "no credential": "nonsense",
    "a key of another organization": (await test.makeKey(other.id, ["mcp:admin"])).value,
    "a key on a plan without this door": (await test.makeKey(small.id, ["mcp:admin"])).value,
    "a key for another network": (await test.makeKey(closed.id, ["mcp:admin"])).value,
    "a token": await makeToken(test.database, person, [organization]),
    "a token for two organizations": await makeToken(test.database, person, [organization, other.id]),
  };
});
afterAll(async () => {
  toPackage.end();
  await test.close();
});

async function keyOf(scope: "mcp:admin" | "mcp:read" | "mcp:write" | "api:admin"): Promise<string> {
  return (await test.makeKey(organization, [scope])).value;
}

describe("the package says and records the same", () => {
  const went = { ours: 0, all: 0 };
  law("of anything that is sent as a call", 40, async (draw) => {
    for (let round = 0; round < 8; round += 1) {
      const sent = drawnCallOf(draw, { key, others: Object.values(credentials), team });
      toPackage.count = 0;
      const { ours, packages } = await ways.both(sent);
      expect(seen(ours), JSON.stringify(sent)).toEqual(seen(packages));
      went.all += 1;
      if (ours.status === 200 && toPackage.count === 1) went.ours += 1;
    }
  });

  it("and a good part of it was answered without the package", () => {
    expect(went.ours).toBeGreaterThan(went.all / 50);
  });

  it.each(["get_team", "update_team", "delete_team", "list_teams", "create_team"])(
    "of %s with every credential",
    async (name) => {
      const stale = { name: "x", if_match: '"stale"' };
      const input = {
        get_team: { id: team },
        update_team: { id: team, ...stale },
        delete_team: { id: team, if_match: '"stale"' },
      }[name];
      const statuses = new Set<number>();
      for (const [index, [what, credential]] of Object.entries(credentials).entries()) {
        const revision = revisions[index % revisions.length] ?? null;
        const { ours, packages } = await ways.both({ revision, name, input: input ?? {}, credential });
        expect(seen(ours), what).toEqual(seen(packages));
        statuses.add(ours.status);
      }
      expect([...statuses].sort()).toEqual([200, 400, 401, 403]);
    },
  );

  it.each([
    ["update_team", { name: "x" }],
    ["delete_team", { confirm: true }],
    ["create_team", { name: "x" }],
  ])("of %s with a key that may only read", async (name, input) => {
    const refused = { action: name, door: "mcp", outcome: "refused", address: "127.0.0.1" };
    const records = async (by?: "package") => {
      // A key of its own: what was refused a moment ago is not put on record again.
      const credential = await keyOf("mcp:read");
      const from = await lastSequence(test);
      const { body } = await ways.post({ name, input: { id: team, ...input }, credential }, by);
      expect(body.result._meta["orgconfig/status"]).toBe(403);
      return recordsAfter(test, organization, from);
    };
    const ours = await records();
    expect(ours).toMatchObject([refused]);
    expect(ours).toEqual(await records("package"));
  });
});

describe("a call", () => {
  it("with a key that was good a moment ago is 401 at once", async () => {
    const { id, value } = await test.makeKey(organization, ["mcp:admin"]);
    expect((await ways.post({ credential: value })).status).toBe(200);
    await revoke(test, id);
    const { ours, packages } = await ways.both({ credential: value });
    expect(seen(ours)).toEqual(seen(packages));
    expect(ours.status).toBe(401);
  });

  it("of an organization that went to a smaller plan is 403 at once", async () => {
    const { id } = await test.makeOrganization();
    const credential = (await test.makeKey(id, ["mcp:admin"])).value;
    expect((await ways.post({ credential, name: "whoami", input: {} })).status).toBe(200);
    await test.database.queryText(
      { name: "test-plan", text: "UPDATE organizations SET plan = 'team' WHERE id = $1" },
      [id],
    );
    const { ours, packages } = await ways.both({ credential, name: "whoami", input: {} });
    expect(seen(ours)).toEqual(seen(packages));
    expect(ours.status).toBe(403);
  });

  it("counts against the limit as any other", async () => {
    const limited = await startService({ ORGCONFIG_RATE_LIMIT: "1" });
    const { id } = await limited.makeOrganization();
    const refusal = async (by?: "package") => {
      const credential = (await limited.makeKey(id, ["mcp:read"])).value;
      const { post } = waysOf(limited, { credential, team: "team_none" });
      const answers = [await post({}, by)];
      while (answers.every(({ status }) => status !== 429))
        answers.push(...(await Promise.all(Array.from({ length: 100 }, () => post({}, by)))));
      const { headers, text, status } = seen(answers.find((answer) => answer.status === 429) as Answer);
      expect(headers["retry-after"]).toMatch(/^\d+$/);
      return { headers: { ...headers, "retry-after": "" }, text: text.replace(/wait \d+ s/, "wait"), status };
    };
    expect(await refusal()).toEqual(await refusal("package"));
    await limited.close();
  });
});
