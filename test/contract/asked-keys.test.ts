/** A key that is asked (`ask`): at REST, acts that are grave are refused once; the answer is in the query. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { created, makeScene, type Scene } from "../alerts/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, siteOf } from "../support/sign-in.ts";

let app: TestService;
let scene: Scene;
let asked: string;
beforeAll(async () => {
  app = await startService();
  scene = await makeScene(app);
  asked = (await app.makeKey(scene.tenant.organization.id, ["api:admin", "mcp:admin"], { ask: true })).value;
});
afterAll(() => app.close());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  app.send(method, `/api/v1/${path}`, {
    headers: { authorization: `Bearer ${asked}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });

const successes = async () =>
  (await recordsOf(app, scene.tenant.organization.id)).filter(({ outcome }) => outcome === "success").length;

interface Act {
  readonly method?: string;
  readonly path: () => Promise<string>;
  readonly body?: () => object;
  readonly would?: object;
  readonly status?: number;
}

const planned = async () => {
  const body = { bundle: { teams: [{ name: "Planned" }] } };
  return (await scene.tenant.api("POST", "plans", { body })).body.id as string;
};

const acts: Readonly<Record<string, Act>> = {
  "a drill": {
    path: async () => "drills",
    body: () => ({ target_id: scene.pager }),
    would: { drills: 1 },
    status: 201,
  },
  "an override of the deploy gate": {
    path: async () => "deploy_gate/override",
    body: () => ({ service: "checkout", allow: true, reason: "a fix" }),
    would: { overrides: 1 },
  },
  "a rotation": { path: async () => "config/aws_external_id/rotate" },
  "the rotation of a heartbeat's URL": {
    path: async () =>
      `config/alert_heartbeats/${await created(scene, "alert_heartbeats", { name: "Backup", every_minutes: 60 })}/rotate`,
  },
  "a delete that takes a secret along": {
    method: "DELETE",
    path: async () =>
      `config/outbound_configs/${await created(scene, "outbound_configs", { name: "spare", kind: "pagerduty", secret: "key" })}`,
    would: { secrets: 1 },
  },
};

describe.each(Object.entries(acts))("%s", (_, { method = "POST", path, body, would, status = 200 }) => {
  it("is asked about, and done with ?confirm=true", async () => {
    const at = await path();
    const before = await successes();
    for (const query of ["", "?confirm=false"]) {
      const first = await send(method, `${at}${query}`, body?.());
      expect([first.status, first.body.error, first.body.reason], first.text).toEqual([
        409,
        "conflict",
        "confirm",
      ]);
      expect(first.body.message).toMatch(/Nothing was done: send it again with \?confirm=true to go on\.$/);
      expect(first.body.would).toEqual(would);
    }
    expect(await successes()).toBe(before);
    const unclear = await send(method, `${at}?confirm=yes`, body?.());
    expect([unclear.status, unclear.body.field], unclear.text).toEqual([422, "confirm"]);
    const done = await send(method, `${at}?confirm=true`, body?.());
    expect(done.status, done.text).toBe(status);
    expect(await successes()).toBeGreaterThan(before);
  });
});

it("a plan is applied by its id once more, and by nothing else", async () => {
  const id = await planned();
  for (const query of ["", "?confirm=true", `?confirm=${id}x`]) {
    const refused = await send("POST", `plans/${id}/apply${query}`, {});
    expect([refused.status, refused.body.reason], refused.text).toEqual([409, "confirm"]);
    expect(refused.body.current).toMatchObject({ id, status: "open" });
    expect(refused.body.message).toContain("?confirm=the id once more");
  }
  const applied = await send("POST", `plans/${id}/apply?confirm=${id}`, {});
  expect([applied.status, applied.body.status], applied.text).toEqual([200, "applied"]);
});

it("what is harmless is done unasked, and what only reads takes no confirm", async () => {
  const made = await send("POST", "config/teams", { name: "Harmless" });
  expect(made.status, made.text).toBe(201);
  expect((await send("PUT", `config/teams/${made.body.id}?confirm=true`, { name: "Calm" })).status).toBe(200);
  expect((await send("DELETE", `config/teams/${made.body.id}`)).status).toBe(200);
  expect((await send("GET", "config/teams?confirm=true")).body.field).toBe("confirm");
  expect((await send("POST", "search/teams?confirm=true", { q: "x" })).status).toBe(422);
});

it("its own refusals come first: a row that is not there, and one that moved", async () => {
  expect((await send("DELETE", "config/outbound_configs/out_none")).status).toBe(404);
  const stale = await send(
    "PUT",
    `config/alert_routes/${scene.route}`,
    { enabled: false },
    { "if-match": '"99"' },
  );
  expect(stale.status, stale.text).toBe(412);
});

it("a question is no answer that a repetition gets", async () => {
  const key = { "idempotency-key": "once" };
  const body = { service: "ledger", allow: false, reason: "hold" };
  expect((await send("POST", "deploy_gate/override", body, key)).status).toBe(409);
  const done = await send("POST", "deploy_gate/override?confirm=true", body, key);
  expect(done.status, done.text).toBe(200);
  const again = await send("POST", "deploy_gate/override?confirm=true", body, key);
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([200, "true"]);
});

it("a key without ask is asked nothing, and may say confirm all the same", async () => {
  const { tenant } = scene;
  const of = (service: string) => ({ body: { service, allow: true, reason: "a fix" } });
  expect((await tenant.api("POST", "deploy_gate/override", of("one"))).status).toBe(200);
  expect((await tenant.api("POST", "deploy_gate/override?confirm=true", of("two"))).status).toBe(200);
  const id = await planned();
  expect((await tenant.api("POST", `plans/${id}/apply`, { body: {} })).status).toBe(200);
});

describe("as a field of keys", () => {
  let admin: Person;
  let keys: string;
  beforeAll(async () => {
    const { id } = scene.tenant.organization;
    admin = await siteOf(app).makeMember(id, "org_admin");
    keys = `organizations/${id}/api_keys`;
  });
  const whoami = async (value: string) =>
    (await app.send("GET", "/api/v1/whoami", { headers: { authorization: `Bearer ${value}` } })).body;

  it("is false where it is left out, is listed, on record, and said by whoami", async () => {
    const make = (body: object) => admin.send("POST", keys, { body: { scopes: ["api:admin"], ...body } });
    const [plain, ask] = [await make({ name: "Plain" }), await make({ name: "Careful", ask: true })];
    expect([plain.body.ask, ask.body.ask]).toEqual([false, true]);
    const { data } = (await admin.send("GET", keys)).body;
    const listed = Object.fromEntries(data.map((key: { name: string; ask: boolean }) => [key.name, key.ask]));
    expect(listed).toMatchObject({ Plain: false, Careful: true });
    expect([(await whoami(plain.body.key)).ask, (await whoami(ask.body.key)).ask]).toEqual([false, true]);
    const record = (await recordsOf(app, scene.tenant.organization.id)).find(
      (one) => one.row_id === ask.body.id,
    );
    expect(record?.changes).toContainEqual({ field: "ask", before: null, after: true });
    expect((await make({ name: "Wrong", ask: "yes" })).body.field).toBe("ask");
  });

  it("is kept by the successor of a rotation", async () => {
    const made = await admin.send("POST", keys, { body: { name: "R", scopes: ["api:admin"], ask: true } });
    const next = await admin.send("POST", `${keys}/${made.body.id}/rotate`, { body: {} });
    expect([next.status, next.body.ask], next.text).toEqual([201, true]);
    expect((await whoami(next.body.key)).ask).toBe(true);
  });
});
