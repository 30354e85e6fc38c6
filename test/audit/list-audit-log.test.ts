import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { ask, newEntry, record, vaultOf } from "./support.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const rowIds = (answer: { body: { data: { row_id: string }[] } }) =>
  answer.body.data.map(({ row_id }) => row_id);

/** A tenant with these many records, of rows team_1, team_2 and on. */
async function tenantWith(count: number): Promise<Tenant> {
  const tenant = await test.makeTenant();
  for (let number = 1; number <= count; number += 1) {
    await record(test.database, vaultOf(test), tenant.organization.id, newEntry({ rowId: `team_${number}` }));
  }
  return tenant;
}

describe("filters", () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await test.makeTenant();
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const plan = { id: "plan_1", records: 2 };
    await record(
      test.database,
      vaultOf(test),
      tenant.organization.id,
      newEntry({ rowId: "a", at: at(1), actor: { kind: "user", id: "user_1", name: "ada@example.com" } }),
      newEntry({ rowId: "b", at: at(2), action: "create_team", plan }),
      newEntry({ rowId: "c", at: at(3), kind: "slos", action: "create_slo", plan }),
      newEntry({
        rowId: "a",
        at: at(4),
        kind: "slos",
        action: "update_slo",
        outcome: "refused",
        address: undefined,
      }),
    );
  });

  it.each([
    ["", ["a", "c", "b", "a"]],
    ["kind=teams", ["b", "a"]],
    ["kind=none", []],
    ["id=a", ["a", "a"]],
    ["id=a&kind=slos", ["a"]],
    ["id=b&kind=slos", []],
    ["actor=user_1", ["a"]],
    ["actor=ada@example.com", ["a"]],
    ["actor=deploys", ["a", "c", "b"]],
    ["actor=ada", []],
    ["action=create_team", ["b"]],
    ["since=2026-01-03T00:00:00Z", ["a", "c"]],
    ["since=2026-01-03T01:00:00%2B01:00", ["a", "c"]],
    ["until=2026-01-03T00:00:00Z", ["b", "a"]],
    ["since=2026-01-02T00:00:00Z&until=2026-01-03T00:00:00Z", ["b"]],
    ["kind=teams&actor=deploys&action=create_team&since=2026-01-01T00:00:00Z", ["b"]],
    ["id=a&kind=slos&actor=deploys&action=update_slo&since=2026-01-01T00:00:00Z", ["a"]],
    ["id=a&kind=slos&until=2026-01-01T00:00:00Z", []],
    ["plan_id=plan_1", ["c", "b"]],
    ["plan_id=plan_1&limit=1", ["c"]],
    ["plan_id=plan_1&id=b&kind=teams&actor=deploys", ["b"]],
    ["plan_id=plan_1&until=2026-01-02T00:00:00Z", []],
    ["plan_id=plan_none", []],
    ["limit=2", ["a", "c"]],
  ])("%s", async (query, expected) => {
    const answer = await tenant.api("GET", `audit?${query}`);
    expect(answer.status).toBe(200);
    expect(rowIds(answer)).toEqual(expected);
    expect(Object.keys(answer.body)).toEqual(["data", "next_cursor"]);
  });

  it("shows the plan of a record that has one", async () => {
    const { body } = await tenant.api("GET", "audit");
    expect(body.data.map((record: { plan_id: string | null }) => record.plan_id)).toEqual([
      null,
      "plan_1",
      "plan_1",
      null,
    ]);
  });

  it("shows who was refused, and of no address where there was none", async () => {
    const { body } = await tenant.api("GET", "audit?action=update_slo");
    expect(body.data).toMatchObject([{ outcome: "refused", address: null, at: "2026-01-04T00:00:00.000Z" }]);
  });

  it.each([
    ["cursor=none", "cursor"],
    ["cursor=", "cursor"],
    ["cursor=MA", "cursor"],
    ["cursor=MDE", "cursor"],
    ["cursor=LTE", "cursor"],
    ["cursor=MQ%3D%3D", "cursor"],
    [`cursor=${"MTIz".repeat(20)}`, "cursor"],
    ["since=yesterday", "since"],
    ["since=2026-02-30T00:00:00Z", "since"],
    ["until=2026-01-01", "until"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=ten", "limit"],
    ["limit=1.5", "limit"],
    ["kind=", "kind"],
    ["actor=%00", "actor"],
    ["page=2", "page"],
    ["kind=a&kind=b", "kind"],
    ["resource=", "resource"],
    ["resource=a&kind=a", "resource"],
    ["id=a&row_id=a", "row_id"],
  ])("%s is refused", async (query, field) => {
    const answer = await tenant.api("GET", `audit?${query}`);
    expect([answer.status, answer.body.error, answer.body.field]).toEqual([
      422,
      "unprocessable_entity",
      field,
    ]);
    expect(answer.body.message).toContain(field);
  });

  it("takes GET and HEAD only", async () => {
    expect((await tenant.api("HEAD", "audit")).status).toBe(200);
    const answer = await tenant.api("DELETE", "audit");
    expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});

describe("pages", () => {
  it("hold a hundred records, newest first, and lead to the end", async () => {
    const tenant = await tenantWith(230);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const answer = await tenant.api("GET", `audit${cursor === "" ? "" : `?cursor=${cursor}`}`);
      seen.push(...rowIds(answer));
      sizes.push(answer.body.data.length);
      cursor = answer.body.next_cursor;
    }
    expect(sizes).toEqual([100, 100, 30]);
    expect(seen).toEqual(Array.from({ length: 230 }, (_, index) => `team_${230 - index}`));
  });

  it("end without a cursor when the last page is full", async () => {
    const tenant = await tenantWith(4);
    const first = await tenant.api("GET", "audit?limit=2");
    const second = await tenant.api("GET", `audit?limit=2&cursor=${first.body.next_cursor}`);
    expect(rowIds(second)).toEqual(["team_2", "team_1"]);
    expect(second.body.next_cursor).toBeNull();
    expect((await (await test.makeTenant()).api("GET", "audit")).body).toEqual({
      data: [],
      next_cursor: null,
    });
  });

  it("neither repeat nor skip while new records arrive", async () => {
    const tenant = await tenantWith(10);
    const seen: string[] = [];
    let cursor: string | null = "";
    for (let round = 0; cursor !== null; round += 1) {
      const answer = await tenant.api("GET", `audit?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...rowIds(answer));
      cursor = answer.body.next_cursor;
      for (let i = 0; i < 4; i += 1) {
        await record(
          test.database,
          vaultOf(test),
          tenant.organization.id,
          newEntry({ rowId: `new_${round}_${i}` }),
        );
      }
    }
    expect(seen).toEqual(Array.from({ length: 10 }, (_, index) => `team_${10 - index}`));
  });
});

it("lists a record before it is sealed", async () => {
  // It looks once a second and after every commit: for good, or it may seal before the list is read.
  await test.service.audit.sealer.stop();
  const tenant = await test.makeTenant();
  await tenant.config("POST", "teams", { body: { name: "Core" } });
  const { body } = await tenant.api("GET", "audit");
  expect(body.data).toHaveLength(1);
  const [seal] = await ask(test.database, "SELECT FROM audit_seals WHERE organization_id = $1", [
    tenant.organization.id,
  ]);
  expect(seal).toBeUndefined();
});

it("shows no other organization's records", async () => {
  const [one, other] = [await tenantWith(3), await tenantWith(3)];
  const { body } = await one.api("GET", "audit?limit=2");
  expect(rowIds({ body })).toEqual(["team_3", "team_2"]);
  // A cursor is a place in the log and opens nothing: with another's, one's own records go on from there.
  const foreign = (await other.api("GET", "audit?limit=1")).body.next_cursor;
  expect(rowIds(await one.api("GET", `audit?cursor=${foreign}`))).toEqual(["team_3", "team_2", "team_1"]);
  await other.config("POST", "teams", { body: { name: "Theirs" } });
  const mine = await one.api("GET", `audit?actor=${other.key.id}`);
  expect(mine.body.data).toEqual([]);
});
