/** Lists as people use them: found, sorted and counted as a plain reading of the rows would, on both databases. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

let test: TestService;
let tenant: Tenant;
let other: Tenant;
const ids = { source: "", teams: [] as string[] };
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  other = await test.makeTenant();
  for (const name of ["Payments", "Platform"])
    ids.teams.push((await tenant.config("POST", "teams", { body: { name } })).body.id);
  const source = { name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" };
  ids.source = (await tenant.config("POST", "data_sources", { body: source })).body.id;
  await other.config("POST", "teams", { body: { name: "Payments of others" } });
});
afterAll(() => test.close());

const search = (kind: string, body: object, by = tenant) => by.api("POST", `search/${kind}`, { body });
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

interface Made {
  readonly name: string;
  readonly interval: number;
  readonly enabled: boolean;
  readonly muted: boolean;
  readonly status: "up" | "degraded" | "down" | undefined;
}

describe("search_rows", () => {
  const made: Made[] = [];
  beforeAll(async () => {
    const statuses = ["down", undefined, "up", "degraded"] as const;
    for (let number = 0; number < 24; number += 1) {
      const check: Made = {
        name: `Check ${String(number).padStart(2, "0")} ${number % 2 === 0 ? "Überweisung" : "cart_50%"}`,
        interval: 10 + ((number * 7) % 24),
        enabled: number % 3 !== 0,
        muted: number % 5 === 0,
        status: statuses[number % 4],
      };
      const { name, interval, enabled, muted, status } = check;
      const row = { name, kind: "tcp", target: `host-${number}.example.com:443`, interval_seconds: interval };
      const { body } = await tenant.config("POST", "synthetic_checks", { body: { ...row, enabled, muted } });
      if (status !== undefined)
        await tenant.api("PUT", `state/synthetic_checks/${body.id}`, { body: { status } });
      made.push(check);
    }
    expect((await tenant.config("GET", "synthetic_checks")).body.data).toHaveLength(24);
  });

  it("answers the rows as the list does, with their ETags and how many there are", async () => {
    const listed = (await tenant.config("GET", "synthetic_checks?etags=true")).body;
    const { status, body } = await search("synthetic_checks", { limit: 5, cursor: "5" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 24, page: 2, limit: 5, next_cursor: "10" });
    expect(body.data).toEqual(listed.data.slice(5, 10));
    for (const { id } of body.data) expect(body.etags[id]).toBe(listed.etags[id]);
    expect((await search("synthetic_checks", { cursor: "900" })).body).toMatchObject({
      data: [],
      total: 24,
      next_cursor: null,
    });
  });

  it("finds words in any case and any letters, and takes wildcards for themselves", async () => {
    expect((await search("synthetic_checks", { q: "überWEISUNG CHECK" })).body.total).toBe(12);
    expect((await search("synthetic_checks", { q: "cart_50%" })).body.total).toBe(12);
    for (const q of ["cart%50", "cartx50", "%", "\\"])
      expect([q, (await search("synthetic_checks", { q })).body.total]).toEqual([q, q === "%" ? 12 : 0]);
    expect(names(await search("synthetic_checks", { q: "host-7.example" }))).toEqual([made[7]?.name]);
  });

  it("finds a row by its id, and those that point at it", async () => {
    const sli = { name: "errors", service: "cart", kind: "ratio", data_source_id: ids.source };
    await tenant.config("POST", "slis", { body: { ...sli, good_query: "a", total_query: "b" } });
    expect(names(await search("data_sources", { q: ids.source }))).toEqual(["Prometheus"]);
    expect(names(await search("slis", { q: ids.source }))).toEqual(["errors"]);
    expect(names(await search("slis", { q: `${ids.source} ERR` }))).toEqual(["errors"]);
    expect((await search("slis", { q: `${ids.source} nothing` })).body.total).toBe(0);
    // The letters of an id are chance, and no words.
    expect((await search("slis", { q: ids.source.slice(3, 12) })).body.total).toBe(0);
  });

  it("finds a changed row by what it is called now", async () => {
    const { body } = await tenant.config("POST", "teams", { body: { name: "Before" } });
    await tenant.config("PUT", `teams/${body.id}`, { body: { name: "Afterwards" } });
    expect((await search("teams", { q: "before" })).body.total).toBe(0);
    expect((await search("teams", { q: "afterwards" })).body.total).toBe(1);
    await tenant.config("DELETE", `teams/${body.id}`);
    expect((await search("teams", { q: "afterwards" })).body.total).toBe(0);
  });

  it("shows nothing of another organization, whatever is asked", async () => {
    expect(names(await search("teams", { q: "payments" }))).toEqual(["Payments"]);
    expect((await search("teams", { ids: ids.teams }, other)).body.data).toEqual([]);
    expect((await search("teams", { q: ids.teams[0] }, other)).body.total).toBe(0);
  });

  it("answers the rows with these ids, or the ids of all that are found", async () => {
    const [first = ""] = ids.teams;
    expect(names(await search("teams", { ids: [first, "team_nobody"] }))).toEqual(["Payments"]);
    const { body } = await search("synthetic_checks", { only_ids: true, q: "cart" });
    expect(body.data).toEqual([]);
    expect(body.ids).toHaveLength(12);
  });

  it("filters by a value that is not there, by owner and by values made at reading", async () => {
    const route = { matchers: ['service="cart"'], destinations: [{ email: "a@example.com" }] };
    await tenant.config("POST", "alert_routes", {
      body: { ...route, name: "Owned", owning_team_id: ids.teams[0] },
    });
    await tenant.config("POST", "alert_routes", { body: { ...route, name: "Nobody's" } });
    const where = (field: string, ...values: string[]) => ({ where: [{ field, values }] });
    expect(names(await search("alert_routes", where("owning_team_id", "")))).toEqual(["Nobody's"]);
    expect(names(await search("alert_routes", where("owning_team_id", ids.teams[0] ?? "")))).toEqual([
      "Owned",
    ]);
    expect((await search("alert_routes", where("managed_by", ""))).body.total).toBe(2);
    expect((await search("alert_routes", where("managed_by", "prod"))).body.total).toBe(0);
    for (const service of ["cart", "checkout"])
      await tenant.config("POST", "deploy_policies", { body: { service } });
    await tenant.config("POST", "deploy_policies", {
      body: { service: "search", freeze_until: "2099-01-01T00:00:00Z" },
    });
    const services = async (body: object) =>
      (await search("deploy_policies", body)).body.data.map(({ service }: { service: string }) => service);
    expect(await services(where("frozen", "true"))).toEqual(["search"]);
    expect(await services({ sort: "frozen" })).toEqual(["search", "cart", "checkout"]);
    expect((await search("deploy_policies", where("frozen", "false"))).body.total).toBe(2);
  });

  it("agrees with a plain reading of the rows, whatever is filtered and sorted", async () => {
    const severity = ["down", "degraded", "unknown", "up"];
    const orders: Readonly<Record<string, (check: Made) => string | number>> = {
      name: ({ name }) => name.toLowerCase(),
      interval_seconds: ({ interval }) => interval,
      status: ({ status }) => severity.indexOf(status ?? "unknown"),
      enabled: ({ enabled }) => Number(enabled),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          word: fc.constantFrom("", "cart", "überweisung", "check cart"),
          status: fc.subarray(["up", "down", "degraded", "unknown"]),
          enabled: fc.option(fc.boolean(), { nil: undefined }),
          sort: fc.constantFrom("name", "interval_seconds", "status", "enabled"),
          backwards: fc.boolean(),
          limit: fc.integer({ min: 1, max: 30 }),
          page: fc.integer({ min: 1, max: 4 }),
        }),
        async ({ word, status, enabled, sort, backwards, limit, page }) => {
          const where = [
            ...(status.length > 0 ? [{ field: "status", values: status }] : []),
            ...(enabled === undefined ? [] : [{ field: "enabled", values: [String(enabled)] }]),
          ];
          const answer = await search("synthetic_checks", {
            ...{ q: word, where, limit, cursor: String((page - 1) * limit) },
            sort: `${backwards ? "-" : ""}${sort}`,
          });
          const expected = made.filter(
            (check) =>
              word.split(" ").every((part) => check.name.toLowerCase().includes(part)) &&
              (status.length === 0 || status.includes(check.status ?? "unknown")) &&
              (enabled === undefined || check.enabled === enabled),
          );
          expect(answer.body.total).toBe(expected.length);
          const keyOf = orders[sort] as (check: Made) => string | number;
          const keys = expected.map(keyOf).sort((a, b) => (a < b ? -1 : Number(a > b)));
          if (backwards) keys.reverse();
          const byName = new Map(made.map((check) => [check.name, check]));
          const shown = names(answer).map((name) => keyOf(byName.get(name) as Made));
          expect(shown).toEqual(keys.slice((page - 1) * limit, page * limit));
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    [{ where: [{ field: "colour", values: ["red"] }] }, "where[0].field", /Write one of name, .*managed_by/],
    [{ where: [{ field: "auth_header", values: ["x"] }] }, "where[0].field", /cannot be auth_header/],
    [
      { where: [{ field: "status", values: ["up", "sideways"] }] },
      "where[0].values[1]",
      /unknown, up, degraded/,
    ],
    [{ where: [{ field: "enabled", values: ["yes"] }] }, "where[0].values[0]", /true, false/],
    [{ sort: "stauts" }, "sort", /did you mean status\?/],
    [{ sort: "headers" }, "sort", /cannot be headers/],
    [{ q: "x".repeat(201) }, "q", /200/],
    [{ limit: 201 }, "limit", /200/],
    [{ page: 0 }, "page", /1/],
    [{ page: 1, cursor: "0" }, "page", /send cursor alone/],
    [{ page: 1, cursor: "0", only_ids: true }, "page", /send cursor alone/],
    [{ cursor: "ten" }, "cursor", /next_cursor/],
    [{ cursor: "-1" }, "cursor", /next_cursor/],
  ])("refuses %j at the field", async (body, field, message) => {
    const answer = await search("synthetic_checks", body);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual([
      expect.objectContaining({ field, message: expect.stringMatching(message) }),
    ]);
  });

  it("finds nothing where a text has a NUL, and knows no list of a setting", async () => {
    expect((await search("teams", { q: "a\0b" })).body.total ?? 422).toBeOneOf([0, 422]);
    const answer = await search("organization_settings", {});
    expect([answer.status, answer.body.message]).toEqual([404, expect.stringContaining("The lists are")]);
  });
});

describe("saved views", () => {
  it("are a person's own, replaced by name, bounded, and go with the membership", async () => {
    const site = siteOf(test);
    const organization = await site.makeOrganization({ name: "Acme" });
    const ada = await site.makeMember(organization.id, "viewer", "ada@example.com");
    const bob = await site.makeMember(organization.id, "org_admin", "bob@example.com");
    const views = `organizations/${organization.id}/views`;
    const save = (name: string, query = "q=pay") =>
      ada.send("PUT", views, { body: { kind: "slos", name, query } });
    expect((await save("Worst first", "sort=status")).status).toBe(200);
    expect((await save("Worst first", "sort=status&q=cart")).body).toMatchObject({
      query: "sort=status&q=cart",
    });
    const listed = await ada.send("GET", views);
    expect(listed.body.data).toEqual([
      expect.objectContaining({ kind: "slos", name: "Worst first", query: "sort=status&q=cart" }),
    ]);
    expect((await bob.send("GET", views)).body.data).toEqual([]);
    expect((await ada.send("PUT", views, { body: { kind: "nothing", name: "x", query: "" } })).status).toBe(
      404,
    );
    for (let number = 1; number < 50; number += 1) await save(`View ${number}`);
    expect((await save("One too many")).status).toBe(409);
    expect((await save("View 7", "q=again")).status).toBe(200);
    expect((await ada.send("DELETE", `${views}/slos/${encodeURIComponent("Worst first")}`)).body).toEqual({
      deleted: true,
    });
    expect((await ada.send("DELETE", `${views}/slos/nothing`)).status).toBe(404);
    expect((await bob.send("DELETE", `organizations/${organization.id}/members/${ada.id}`)).status).toBe(200);
    const left = await test.database.queryText<{ count: number }>(
      { name: "test-views", text: "SELECT count(*)::integer AS count FROM list_views" },
      [],
    );
    expect(left[0]?.count).toBe(0);
  });
});
