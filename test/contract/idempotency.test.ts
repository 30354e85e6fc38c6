/** Calls with an Idempotency-Key: done once, answered the same, and kept where nobody reads them. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Answer,
  type SendOptions,
  startService,
  type Tenant,
  type TestService,
} from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

const keyed = (key: string, body?: unknown): SendOptions => ({ headers: { "idempotency-key": key }, body });

function seen({ status, headers, body }: Answer) {
  const { etag, location, "idempotency-replayed": replayed } = headers;
  return { status, body, etag, location, replayed };
}

async function named(name: string): Promise<number> {
  return (await tenant.config("GET", `teams?name=${name}`)).body.data.length;
}

describe("the same key and the same body", () => {
  it("make one row, and have one answer", async () => {
    const first = seen(await tenant.config("POST", "teams", keyed("a-1", { name: "Once" })));
    const again = seen(await tenant.config("POST", "teams", keyed("a-1", { name: "Once" })));
    expect(first).toMatchObject({ status: 201, replayed: undefined, etag: expect.any(String) });
    expect(first.location).toBe(`/api/v1/config/teams/${first.body.id}`);
    expect(again).toEqual({ ...first, replayed: "true" });
    expect(await named("Once")).toBe(1);
  });

  it("change and delete once", async () => {
    const { id } = (await tenant.config("POST", "teams", { body: { name: "Two" } })).body;
    const put = () => tenant.config("PUT", `teams/${id}`, keyed("a-2", { name: "Two new" }));
    const first = seen(await put());
    await tenant.config("PUT", `teams/${id}`, { body: { name: "Two newer" } });
    expect(seen(await put())).toEqual({ ...first, replayed: "true" });
    expect((await tenant.config("GET", `teams/${id}`)).body.name).toBe("Two newer");
    const gone = seen(await tenant.config("DELETE", `teams/${id}`, keyed("a-3")));
    expect(gone).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(seen(await tenant.config("DELETE", `teams/${id}`, keyed("a-3")))).toEqual({
      ...gone,
      replayed: "true",
    });
    expect((await tenant.config("DELETE", `teams/${id}`, keyed("a-4"))).status).toBe(404);
  });

  it("is one event, one plan that is applied once, and one override", async () => {
    const event = { event: "alert_created", title: "Disk full" };
    const one = (await tenant.api("POST", "events", keyed("e-1", event))).body;
    expect((await tenant.api("POST", "events", keyed("e-1", event))).body).toEqual(one);
    expect((await tenant.api("POST", "events", keyed("e-2", event))).body.id).not.toBe(one.id);
    const bundle = { bundle: { teams: [{ name: "Planned" }] } };
    const plan = () => tenant.api("POST", "plans", keyed("p-1", bundle));
    const { id } = (await plan()).body;
    expect((await plan()).body.id).toBe(id);
    const apply = () => tenant.api("POST", `plans/${id}/apply`, keyed("p-2", {}));
    const applied = seen(await apply());
    expect(applied.status).toBe(200);
    expect(seen(await apply())).toEqual({ ...applied, replayed: "true" });
    const override = { service: "cart", allow: true, reason: "a fix" };
    const held = seen(await tenant.api("POST", "deploy_gate/override", keyed("o-1", override)));
    await tenant.api("DELETE", "deploy_gate/override?service=cart");
    expect(seen(await tenant.api("POST", "deploy_gate/override", keyed("o-1", override)))).toEqual({
      ...held,
      replayed: "true",
    });
    expect((await tenant.api("DELETE", "deploy_gate/override?service=cart")).status).toBe(404);
  });

  it("is one organization, and one member of it, of the operator", async () => {
    const operator = (path: string, key: string, body: object) =>
      test.send("POST", `/api/v1/operator/organizations${path}`, {
        headers: { authorization: `Bearer ${test.settings.operatorToken}`, "idempotency-key": key },
        body,
      });
    const create = (key: string) => operator("", key, { name: "Made once" });
    const asked = vi.spyOn(test.database, "query");
    const first = seen(await create("op-1"));
    expect(first.status).toBe(201);
    // The answer is kept in the organization's own transaction, and by no statement after it.
    const names = asked.mock.calls.map(([{ name }]) => name).filter((name) => name.includes("kept-answers"));
    expect(names).toEqual(["kept-answers/begin-attempt"]);
    asked.mockRestore();
    expect(seen(await create("op-1"))).toEqual({ ...first, replayed: "true" });
    expect((await create("op-2")).body.slug).toBe("made-once-2");
    const add = () =>
      operator(`/${first.body.id}/members`, "op-3", { email: "once@example.com", role: "viewer" });
    const member = seen(await add());
    expect(member.status).toBe(201);
    expect(seen(await add())).toEqual({ ...member, replayed: "true" });
  });

  it("rotate once", async () => {
    const rotate = (key: string) => tenant.config("POST", "aws_external_id/rotate", keyed(key));
    const first = seen(await rotate("r-1"));
    expect(seen(await rotate("r-1"))).toEqual({ ...first, replayed: "true" });
    expect((await rotate("r-2")).body.external_id).not.toBe(first.body.external_id);
    const { id } = (
      await tenant.config("POST", "alert_heartbeats", { body: { name: "Backup", every_minutes: 60 } })
    ).body;
    const url = () => tenant.config("POST", `alert_heartbeats/${id}/rotate`, keyed("r-3"));
    const rotated = seen(await url());
    expect(seen(await url())).toEqual({ ...rotated, replayed: "true" });
  });

  it("are no other at a key of another credential, or in another organization", async () => {
    const other = await test.makeTenant();
    const body = { name: "Everybody's" };
    expect((await tenant.config("POST", "teams", keyed("same", body))).status).toBe(201);
    expect((await other.config("POST", "teams", keyed("same", body))).status).toBe(201);
    const key = await test.makeKey(tenant.organization.id, ["api:admin"]);
    const headers = { authorization: `Bearer ${key.value}`, "idempotency-key": "same" };
    expect((await test.send("POST", "/api/v1/config/teams", { headers, body })).status).toBe(409);
  });

  it("is done once of many that come at the same time", async () => {
    const send = async (): Promise<Answer> => {
      const answer = await tenant.config("POST", "teams", keyed("many", { name: "Many" }));
      if (answer.body.reason !== "in_progress") return answer;
      expect(answer.status).toBe(409);
      expect(answer.headers["retry-after"]).toBe("1");
      await pause(20);
      return send();
    };
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotency-replayed"] === undefined)).toHaveLength(1);
  });
});

describe("a key", () => {
  it("with another body, address or method is refused", async () => {
    const body = { name: "Used" };
    const { id } = (await tenant.config("POST", "teams", keyed("used", body))).body;
    for (const [method, path, other] of [
      ["POST", "teams", { name: "Other" }],
      ["POST", "deploy_policies", body],
      ["PUT", `teams/${id}`, body],
      ["DELETE", `teams/${id}`, undefined],
    ] as const) {
      const refused = await tenant.config(method, path, keyed("used", other));
      expect([method, path, refused.status]).toEqual([method, path, 422]);
      expect(refused.body).toMatchObject({ reason: "idempotency_key_reused", field: "Idempotency-Key" });
    }
    expect(await named("Other")).toBe(0);
  });

  it("is free again where the call was refused", async () => {
    expect((await tenant.config("POST", "teams", keyed("free", { nam: "x" }))).status).toBe(422);
    expect((await tenant.config("POST", "teams", keyed("free", { name: "Free" }))).status).toBe(201);
    expect((await tenant.config("POST", "teams", keyed("taken", { name: "Free" }))).status).toBe(409);
    expect((await tenant.config("POST", "teams", keyed("taken", { name: "Freer" }))).status).toBe(201);
  });

  it("has 1 to 255 characters, in quotes or without", async () => {
    const body = { name: "Quoted" };
    expect((await tenant.config("POST", "teams", keyed('"quo\\"ted"', body))).status).toBe(201);
    const bare = await tenant.config("POST", "teams", keyed('quo"ted', body));
    expect(bare.headers["idempotency-replayed"]).toBe("true");
    const long = "k".repeat(255);
    expect((await tenant.config("POST", "teams", keyed(long, { name: "Long" }))).status).toBe(201);
    for (const bad of ["", `${long}k`, '"open', '"a"b"', "umläut"]) {
      const refused = await tenant.config("POST", "teams", keyed(bad, { name: "Never" }));
      expect([bad, refused.status, refused.body.field]).toEqual([bad, 400, "Idempotency-Key"]);
    }
    expect(await named("Never")).toBe(0);
  });

  it("lasts a day", async () => {
    const send = () => tenant.config("POST", "teams", keyed("day", { name: "Day" }));
    const { id } = (await send()).body;
    await tenant.config("DELETE", `teams/${id}`);
    const age = (by: string) =>
      test.database.execute(
        `UPDATE kept_answers SET begun_at = begun_at - interval '${by}' WHERE key = 'day'`,
      );
    await age("23 hours 59 minutes");
    expect((await send()).body.id).toBe(id);
    await age("2 minutes");
    const anew = await send();
    expect(anew.headers["idempotency-replayed"]).toBeUndefined();
    expect(anew.body.id).not.toBe(id);
    await age("25 hours");
    await test.service.upkeep.now();
    const left = await test.database.queryText(
      { name: "t", text: "SELECT 1 FROM kept_answers WHERE key = 'day'" },
      [],
    );
    expect(left).toEqual([]);
  });
});

describe("a call whose process died", () => {
  const asIfDead = (key: string, more: string) =>
    test.database.execute(
      `UPDATE kept_answers SET node = 'gone', alive_until = now() - interval '1 second', answer = NULL ${more} WHERE key = '${key}'`,
    );

  it("is made anew where nothing of it was done", async () => {
    await tenant.config("POST", "teams", keyed("dead-1", { name: "Dead" }));
    await tenant.config("DELETE", `teams/${(await tenant.config("GET", "teams?name=Dead")).body.data[0].id}`);
    await asIfDead("dead-1", ", attempt = 'req_never'");
    expect((await tenant.config("POST", "teams", keyed("dead-1", { name: "Dead" }))).status).toBe(201);
  });

  it("is not made anew where its record says that it was done", async () => {
    const { body } = await tenant.config("POST", "alert_heartbeats", {
      body: { name: "Job", every_minutes: 60 },
    });
    const rotate = () => tenant.config("POST", `alert_heartbeats/${body.id}/rotate`, keyed("dead-2"));
    const { url } = (await rotate()).body;
    await asIfDead("dead-2", "");
    const again = await rotate();
    expect([again.status, again.headers["idempotency-replayed"], again.body.url]).toEqual([200, "true", url]);
    const made = await tenant.config("POST", "teams", keyed("dead-3", { name: "Lost" }));
    expect(made.status).toBe(201);
    await asIfDead("dead-3", "");
    const lost = await tenant.config("POST", "teams", keyed("dead-3", { name: "Lost" }));
    expect([lost.status, lost.body.reason]).toEqual([409, "answer_lost"]);
  });
});

describe("one-time links", () => {
  it("are given out again once: to invite, to invite anew, to reset, and by the operator", async () => {
    const site = siteOf(test);
    const admin = await site.makeMember(tenant.organization.id, "org_admin", "inviting@example.com");
    const members = `organizations/${tenant.organization.slug}/members`;
    const ofOperator = `operator/organizations/${tenant.organization.id}/members`;
    const person = (name: string) => ({ email: `${name}@example.com`, role: "viewer" });
    const invited = (await admin.send("POST", members, { body: person("linked") })).body.id;
    const account = {
      email: (await site.makeMember(tenant.organization.id, "viewer", "reset@example.com")).email,
    };
    const calls: readonly [string, () => Promise<Answer>][] = [
      ["invite_url", () => admin.send("POST", members, keyed("link-1", person("one")))],
      ["invite_url", () => admin.send("POST", `${members}/${invited}/invitation`, keyed("link-2"))],
      ["invite_url", () => tenant.api("POST", "members", keyed("link-3", person("two")))],
      ["invite_url", () => site.operator("POST", ofOperator, keyed("link-4", person("three")))],
      ["invite_url", () => site.operator("POST", `${ofOperator}/${invited}/invitation`, keyed("link-5"))],
      ["reset_url", () => site.operator("POST", "operator/accounts/reset", keyed("link-6", account))],
    ];
    for (const [member, send] of calls) {
      const [first, second, third] = [await send(), await send(), await send()];
      expect(first.body[member], first.text).toMatch(/^https?:/);
      expect(second.body[member]).toBe(first.body[member]);
      expect([third.status, third.body.reason, third.text.includes("http")]).toEqual([
        409,
        "answer_spent",
        false,
      ]);
    }
  });

  it("are nothing to be spent where the answer has none: it is given again as often as the call comes", async () => {
    const site = siteOf(test);
    const asked = {
      email: (await site.makeMember(tenant.organization.id, "viewer", "own@example.com")).email,
    };
    const body = { ...asked, password: "a password of the operator's" };
    const send = () => site.operator("POST", "operator/accounts/reset", keyed("no-link", body));
    const first = await send();
    expect([first.status, first.text.includes("http")]).toEqual([200, false]);
    for (const again of [await send(), await send(), await send()])
      expect(seen(again)).toEqual({ ...seen(first), replayed: "true" });
  });
});

describe("secrets", () => {
  it("are given out again once, and are nowhere to be read", async () => {
    const admin = await siteOf(test).makeMember(tenant.organization.id, "org_admin");
    const path = `organizations/${tenant.organization.slug}/api_keys`;
    const make = () => admin.send("POST", path, keyed("secret", { name: "CI", scopes: ["api:admin"] }));
    const { id, key } = (await make()).body;
    const kept = await test.database.queryText<{ answer: string }>(
      { name: "test-kept", text: "SELECT answer FROM kept_answers WHERE key = 'secret'" },
      [],
    );
    expect(kept[0]?.answer).toMatch(/^[0-9a-f]{8}\.[A-Za-z0-9+/=]+$/);
    expect((await make()).body).toMatchObject({ id, key });
    const third = await make();
    expect([third.status, third.body.reason]).toEqual([409, "answer_spent"]);
    const rotate = () => admin.send("POST", `${path}/${id}/rotate`, keyed("turn", { overlap_minutes: 0 }));
    const first = await rotate();
    const second = await rotate();
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    const token = () =>
      admin.send(
        "POST",
        "account/tokens",
        keyed("pat", { name: "x", organizations: [tenant.organization.id] }),
      );
    const made = (await token()).body;
    expect((await token()).body).toEqual(made);
  });
});

it("asks nothing more of the database without a key", async () => {
  const before = await test.database.queryText<{ n: string }>(
    { name: "t2", text: "SELECT count(*)::text AS n FROM kept_answers" },
    [],
  );
  await tenant.config("POST", "teams", { body: { name: "Plain" } });
  const after = await test.database.queryText<{ n: string }>(
    { name: "t2", text: "SELECT count(*)::text AS n FROM kept_answers" },
    [],
  );
  expect(after).toEqual(before);
});
