/** The calls about one change notification: a marked test that says what the other side answered, and the log of what was sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { hurry, type MailServer, type Receiver, startMailServer, startReceiver, textOf } from "./support.ts";

let server: MailServer;
let receiver: Receiver;
let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  [server, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  test = await startService({ SMTP_URL: server.url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await test.close();
  await Promise.all([server.close(), receiver.close()]);
});
beforeEach(async () => {
  await settle();
  server.mails.length = 0;
  receiver.posts.length = 0;
  receiver.answer = { status: 200 };
  server.answer = () => undefined;
  tenant = await test.makeTenant({ name: "Acme" });
});

async function settle(): Promise<void> {
  await test.service.audit.sealer.flush();
  await test.service.delivery.flush();
}

async function made(body: Record<string, unknown>): Promise<string> {
  const {
    status,
    body: row,
    text,
  } = await tenant.config("POST", "change_notifications", {
    body: { name: "Changes", ...body },
  });
  expect(status, text).toBe(201);
  await settle();
  return row.id;
}
const hook = () => ({ channel: "webhook", webhook_url: `${receiver.url}/hook?from=us` });
const row = async (id: string) => (await tenant.config("GET", `change_notifications/${id}`)).body;
const tested = (id: string) => tenant.api("POST", `change_notifications/${id}/test`);
const log = (id: string, query = "") => tenant.api("GET", `change_notifications/${id}/deliveries${query}`);

describe("a test of a change notification", () => {
  it("is a message of its own to a webhook, signed, and says what was answered", async () => {
    const id = await made({ ...hook(), webhook_secret: "ours" });
    const { status, body } = await tested(id);
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ ok: true, status: 200, summary: "it took the message (HTTP 200)", error: null },
        asked: { method: "POST", url: `${receiver.url}/hook` },
      },
    ]);
    const [post] = receiver.posts;
    expect(post?.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(JSON.parse(post?.body ?? "")).toMatchObject({
      type: "configuration.test",
      data: {
        organization: { name: "Acme" },
        actor: { id: tenant.key.id },
        door: "rest",
        notification: { id, name: "Changes" },
      },
    });
    // A test changes nothing, so that nobody is notified of it as of a change.
    const target = { name: "Hook", kind: "webhook", url: `${receiver.url}/alerts` };
    const { body: alerts } = await tenant.config("POST", "outbound_configs", { body: target });
    await tenant.api("POST", `outbound_configs/${alerts.id}/test`);
    await settle();
    // Of the last two either may be first: a test goes past the queue.
    const posts = receiver.posts.map(({ path, body: text }) => `${path} ${JSON.parse(text).data.action}`);
    expect(posts.sort()).toEqual([
      "/alerts undefined",
      "/hook?from=us create_outbound_config",
      "/hook?from=us undefined",
    ]);
    const records = await recordsOf(test, tenant.organization.id);
    const [record] = records.filter(({ action }) => action === "test_change_notification");
    expect(record).toMatchObject({ row_id: id, outcome: "success", changes: [] });
  });

  it.each([
    [500, "other", "it answered HTTP 500"],
    [401, "auth_invalid", "it answered HTTP 401"],
    [410, "other", "it answered HTTP 410 Gone"],
  ])(
    "says that a webhook answered %i, and the row shows it until one arrives",
    async (answer, error_kind, error) => {
      const id = await made(hook());
      receiver.answer = { status: answer };
      expect((await tested(id)).body).toMatchObject({
        ok: false,
        status: answer,
        error_kind,
        error,
        summary: null,
      });
      const failing = await row(id);
      expect(failing).toMatchObject({
        enabled: true,
        last_error_message: error,
        failing_since: expect.any(String),
      });
      await tested(id);
      expect((await row(id)).failing_since).toBe(failing.failing_since);
      receiver.answer = { status: 204 };
      expect((await tested(id)).body).toMatchObject({ ok: true, status: 204 });
      expect(await row(id)).toMatchObject({ last_error_message: null, failing_since: null });
    },
  );

  it("says that an address is closed, or that nobody answers, without an answer's status", async () => {
    const id = await made({ channel: "webhook", webhook_url: "http://10.0.0.1/hook" });
    expect((await tested(id)).body).toMatchObject({
      ...{
        ok: false,
        status: null,
        error_kind: "network",
        error: expect.stringContaining("private network"),
      },
      next_step: expect.stringContaining("public address"),
    });
  });

  it("reaches one that is off, and leaves on its row why it is", async () => {
    const id = await made(hook());
    receiver.answer = { status: 410 };
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await settle();
    const off = await row(id);
    expect(off).toMatchObject({ enabled: false, last_error_message: expect.stringContaining("410") });
    receiver.answer = { status: 200 };
    expect((await tested(id)).body).toMatchObject({ ok: true });
    expect(await row(id)).toMatchObject({ enabled: false, last_error_message: off.last_error_message });
  });

  it("shows of a Slack channel's address only where it leads, and marks the text", async () => {
    const id = await made({ channel: "slack", slack_webhook_url: `${receiver.url}/services/hidden` });
    const { body, text } = await tested(id);
    expect(body).toMatchObject({ ok: true, asked: { url: receiver.url } });
    expect(text).not.toContain("hidden");
    expect(JSON.parse(receiver.posts[0]?.body ?? "").text).toMatch(
      /^\*Test of the change notification Changes, sent by .+: nothing was changed\*$/,
    );
  });

  it("goes to every mailbox, and says which of them the mail server does not take", async () => {
    const id = await made({ channel: "email", recipients: ["ada@example.com", "bob@example.com"] });
    server.mails.length = 0;
    expect((await tested(id)).body).toMatchObject({
      ...{ ok: true, asked: null, status: null },
      summary: "the mail server took a mail to ada@example.com, bob@example.com",
    });
    expect(server.mails.map(({ to }) => to)).toEqual([["ada@example.com"], ["bob@example.com"]]);
    const [first] = server.mails;
    expect(first?.headers.subject).toContain("[Acme] Test of the change notification Changes");
    expect(textOf(first as never)).toMatch(/names your\s+address/);
    server.answer = (to) => (to.startsWith("bob") ? 550 : undefined);
    expect((await tested(id)).body).toMatchObject({
      ok: false,
      error: expect.stringContaining("bob@example.com: "),
    });
  });
});

describe("the log of deliveries", () => {
  it("has each message with what it reports, its tries, and what was answered", async () => {
    const id = await made(hook());
    const other = await made({ ...hook(), name: "Other", resources: ["slos"] });
    receiver.answer = { status: 503 };
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await settle();
    const [audit] = (await tenant.api("GET", "audit?action=create_team")).body.data;
    const [first] = (await log(id)).body.data;
    expect(first).toMatchObject({
      ...{ sequence: audit.sequence, plan_id: null, address: null, status: "queued", attempts: 1 },
      ...{ answer_status: 503, error: "it answered HTTP 503", ended_at: null },
      ...{ tried_at: expect.any(String), next_attempt_at: expect.any(String) },
      subject: expect.stringContaining('created teams "Platform"'),
    });
    receiver.answer = { status: 202 };
    await hurry(test);
    await settle();
    expect((await log(id)).body.data[0]).toMatchObject({
      ...{
        id: first.id,
        status: "sent",
        attempts: 2,
        answer_status: 202,
        error: null,
        next_attempt_at: null,
      },
      ended_at: expect.any(String),
    });
    expect(receiver.posts.at(-1)?.headers["webhook-id"]).toBe(first.id);
    // Its own creation was notified to the first alone, and it is of SLOs.
    expect((await log(other)).body).toEqual({ data: [], next_cursor: null });
  });

  it("has plans, and each mailbox by itself", async () => {
    const id = await made({ channel: "email", recipients: ["ada@example.com", "bob@example.com"] });
    const plan = await tenant.api("POST", "plans", {
      body: { bundle: { teams: [{ name: "A" }, { name: "B" }] } },
    });
    expect((await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} })).status).toBe(200);
    await settle();
    const { data } = (await log(id)).body;
    expect(data.map(({ address }: { address: string }) => address)).toEqual([
      "bob@example.com",
      "ada@example.com",
    ]);
    expect(data[0]).toMatchObject({
      plan_id: plan.body.id,
      sequence: null,
      status: "sent",
      answer_status: null,
    });
  });

  it("comes in pages, the newest first, and takes no cursor of another call", async () => {
    const id = await made(hook());
    for (const name of ["A", "B", "C", "D", "E"]) await tenant.config("POST", "teams", { body: { name } });
    await settle();
    const whole = (await log(id)).body;
    expect([whole.data.length, whole.next_cursor]).toEqual([5, null]);
    expect(whole.data[0].subject).toContain('"E"');
    const pages: { id: string }[] = [];
    for (let cursor = "", count = 0; ; count += 1) {
      const { body } = await log(id, `?limit=2${cursor}`);
      expect(body.data.length).toBe(count < 2 ? 2 : 1);
      pages.push(...body.data);
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(pages).toEqual(whole.data);
    for (const query of ["?cursor=x", "?limit=0", "?limit=101"])
      expect([query, (await log(id, query)).status]).toEqual([query, 422]);
  });

  it("is for administrators, of their own organization", async () => {
    const id = await made(hook());
    const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
    const path = `/api/v1/change_notifications/${id}/deliveries`;
    const as = (key: string) => test.send("GET", path, { headers: { authorization: `Bearer ${key}` } });
    expect((await as(reader.value)).status).toBe(403);
    expect((await as((await test.makeTenant()).key.value)).status).toBe(404);
    expect((await log("chn_none")).status).toBe(404);
  });
});

it("an address that the mail server refuses for a plan's mail turns its notification off, too", async () => {
  const id = await made({ channel: "email", recipients: ["ada@example.com"] });
  server.answer = () => 550;
  const plan = await tenant.api("POST", "plans", {
    body: { bundle: { teams: [{ name: "A" }, { name: "B" }] } },
  });
  await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
  for (let tries = 0; tries < 4; tries += 1) {
    await settle();
    await hurry(test);
  }
  await settle();
  expect(await row(id)).toMatchObject({ enabled: false, last_error_message: expect.stringContaining("550") });
});
