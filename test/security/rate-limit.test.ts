/** Who is counted against the rate limit: the credential once it is known, before that the address. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import type { Asker } from "../../src/engine/authenticator.ts";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import { createRequestLimit } from "../../src/features/identity/accounts/request-limit.ts";
import { agentOf } from "../mcp/support.ts";
import { providerOf } from "../scim/support.ts";
import { revoke } from "../support/credentials.ts";
import { makePerson, makeToken } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";

const perSecond = 10;
const burst = perSecond * 2;

let test: TestService;
let tenant: Tenant;
let site: Site;
beforeAll(async () => {
  // Its clock stands: nothing drains meanwhile, and nodes show each other when a test lets them.
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  test = await startService({
    ORGCONFIG_RATE_LIMIT: String(perSecond),
    ORGCONFIG_TRUST_PROXY: "127.0.0.1/32",
    // There may be other nodes, to which what was used is reported.
    DATABASE_URL: "postgres://elsewhere",
    ORGCONFIG_SECRET_KEYS: newSecretKey(),
    ORGCONFIG_OPERATOR_TOKEN: "the-operators-own-token",
  });
  tenant = await test.makeTenant();
  site = siteOf(test);
});
// Everything drains between tests.
beforeEach(() => void vi.advanceTimersByTime(10_000));
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

/** Statuses of as many requests, one after the other. */
async function statuses(
  count: number,
  send: (number: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const answered: number[] = [];
  for (let number = 0; number < count; number += 1) answered.push((await send(number)).status);
  return answered;
}

const passing = (status: number, refused = 3) => [...Array(burst).fill(status), ...Array(refused).fill(429)];

function get(path: string, headers: Record<string, string>, address = "192.0.2.1") {
  return test.send("GET", `/api/v1/${path}`, { headers: { "x-forwarded-for": address, ...headers } });
}

describe("a credential that is good", () => {
  it("has one share, however the header spells it, from whichever address", async () => {
    const spellings = ["Bearer ", "bearer ", "bEaRer  ", "BEARER   "];
    const answers = await statuses(burst + 3, (number) =>
      get(
        "config/teams",
        { authorization: `${spellings[number % 4]}${tenant.key.value}${" ".repeat(number % 3)}` },
        `192.0.2.${number}`,
      ),
    );
    expect(answers).toEqual(passing(200));
    const refused = await get("config/teams", { authorization: `Bearer ${tenant.key.value}` });
    expect([refused.body.error, refused.headers["retry-after"]]).toEqual(["rate_limited", "1"]);
  });

  it("has the same share at MCP, and at calls of another kind", async () => {
    const { value } = await test.makeKey(tenant.organization.id, ["mcp:read"]);
    const agent = agentOf(test, value);
    expect(await statuses(burst - 5, () => agent.rpc("tools/list"))).toEqual(Array(burst - 5).fill(200));
    const headers = { authorization: `Bearer ${value}` };
    expect(await statuses(5, () => get("session", headers))).toEqual(Array(5).fill(403));
    expect((await get("operator/organizations", headers)).status).toBe(429);
    expect((await agent.rpc("tools/list")).status).toBe(429);
    expect((await get("config/teams", headers)).status).toBe(429);
  });

  it("keeps its share while its address is flooded, once it is known", async () => {
    const headers = { authorization: `Bearer ${tenant.key.value}` };
    expect((await get("config/teams", headers)).status).toBe(200);
    const guess = () => get("config/teams", { authorization: `Bearer ${newCredential("key").value}` });
    expect(await statuses(burst + 3, guess)).toEqual(passing(401));
    expect((await get("config/teams", headers)).status).toBe(200);
    expect((await get("config/teams", {})).status).toBe(429);
  });

  it("is counted once for each row that it reads, found or not, whether it comes one after the other or at once", async () => {
    const source = await tenant.config("POST", "data_sources", {
      body: { name: "Metrics", type: "prometheus", url: "https://metrics.example.com" },
    });
    const headers = { authorization: `Bearer ${tenant.key.value}` };
    const read = (number: number) =>
      get(`config/data_sources/${number % 4 === 3 ? "ds_none" : source.body.id}`, headers);
    // Less the one that made it.
    const expected = [...Array(burst).keys()].map((number) => (number % 4 === 3 ? 404 : 200));
    expect(await statuses(burst + 2, read)).toEqual([...expected.slice(0, -1), 429, 429, 429]);
    vi.advanceTimersByTime(10_000);
    const crowd = await Promise.all([...Array(burst + 10).keys()].map(read));
    expect(crowd.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("is counted without a question of its own to the database", async () => {
    // Of an organization of its own: the calls before have used up what the other key may.
    const { key, config } = await test.makeTenant();
    const team = await config("POST", "teams", { body: { name: "Platform" } });
    const read = () =>
      get(`config/teams/${team.body.id}`, { authorization: `Bearer ${key.value}` }).then(
        ({ status }) => status,
      );
    const asked = vi.spyOn(test.database, "query");
    const askedByLibrary = vi.spyOn(test.database, "queryText");
    for (const _ of [1, 2]) {
      asked.mockClear();
      askedByLibrary.mockClear();
      expect(await read()).toBe(200);
      // The audit log of the change before is sealed meanwhile.
      const names = [
        ...asked.mock.calls.map(([{ name }]) => name),
        ...askedByLibrary.mock.calls.map(([{ name }]) => name),
      ];
      expect(names.filter((name) => /authenticate|find-row|rate-use|failures/.test(name))).toEqual([
        "accounts/authenticate-key",
        "database/find-row",
      ]);
    }
    asked.mockRestore();
    askedByLibrary.mockRestore();
  });

  it("counts by address when it was revoked", async () => {
    const { id, value } = await test.makeKey(tenant.organization.id, ["api:admin"]);
    const use = () => get("config/teams", { authorization: `Bearer ${value}` });
    expect((await use()).status).toBe(200);
    await revoke(test, id);
    expect(await statuses(burst + 3, use)).toEqual(passing(401));
  });

  it("of a person is counted by itself", async () => {
    const person = await makePerson(test.database, tenant.organization.id, "t@example.com");
    const [one, two] = [
      await makeToken(test.database, person, [tenant.organization.id]),
      await makeToken(test.database, person, [tenant.organization.id]),
    ];
    const [first, second] = [agentOf(test, one), agentOf(test, two)];
    expect(await statuses(burst + 3, () => first.rpc("tools/list"))).toEqual(passing(200));
    expect((await second.rpc("tools/list")).status).toBe(200);
  });
});

describe("a session", () => {
  it("has one share for calls that keys share, for its own and for actions", async () => {
    const { id } = await site.makeOrganization();
    const { send } = await site.makeMember(id, "org_admin");
    const calls = [
      () => send("GET", "deploy_gate?service=checkout"),
      () => send("GET", "session"),
      () => send("POST", `organizations/${id}/actions/list_teams`, { body: {} }),
    ];
    const answers = await statuses(burst + 6, (number) =>
      (calls[number % 3] as () => ReturnType<typeof send>)(),
    );
    expect(answers).toEqual(passing(200, 6));
  });
});

describe("whoever is not known", () => {
  it("is counted by address, with whatever is made up for each request", async () => {
    const calls = [
      () => get("config/teams", { authorization: `Bearer ${newCredential("key").value}` }),
      () => get("config/teams", { authorization: `Bearer nonsense-${Math.random()}` }),
      () => get("config/teams", {}),
      () => get("audit", { cookie: `orgconfig_session=${newCredential("key").value.slice(7, 50)}` }),
      () => get("session", { cookie: `orgconfig_session=${newCredential("key").value.slice(7, 50)}` }),
    ];
    const answers = await statuses(burst + 5, (number) =>
      (calls[number % 5] as () => ReturnType<typeof get>)(),
    );
    expect(answers).toEqual(passing(401, 5));
    expect((await get("config/teams", {}, "192.0.2.2")).status).toBe(401);
  });

  it("is not looked up either when a crowd comes at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: burst * 5 }, () =>
        get("config/teams", { authorization: `Bearer ${newCredential("key").value}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(burst);
  });

  it("signs in under the limit, whatever cookie comes along", async () => {
    const answers = await statuses(burst + 3, () =>
      site.browser(`orgconfig_session=${newCredential("key").value.slice(7, 50)}`)("GET", "invitations/none"),
    );
    expect(answers).toEqual(passing(404));
  });

  it("leaves one row for an address behind, however many bearers were made up", async () => {
    const kept = () =>
      test.database.queryText<{ used: number }>(
        { name: "test-rate-use", text: "SELECT used FROM rate_use" },
        [],
      );
    const headers = () => ({ authorization: `Bearer ${newCredential("key").value}` });
    await test.database.execute("DELETE FROM rate_use");
    await statuses(burst, () => get("config/teams", headers()));
    vi.advanceTimersByTime(250);
    await until(async () => (await kept()).some(({ used }) => used === burst));
    // What another test used may be written meanwhile, in a row of its own; each bearer would have one here.
    expect((await kept()).length).toBeLessThan(3);
  });
});

/** What an answer says of the limits that it was counted in. */
const shown = ({ headers }: { readonly headers: Record<string, unknown> }) => [
  headers["ratelimit-policy"],
  headers.ratelimit,
];
const policy = `"default";q=${burst};w=2`;
const left = (requests: number, seconds: number) => [policy, `"default";r=${requests};t=${seconds}`];

describe("an answer", () => {
  it("says what the credential has left, whichever door it comes from and whether it is refused", async () => {
    const { key, organization } = await test.makeTenant();
    const headers = { authorization: `Bearer ${key.value}` };
    expect(shown(await get("config/teams", headers))).toEqual(left(burst - 1, 1));
    expect(shown(await get("config/teams", headers, "192.0.2.77"))).toEqual(left(burst - 2, 1));
    expect(shown(await get("config/teams/team_none", headers))).toEqual(left(burst - 3, 1));
    expect(shown(await get("config/nothing", headers))).toEqual(left(burst - 4, 1));
    // It may not be here, and is counted all the same.
    expect(shown(await agentOf(test, key.value).rpc("tools/list"))).toEqual(left(burst - 5, 1));
    expect(shown(await get("operator/organizations", headers))).toContain(left(burst - 6, 1)[1]);
    const written = await test.send("POST", "/api/v1/config/teams", { headers, body: { name: 5 } });
    expect([written.status, ...shown(written)]).toEqual([422, ...left(burst - 7, 1)]);
    // Not so long that nodes report to each other what was used.
    vi.advanceTimersByTime(200);
    expect(shown(await get("config/teams", headers))).toEqual(left(burst - 6, 1));
    await statuses(burst - 6, () => get("config/teams", headers));
    const refused = await get("config/teams", headers);
    expect([refused.status, refused.headers["retry-after"], ...shown(refused)]).toEqual([
      429,
      "1",
      ...left(0, 2),
    ]);
    const tools = await test.makeKey(organization.id, ["mcp:read"]);
    const agent = agentOf(test, tools.value);
    expect(shown(await agent.rpc("tools/list"))).toEqual(left(burst - 1, 1));
    expect(shown(await agent.rpc("tools/call", { name: "whoami", arguments: {} }))).toEqual(
      left(burst - 2, 1),
    );
  });

  it("that is a refusal says that nothing is left, however much drained before it was sent", () => {
    const limit = createRequestLimit(perSecond, { error: () => {} });
    const asker: Asker = { address: "192.0.2.78", shares: {} };
    for (let count = 0; count < burst; count += 1) limit.anonymous(asker);
    expect(() => limit.anonymous(asker)).toThrow();
    vi.advanceTimersByTime(500);
    expect(asker.shares?.default?.left()).toEqual({ requests: 0, seconds: 2 });
    limit.anonymous(asker);
    expect(asker.shares?.default?.left().requests).toBe(perSecond / 2 - 1);
  });

  it("says what a session has left, at its own calls and at actions", async () => {
    const { id } = await site.makeOrganization();
    const { send } = await site.makeMember(id, "org_admin");
    const [, before] = shown(await send("GET", "session"));
    const [, after] = shown(await send("POST", `organizations/${id}/actions/list_teams`, { body: {} }));
    const requests = (text: unknown) => Number(/;r=(\d+);/.exec(String(text))?.[1]);
    expect(requests(before) - requests(after)).toBe(1);
  });

  it("says what a provider has left at SCIM", async () => {
    const { id, slug } = await site.makeOrganization();
    const admin = await site.makeMember(id, "org_admin");
    const provider = await providerOf(test, admin, slug);
    expect(shown(await provider.send("GET", "Users"))).toEqual(left(burst - 1, 1));
    expect(shown(await provider.send("GET", "Users/none"))).toEqual(left(burst - 2, 1));
  });

  it("says what the address has left to whoever is not known, and to nobody who is", async () => {
    const address = "192.0.2.50";
    expect(shown(await get("config/teams", {}, address))).toEqual(left(burst - 1, 1));
    const wrong = { authorization: `Bearer ${newCredential("key").value}` };
    expect(shown(await get("config/teams", wrong, address))).toEqual(left(burst - 2, 1));
    expect(shown(await get("intake/heartbeats/none", {}, address))).toEqual(left(burst - 3, 1));
    const scim = await test.send("GET", "/api/scim/v2/Users", { headers: { "x-forwarded-for": address } });
    expect([scim.status, ...shown(scim)]).toEqual([401, ...left(burst - 4, 1)]);
    const known = { authorization: `Bearer ${(await test.makeTenant()).key.value}` };
    expect(shown(await get("config/teams", known, address))).toEqual(left(burst - 1, 1));
  });

  it("says what is left of guesses at the operator's token, and not of those who know it", async () => {
    const call = (token: string) =>
      get("operator/organizations", { authorization: `Bearer ${token}` }, "192.0.2.60");
    expect(shown(await call(test.settings.operatorToken))).toEqual(left(burst - 1, 1));
    expect(shown(await call("a guess"))).toEqual([
      `${policy}, "guesses";q=10;w=60`,
      `"default";r=${burst - 1};t=1, "guesses";r=9;t=6`,
    ]);
  });

  it("says what the organization has left where it has a quota, and is the same at HEAD and 304", async () => {
    const { key, organization } = await test.makeTenant();
    await test.send("PATCH", `/api/v1/operator/organizations/${organization.id}`, {
      headers: { authorization: `Bearer ${test.settings.operatorToken}` },
      body: { quotas: { requests_per_second: 3 } },
    });
    const headers = { authorization: `Bearer ${key.value}` };
    const both = (own: number, all: number, seconds: number) => [
      `${policy}, "organization";q=6;w=2`,
      `"default";r=${own};t=1, "organization";r=${all};t=${seconds}`,
    ];
    const list = await get("config/teams", headers);
    expect(shown(list)).toEqual(both(burst - 1, 5, 1));
    const tag = { ...headers, "if-none-match": String(list.headers.etag) };
    const same = await get("config/teams", tag);
    expect([same.status, ...shown(same)]).toEqual([304, ...both(burst - 2, 4, 1)]);
    const head = await test.send("HEAD", "/api/v1/config/teams", { headers });
    expect([head.status, ...shown(head)]).toEqual([200, ...both(burst - 3, 3, 1)]);
    await statuses(3, () => get("config/teams", headers));
    const refused = await get("config/teams", headers);
    expect([refused.status, refused.body.reason, ...shown(refused)]).toEqual([
      429,
      "quota_exceeded",
      ...[both(burst, 0, 2)[0], `"organization";r=0;t=2`],
    ]);
  });

  it("says nothing where no limit counts: files for everybody, the intake of alerts, and a limit that is off", async () => {
    const nothing = [undefined, undefined];
    for (const path of ["/api/v1/config/openapi.json", "/healthz", "/status/none"])
      expect(shown(await test.send("GET", path))).toEqual(nothing);
    const headers = { authorization: `Bearer ${(await test.makeTenant()).key.value}` };
    const intake = () =>
      test.send("POST", "/api/v1/intake/alertmanager/con_none", { headers, body: { alerts: [] } });
    const taken = await intake();
    expect([taken.status === 429, ...shown(taken)]).toEqual([false, ...nothing]);
    const unlimited = await startService({ ORGCONFIG_RATE_LIMIT: "off" });
    const { api } = await unlimited.makeTenant();
    const answers = [await api("GET", "whoami"), await unlimited.send("GET", "/api/v1/whoami")];
    await unlimited.close();
    expect(answers.map((answer) => [answer.status, ...shown(answer)])).toEqual([
      [200, ...nothing],
      [401, ...nothing],
    ]);
  });
});

describe("the operator", () => {
  it("has one share, whatever cookies and addresses come along", async () => {
    const answers = await statuses(burst + 3, (number) =>
      get(
        "operator/organizations",
        {
          authorization: `${number % 2 === 0 ? "Bearer" : "bearer "} ${test.settings.operatorToken}`,
          cookie: `orgconfig_session=${newCredential("key").value.slice(7, 50)}`,
        },
        `192.0.2.${number}`,
      ),
    );
    expect(answers).toEqual(passing(200));
  });
});
