/** The intake: what is kept, what is answered, and what is not done twice. No mail server: mail is held. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { notify } from "./support.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());
beforeEach(async () => {
  tenant = await test.makeTenant();
  await notify(tenant, { recipients: ["ops@example.com", "team@example.com"] });
});

const alert = { event: "alert_created", title: "Disk is full", labels: { host: "db-1" } };

async function count(table: "events" | "deliveries"): Promise<number> {
  const [found] = await test.database.queryText<{ count: string }>(
    { name: `count-${table}`, text: `SELECT count(*) FROM ${table} WHERE organization_id = $1` },
    [tenant.organization.id],
  );
  return Number(found?.count);
}

it("keeps an event with a mail for each recipient, and logs the subject of mail that is held", async () => {
  const { status, body } = await tenant.api("POST", "events", { body: alert });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    event: "alert_created",
    status: "held",
    reason: "no_mail_server",
    message: expect.stringMatching(/held for 2 addresses.*no mail server.*SMTP_URL/),
    recipients: ["ops@example.com", "team@example.com"],
  });
  expect(await count("deliveries")).toBe(2);
  expect(test.logs.some((line) => line.includes("mail is held") && line.includes("Disk is full"))).toBe(true);
});

it("answers the same when a dedupe_key comes again, and does nothing", async () => {
  const body = { ...alert, dedupe_key: "k1" };
  const first = await tenant.api("POST", "events", { body });
  await notify(tenant, { enabled: false });
  const second = await tenant.api("POST", "events", { body: { ...body, title: "Something else" } });
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toEqual(first.body);
  expect([await count("events"), await count("deliveries")]).toEqual([1, 2]);
});

it("takes one of twenty that come at once with one dedupe_key", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tenant.api("POST", "events", { body: { ...alert, dedupe_key: "k2" } })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await count("deliveries")).toBe(2);
});

it("takes a dedupe_key for something new after a day, and in another organization at once", async () => {
  const body = { ...alert, dedupe_key: "k3" };
  const first = await tenant.api("POST", "events", { body });
  await test.database.queryText(
    { name: "age-events", text: "UPDATE events SET at = at - interval '25 hours' WHERE id = $1" },
    [first.body.id],
  );
  const next = await tenant.api("POST", "events", { body });
  expect(next.status).toBe(201);
  expect(next.body.id).not.toBe(first.body.id);
  const other = await test.makeTenant();
  expect((await other.api("POST", "events", { body })).status).toBe(201);
});

it("explains without keeping or sending anything", async () => {
  const { status, body } = await tenant.api("POST", "events?explain=true", { body: alert });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: null, status: "held", reason: "no_mail_server" });
  expect(body.recipients).toHaveLength(2);
  await notify(tenant, { notify_incidents: false });
  expect((await tenant.api("POST", "events?explain=true", { body: alert })).body.reason).toBe("category_off");
  expect([await count("events"), await count("deliveries")]).toEqual([0, 0]);
});

it("keeps a muted alert as muted and mails nobody, until the mute is ended", async () => {
  const made = await tenant.config("POST", "alert_mutes", {
    body: { pattern: "HOST=db-*", reason: "maintenance", duration_minutes: 5 },
  });
  const muted = await tenant.api("POST", "events", { body: alert });
  expect(muted.status).toBe(201);
  expect(muted.body).toMatchObject({ status: "muted", reason: "alert_mute", mute_id: made.body.id });
  expect([await count("events"), await count("deliveries")]).toEqual([1, 0]);
  await tenant.config("DELETE", `alert_mutes/${made.body.id}`);
  expect((await tenant.api("POST", "events", { body: alert })).body.status).toBe("held");
});

it.each([
  [{}, "event"],
  [{ event: "disk_full", title: "x" }, "event"],
  [{ event: "alert_created", title: "" }, "title"],
  [{ event: "alert_created", title: "x", labels: { a: 1 } }, "labels.a"],
  [{ event: "alert_created", title: "x", url: "javascript:alert(1)" }, "url"],
  [{ event: "alert_created", title: "x", severity: "low" }, "severity"],
])("refuses %j naming %s", async (body, field) => {
  const answer = await tenant.api("POST", "events", { body });
  expect([answer.status, answer.body.field]).toEqual([422, field]);
});

it("refuses a read-only key by its name", async () => {
  const key = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  const answer = await tenant.api("POST", "events", {
    headers: { authorization: `Bearer ${key.value}` },
    body: alert,
  });
  expect([answer.status, answer.body.error]).toEqual([403, "read_only_key"]);
});

it("shows the operator what is held, and queues it anew", async () => {
  await tenant.api("POST", "events", { body: alert });
  const { operator } = siteOf(test);
  const { status, body } = await operator("GET", "operator/deliveries");
  expect(status).toBe(200);
  const own = body.data.filter(
    ({ organization }: { organization: string }) => organization === tenant.organization.id,
  );
  expect(own.map(({ status, channel }: Record<string, string>) => `${status} ${channel}`)).toEqual([
    "held email",
    "held email",
  ]);
  const retried = await operator("POST", "operator/deliveries/retry", { body: { ids: [own[0].id] } });
  expect(retried.body).toEqual({ queued: 1, left: 0 });
});
