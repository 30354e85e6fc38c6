/** Older words of calls mean what the present ones do, at every door, and the answers that HTTP gives say that they are old. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type Agent, agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

let test: TestService;
let tenant: Tenant;
let agent: Agent;
let person: Awaited<ReturnType<ReturnType<typeof siteOf>["makeMember"]>>;
let team: string;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  agent = agentOf(test, (await test.makeKey(tenant.organization.id, ["mcp:admin"])).value);
  person = await siteOf(test).makeMember(tenant.organization.id, "org_admin", "old@example.com");
  for (const name of ["Ada", "Bob", "Cleo"]) {
    team = (await tenant.config("POST", "teams", { body: { name } })).body.id;
    await tenant.config("POST", "deploy_policies", { body: { service: name } });
  }
});
afterAll(() => test.close());

const span = { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" };
const olderSpan = { from: span.since, to: span.until };

/** How a call is sent, what it takes in its present words and in the older ones, and what of its answer is compared. */
interface Case {
  readonly action: string;
  readonly path: string;
  readonly kind?: string;
  readonly present: JsonObject;
  readonly older: JsonObject;
  readonly shown: string;
}

const cases = (): readonly Case[] => [
  {
    ...{ action: "list_audit_log", path: "audit", shown: "data" },
    present: { kind: "teams", id: team },
    older: { resource: "teams", row_id: team },
  },
  { action: "get_timeline", path: "timeline", shown: "since", present: span, older: olderSpan },
  {
    ...{ action: "list_services", path: "services", shown: "data" },
    present: { limit: 2, cursor: "2" },
    older: { limit: 2, page: 2 },
  },
  {
    ...{ action: "search_rows", path: "search/teams", kind: "teams", shown: "data" },
    present: { limit: 2, cursor: "2" },
    older: { limit: 2, page: 2 },
  },
];

function rest({ path, kind }: Case, input: JsonObject) {
  if (kind !== undefined) return tenant.api("POST", path, { body: input });
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
  );
  return tenant.api("GET", `${path}?${query}`);
}
const inConsole = ({ action, kind }: Case, input: JsonObject) =>
  person.send("POST", `organizations/${tenant.organization.id}/actions/${action}`, {
    body: { ...(kind !== undefined && { kind }), ...input },
  });

describe.each(["list_audit_log", "get_timeline", "list_services", "search_rows"])("%s", (action) => {
  const one = () => cases().find((each) => each.action === action) as Case;

  it("answers the same at every door", async () => {
    const { kind, present, older, shown } = one();
    const expected = (await rest(one(), present)).body[shown];
    expect(JSON.stringify(expected).length).toBeGreaterThan(4);
    const named = { ...(kind !== undefined && { kind }) };
    const tool = async (input: JsonObject) =>
      (await agent.call(action, { ...named, ...input })).structuredContent[shown];
    expect([
      (await rest(one(), older)).body[shown],
      (await inConsole(one(), present)).body[shown],
      (await inConsole(one(), older)).body[shown],
      await tool(present),
      await tool(older),
    ]).toEqual(Array(5).fill(expected));
  });

  it("says over HTTP that a word is old, and nothing where it is not", async () => {
    const { present, older } = one();
    const headers = async (input: JsonObject) =>
      (await Promise.all([rest(one(), input), inConsole(one(), input)])).map((answer) => [
        answer.status,
        answer.headers.deprecation,
        answer.headers.sunset,
      ]);
    const old = [200, "@1795910400", "Mon, 29 Nov 2027 00:00:00 GMT"];
    expect(await headers(older)).toEqual([old, old]);
    expect(await headers(present)).toEqual(Array(2).fill([200, undefined, undefined]));
  });

  it("refuses both words for one thing, by the older one", async () => {
    const { kind, present, older } = one();
    const both = { ...present, ...older };
    const [word] = Object.keys(older).filter((name) => !(name in present)) as [string];
    const refused = { error: "unprocessable_entity", message: expect.stringContaining("alone") };
    expect(await rest(one(), both)).toMatchObject({ status: 422, body: refused });
    expect((await inConsole(one(), both)).status).toBe(422);
    const result = await agent.call(action, { ...(kind !== undefined && { kind }), ...both });
    expect(result._meta?.["orgconfig/problem"].fields.map(({ field }: { field: string }) => field)).toContain(
      word,
    );
  });

  it("offers models the present words alone", async () => {
    const { present, older } = one();
    for (const query of ["", "?detail=full"]) {
      const tool = (await agent.tools(query)).find(({ name }) => name === action);
      const offered = Object.keys(tool?.inputSchema.properties);
      expect(offered).toEqual(expect.arrayContaining(Object.keys(present)));
      for (const name of Object.keys(older)) if (!(name in present)) expect(offered).not.toContain(name);
    }
  });
});

it("is never what a wrong word was likely meant to be", async () => {
  const wrong = await tenant.api("POST", "search/teams", { body: { pag: 1 } });
  expect(wrong).toMatchObject({
    status: 422,
    body: { fields: [{ field: "pag", message: "is not a known field" }] },
  });
});

it("says what is wrong of the word that was sent", async () => {
  const field = async (query: string) => (await tenant.api("GET", `audit?after=0&${query}`)).body.fields;
  expect(await field("resource=teams")).toMatchObject([{ field: "resource" }]);
  expect(await field("kind=teams&row_id=x")).toMatchObject([{ field: "kind" }, { field: "row_id" }]);
});

it.each(["list_services", "search_rows"])(
  "%s is walked to its end by its cursor, at each door",
  async (action) => {
    const one = cases().find((each) => each.action === action) as Case;
    const walks = [
      async (input: JsonObject) => (await rest(one, input)).body,
      async (input: JsonObject) =>
        (await agent.call(action, { ...(one.kind !== undefined && { kind: one.kind }), ...input }))
          .structuredContent,
    ];
    const whole = (await rest(one, {})).body.data;
    expect(whole).toHaveLength(3);
    for (const walk of walks) {
      const found: JsonObject[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await walk({ limit: 2, ...(cursor !== undefined && { cursor }) });
        found.push(...page.data);
        cursor = page.next_cursor as string | null;
      }
      expect(found).toEqual(whole);
    }
  },
);

it("names the word that was sent where its value is wrong", async () => {
  const { status, body } = await tenant.api("GET", "timeline?from=yesterday");
  expect([status, body.field]).toEqual([422, "from"]);
});
