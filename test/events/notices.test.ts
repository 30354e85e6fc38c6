/** Who is notified of changes: to whom change_notifications say, to the org_admins, and before credentials end. */
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import {
  hurry,
  type MailServer,
  notify,
  type Receiver,
  startMailServer,
  startReceiver,
  textOf,
} from "./support.ts";

let server: MailServer;
let receiver: Receiver;
let test: TestService;
let site: Site;
let tenant: Tenant;
let people = 0;
beforeAll(async () => {
  [server, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  test = await startService({ SMTP_URL: server.url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await Promise.all([server.close(), receiver.close()]);
});
beforeEach(async () => {
  // What an earlier test left in the queue, to be tried again, is not for this one to receive.
  await test.service.audit.sealer.flush();
  await test.database.execute("DELETE FROM deliveries WHERE status = 'queued'");
  await test.service.delivery.flush();
  server.mails.length = 0;
  receiver.posts.length = 0;
  receiver.answer = { status: 200 };
  server.answer = () => undefined;
  tenant = await test.makeTenant({ name: "Acme" });
});

async function addNotification(body: Record<string, unknown>): Promise<string> {
  const made = await tenant.config("POST", "change_notifications", { body: { name: "n", ...body } });
  expect(made.status).toBe(201);
  return made.body.id;
}

async function settle(): Promise<void> {
  await test.service.audit.sealer.flush();
  await test.service.delivery.flush();
}

async function unsent(): Promise<{ status: string; source: string }[]> {
  return test.database.queryText(
    {
      name: "unsent",
      text: "SELECT status, source FROM deliveries WHERE organization_id = $1 AND status <> 'sent' ORDER BY ordinal",
    },
    [tenant.organization.id],
  );
}

const dataOf = () => receiver.posts.map(({ body }) => JSON.parse(body).data);

describe("change notifications", () => {
  it.each([
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    ["a plain täxt", `whsec_${Buffer.from("a plain täxt").toString("base64")}`],
  ])("post to a webhook what the library verifies with the secret %s", async (secret, atReceiver) => {
    await addNotification({
      channel: "webhook",
      webhook_url: `${receiver.url}/hook`,
      webhook_secret: secret,
    });
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await settle();
    await until(() => receiver.posts.length >= 1);
    const post = receiver.posts.find(({ body }) => body.includes('"teams"'));
    const notified = new Webhook(atReceiver).verify(
      post?.body ?? "",
      post?.headers as Record<string, string>,
    );
    expect(notified).toMatchObject({
      type: "configuration.changed",
      data: {
        organization: { name: "Acme", slug: tenant.organization.slug },
        action: "create_team",
        verb: "create",
        resource: "teams",
        actor: { kind: "key", id: tenant.key.id },
        changes: [{ field: "name", before: null, after: "Platform" }],
      },
    });
    expect(receiver.posts.some(({ body }) => body.includes(secret))).toBe(false);
  });

  it("report only the resources, verbs and actors that they name", async () => {
    const made = await tenant.config("POST", "teams", { body: { name: "Old" } });
    await settle();
    await addNotification({
      channel: "webhook",
      webhook_url: receiver.url,
      resources: ["teams"],
      verbs: ["delete"],
      include_diff: false,
    });
    await tenant.config("PUT", `teams/${made.body.id}`, { body: { name: "New" } });
    await notify(tenant, { enabled: false });
    await tenant.config("DELETE", `teams/${made.body.id}`);
    await settle();
    await until(() => receiver.posts.length > 0);
    expect(dataOf().map(({ action }) => action)).toEqual(["delete_team"]);
    expect(dataOf()[0]).not.toHaveProperty("changes");
  });

  it("report nothing from before they were made, nor of their own creation", async () => {
    const at = Date.now();
    await tenant.config("POST", "teams", { body: { name: "Before" } });
    await until(() => Date.now() > at + 1);
    await addNotification({ channel: "webhook", webhook_url: receiver.url });
    await tenant.config("POST", "teams", { body: { name: "After" } });
    await settle();
    await addNotification({ name: "other", channel: "webhook", webhook_url: `${receiver.url}/other` });
    await settle();
    await until(() => receiver.posts.length >= 2);
    expect(dataOf().map(({ row_name }) => row_name)).toEqual(["After", "other"]);
    expect(receiver.posts.map(({ path }) => path)).not.toContain("/other");
  });

  it("are about every resource and every sort of change where their lists are empty", async () => {
    await addNotification({ channel: "webhook", webhook_url: receiver.url, resources: [], verbs: [] });
    const { body } = await tenant.config("POST", "teams", { body: { name: "New" } });
    await tenant.config("DELETE", `teams/${body.id}`);
    await settle();
    await until(() => receiver.posts.length >= 2);
    expect(dataOf().map(({ action }) => action)).toEqual(["create_team", "delete_team"]);
  });

  it("say what the row is called, before and after it is gone, and of a setting which it is", async () => {
    const target = { channel: "slack", slack_webhook_url: receiver.url, include_diff: false };
    await addNotification({ ...target, resources: ["teams", "organization_settings"] });
    const { body } = await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await tenant.config("PUT", `teams/${body.id}`, { body: { name: "Core" } });
    await tenant.config("PUT", "organization_settings", { body: { timezone: "Europe/Berlin" } });
    await tenant.config("DELETE", `teams/${body.id}`);
    await settle();
    await until(() => receiver.posts.length === 4);
    const said = receiver.posts.map((post) => JSON.parse(post.body).text).sort();
    expect(said).toEqual([
      expect.stringMatching(`created teams "(Platform|Core)" \\(${body.id}\\)`),
      expect.stringContaining(`deleted teams "Core" (${body.id})`),
      expect.stringMatching(/updated organization_settings\*$/),
      expect.stringContaining(`updated teams "Core" (${body.id})`),
    ]);
  });

  it.each([
    ["id", () => tenant.key.id],
    ["name", () => "test"],
  ])("say nothing of actors that are excluded by their %s, nor while they are off", async (_by, excluded) => {
    const target = { channel: "webhook", webhook_url: receiver.url };
    await addNotification({ ...target, excluded_actors: [excluded()] });
    await addNotification({ ...target, name: "off", enabled: false });
    await tenant.config("POST", "teams", { body: { name: "Quiet" } });
    await settle();
    expect(receiver.posts).toHaveLength(0);
  });

  it("write mails and Slack messages in words, with secrets as set or changed only", async () => {
    await addNotification({ name: "m", channel: "email", recipients: ["audit@example.com"] });
    await addNotification({ name: "s", channel: "slack", slack_webhook_url: `${receiver.url}/T0/hush` });
    await settle();
    // The first is notified of the second.
    await until(() => server.mails.length > 0);
    server.mails.length = 0;
    receiver.posts.length = 0;
    await tenant.config("POST", "ai_providers", {
      body: { name: "<!channel>", provider: "openai", model: "gpt", api_key: "sk-very-secret" },
    });
    await settle();
    await until(() => server.mails.length === 1 && receiver.posts.length === 1);
    expect(receiver.posts[0]?.path).toBe("/T0/hush");
    const { text } = JSON.parse(receiver.posts[0]?.body ?? "");
    expect(text).toContain("created ai_providers");
    expect(text).toContain("api_key: set");
    expect(text).toContain("&lt;!channel&gt;");
    const mail = textOf(server.mails[0] as never);
    expect(mail).toContain("- API key: set");
    expect(`${mail}${text}`).not.toContain("sk-very-secret");
  });

  /** Tries again and again until the notification is off, and answers its row. */
  async function turnedOff(id: string): Promise<Record<string, unknown>> {
    let row: Record<string, unknown> = {};
    await until(async () => {
      await hurry(test);
      await settle();
      row = (await tenant.config("GET", `change_notifications/${id}`)).body;
      return row.enabled === false;
    });
    return row;
  }

  it("are turned off at once when the target is gone, on record and on the row with the reason", async () => {
    receiver.answer = { status: 410 };
    const id = await addNotification({ channel: "webhook", webhook_url: receiver.url });
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    const row = await turnedOff(id);
    expect(row.last_error_message).toBe("it answered HTTP 410 Gone (1 try)");
    const record = (await recordsOf(test, tenant.organization.id)).find(
      ({ action }) => action === "disable_change_notification",
    );
    expect(record).toMatchObject({ actor_kind: "service", row_id: id });
    const { body } = await tenant.api("GET", "audit?action=disable_change_notification");
    expect(body.data).toMatchObject([{ actor: { kind: "service" }, door: "service", row_id: id }]);
    expect(JSON.stringify(record?.changes)).toContain("HTTP 410");
    // What is read may be written back; the reason goes when somebody turns it on again.
    const path = `change_notifications/${id}`;
    const same = await tenant.config("PUT", path, { body: row });
    expect(same.body).toEqual(row);
    const on = await tenant.config("PUT", path, { body: { ...row, enabled: true } });
    expect(on.body).toMatchObject({ enabled: true, last_error_message: null });
  });

  it("show their target's error while tries fail, and since when, until a message arrives", async () => {
    receiver.answer = { status: 503 };
    const id = await addNotification({ channel: "webhook", webhook_url: `${receiver.url}/away` });
    const path = `change_notifications/${id}`;
    const tag = (await tenant.config("GET", path)).headers.etag;
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    const failing = async () => {
      await hurry(test);
      await settle();
      return (await tenant.config("GET", path)).body;
    };
    await until(async () => (await failing()).last_error_message === "it answered HTTP 503");
    const { failing_since: since } = await failing();
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
    const again = await failing();
    expect(again).toMatchObject({ enabled: true, failing_since: since });
    // What is read may be written back, which changes nothing.
    const same = await tenant.config("PUT", path, { body: again });
    expect([same.body.failing_since, same.headers.etag]).toEqual([since, tag]);
    receiver.answer = { status: 200 };
    await until(async () => (await failing()).last_error_message === null);
    expect((await failing()).failing_since).toBeNull();
  });

  it("are turned off after twelve failures, and whatever waits for the target is parked", async () => {
    receiver.answer = { status: 500 };
    const id = await addNotification({ channel: "webhook", webhook_url: `${receiver.url}/failing` });
    for (const name of ["First", "Waits"]) await tenant.config("POST", "teams", { body: { name } });
    const row = await turnedOff(id);
    expect(row.last_error_message).toBe("it answered HTTP 500 (12 tries)");
    await until(async () => {
      await hurry(test);
      await settle();
      return (await unsent()).every(({ status }) => status === "parked");
    });
    expect(await unsent()).toHaveLength(2);
    const ids = receiver.posts
      .filter(({ path }) => path === "/failing")
      .map(({ headers }) => String(headers["webhook-id"]));
    // Each is tried again under its own id, and none more often than that.
    const tries = [...new Set(ids)].map((one) => ids.filter((other) => other === one).length);
    expect(Math.max(...tries)).toBe(12);
  });

  it("are turned off when the mail server refuses the address, and other mail to it goes on", async () => {
    server.answer = (_to, raw) => (raw.includes("change notification") ? 550 : 451);
    const recipients = ["wrong@example.com"];
    const id = await addNotification({ channel: "email", recipients });
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await notify(tenant, { recipients });
    await tenant.api("POST", "events", { body: { event: "slo_breach", title: "Still to be sent" } });
    const row = await turnedOff(id);
    expect(row.last_error_message).toMatch(
      /^wrong@example\.com: the mail server answered: 550 .* \(4 tries\)$/,
    );
    const statuses = async (of: RegExp) =>
      (await unsent()).filter(({ source }) => of.test(source)).map(({ status }) => status);
    await until(async () => {
      await hurry(test);
      await settle();
      return (await statuses(/^change/)).every((status) => status === "parked");
    });
    expect(await statuses(/^change/)).toHaveLength(2);
    expect(await statuses(/^event/)).toEqual(["queued"]);
  });

  it("stay on while the mail server is away, for that is no fault of the address", async () => {
    const away = await startService({ SMTP_URL: "smtp://127.0.0.1:1" });
    try {
      const other = await away.makeTenant();
      const body = { name: "n", channel: "email", recipients: ["audit@example.com"] };
      const { id } = (await other.config("POST", "change_notifications", { body })).body;
      await other.config("POST", "teams", { body: { name: "Platform" } });
      await away.service.audit.sealer.flush();
      const status = async () =>
        (
          await away.database.queryText<{ status: string }>(
            { name: "one", text: "SELECT status FROM deliveries" },
            [],
          )
        )[0]?.status;
      await until(async () => (await status()) === "queued");
      await away.database.queryText(
        {
          name: "age",
          text: "UPDATE deliveries SET trying_since = now() - interval '1 day', next_attempt_at = now()",
        },
        [],
      );
      await until(async () => (await status()) === "parked");
      expect((await other.config("GET", `change_notifications/${id}`)).body.enabled).toBe(true);
    } finally {
      await away.close();
    }
  });

  it("are not sent into a private network", async () => {
    const id = await addNotification({ channel: "webhook", webhook_url: "http://10.0.0.1/hook" });
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await settle();
    const [row] = await test.database.queryText<{ last_error: string }>(
      { name: "error-of", text: "SELECT last_error FROM deliveries WHERE target = $1" },
      [id],
    );
    expect(row?.last_error).toContain("private network");
  });
});

describe("org_admins", () => {
  async function makeAdmin(): Promise<string> {
    people += 1;
    const email = `admin-${people}@example.com`;
    await site.makeMember(tenant.organization.id, "org_admin", email);
    return email;
  }

  it("are mailed when the last recipient goes and when the audit log is cut shorter, though mail is off", async () => {
    const admin = await makeAdmin();
    await notify(tenant, { recipients: ["ops@example.com"], enabled: false });
    await notify(tenant, { recipients: [] });
    await tenant.config("PUT", "organization_settings", {
      body: { name: "Acme", audit_retention_days: 400 },
    });
    await tenant.config("PUT", "organization_settings", { body: { audit_retention_days: 30 } });
    await settle();
    await until(() => server.mails.length >= 3);
    expect(server.mails.map(({ to, headers }) => `${to} ${headers.subject}`)).toEqual([
      `${admin} [Acme] Notification mail was turned off`,
      `${admin} [Acme] The last recipient of notifications was removed`,
      `${admin} [Acme] The audit log is kept for a shorter time`,
    ]);
    expect(server.mails[0]?.headers["list-unsubscribe"]).toBeUndefined();
  });

  it("are mailed when somebody turns a change notification off, by a change, a plan or a deletion", async () => {
    const admin = await makeAdmin();
    const target = { channel: "webhook", webhook_url: receiver.url };
    const [put, planned, deleted, off] = [
      await addNotification({ ...target, name: "put" }),
      await addNotification({ ...target, name: "planned" }),
      await addNotification({ ...target, name: "deleted" }),
      await addNotification({ ...target, name: "off", enabled: false }),
    ];
    await tenant.config("PUT", `change_notifications/${put}`, { body: { enabled: false } });
    const edits = [{ op: "save", resource: "change_notifications", id: planned, fields: { enabled: false } }];
    const { body } = await tenant.api("POST", "plans", { body: { edits } });
    await tenant.api("POST", `plans/${body.id}/apply`, { body: {} });
    await tenant.config("DELETE", `change_notifications/${deleted}`);
    // That it went changes nothing for anybody.
    await tenant.config("DELETE", `change_notifications/${off}`);
    await settle();
    await until(() => server.mails.length >= 3);
    expect(server.mails.map(({ to, headers }) => `${to} ${headers.subject}`).sort()).toEqual([
      `${admin} [Acme] A change notification was deleted`,
      `${admin} [Acme] A change notification was turned off`,
      `${admin} [Acme] A change notification was turned off`,
    ]);
    expect(server.mails.map((mail) => textOf(mail as never)).join()).toContain(`"deleted" (${deleted})`);
  });

  it("are mailed when a change notification covers less or goes elsewhere, by a change or a plan, and not when it covers more", async () => {
    await makeAdmin();
    const target = { channel: "webhook", webhook_url: `${receiver.url}/first` };
    const made = async (name: string, more: Record<string, unknown> = {}) =>
      addNotification({ ...target, name, resources: ["teams"], verbs: ["create", "delete"], ...more });
    const change = (id: string, body: Record<string, unknown>) =>
      tenant.config("PUT", `change_notifications/${id}`, { body });
    await change(await made("verbs"), { verbs: ["delete"] });
    await change(await made("resources", { resources: [] }), { resources: ["slos"] });
    await change(await made("excluded"), { excluded_actors: [tenant.key.id] });
    await change(await made("secret", { webhook_secret: "first" }), { webhook_secret: "second" });
    const mailed = { channel: "email", webhook_url: null, recipients: ["a@example.com", "b@example.com"] };
    await change(await made("recipients", mailed), { recipients: ["a@example.com", "c@example.com"] });
    const edits = [
      {
        op: "save",
        resource: "change_notifications",
        id: await made("planned"),
        fields: { webhook_url: `${receiver.url}/second` },
      },
    ];
    const { body } = await tenant.api("POST", "plans", { body: { edits } });
    await tenant.api("POST", `plans/${body.id}/apply`, { body: {} });
    // More is covered, of the same targets: nothing that anybody needs to know.
    await change(await made("more", { excluded_actors: ["ci"] }), {
      ...{ name: "all", resources: ["*"], verbs: [], excluded_actors: [], include_diff: false },
    });
    await change(await made("same", { verbs: [] }), { verbs: ["update", "delete", "create"] });
    await change(await made("off", { enabled: false }), { enabled: true, verbs: ["delete"] });
    await settle();
    const notices = () =>
      server.mails.filter(({ headers }) => headers.subject?.includes("A change notification"));
    await until(() => notices().length >= 6);
    expect(new Set(notices().map(({ headers }) => headers.subject))).toEqual(
      new Set(["[Acme] A change notification covers less, or goes elsewhere"]),
    );
    const texts = notices().map((mail) => textOf(mail as never));
    for (const field of [
      "Verbs",
      "Resources",
      "Excluded actors",
      "Webhook secret",
      "Recipients",
      "Webhook URL",
    ])
      expect(
        texts.filter((text) => text.includes(`- ${field}: `)),
        field,
      ).toHaveLength(1);
  });

  it("are mailed when the organization's mail covers less or goes elsewhere", async () => {
    await makeAdmin();
    await notify(tenant, { recipients: ["a@example.com"], notify_slo: false });
    await notify(tenant, { recipients: ["a@example.com", "b@example.com"], notify_slo: true });
    await notify(tenant, { recipients: ["b@example.com"] });
    await notify(tenant, { muted_events: ["slo_breach"] });
    await settle();
    await until(() => server.mails.length >= 3);
    expect(server.mails.map(({ headers }) => headers.subject)).toEqual(
      Array(3).fill("[Acme] Notification mail covers less, or goes elsewhere"),
    );
  });

  it("are mailed when a key is revoked", async () => {
    people += 1;
    const email = `admin-${people}@example.com`;
    const admin = await site.makeMember(tenant.organization.id, "org_admin", email);
    const { id } = await test.makeKey(tenant.organization.id, ["api:admin"]);
    const revoked = await admin.send("DELETE", `organizations/${tenant.organization.slug}/api_keys/${id}`);
    expect(revoked.status).toBe(200);
    await settle();
    await until(() => server.mails.length === 1);
    expect(server.mails[0]?.headers.subject).toBe("[Acme] An API key was revoked");
    expect(textOf(server.mails[0] as never)).toContain(`revoked the API key "test" (${id})`);
  });

  it("are mailed before a key ends, 14 and 3 days before, once each", async () => {
    await makeAdmin();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    const { id } = await test.makeKey(tenant.organization.id, ["api:admin"], { expiresAt: days(30) });
    const notified = async (now: Date) => {
      await Promise.all([
        test.service.delivery.notifyOfExpiry(now),
        test.service.delivery.notifyOfExpiry(now),
      ]);
      await test.service.delivery.flush();
      return server.mails.filter(({ headers }) => headers.subject?.includes("API key")).length;
    };
    expect(await notified(days(10))).toBe(0);
    expect(await notified(days(17))).toBe(1);
    expect(await notified(days(18))).toBe(1);
    expect(await notified(days(28))).toBe(2);
    expect(await notified(days(29))).toBe(2);
    expect(await notified(days(31))).toBe(2);
    expect(server.mails.at(-1)?.headers.subject).toBe('[Acme] The API key "test" ends in 2 days');
    expect(id).toMatch(/^key_/);
  });
});

it("mails org_admins before a SCIM token ends, 14 and 3 days before, once each", async () => {
  people += 1;
  const admin = await site.makeMember(tenant.organization.id, "org_admin", `admin-${people}@example.com`);
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  const path = `organizations/${tenant.organization.slug}/scim_tokens`;
  const made = await admin.send("POST", path, { body: { name: "Okta", expires_at: days(30).toISOString() } });
  expect(made.status).toBe(201);
  const subjects = async (now: Date) => {
    await Promise.all([test.service.delivery.notifyOfExpiry(now), test.service.delivery.notifyOfExpiry(now)]);
    await test.service.delivery.flush();
    return server.mails
      .filter(({ to }) => String(to) === admin.email)
      .map(({ headers }) => headers.subject)
      .filter((subject) => subject?.includes("ends in"));
  };
  const notified = (left: number) => `[Acme] The SCIM token "Okta" ends in ${left} days`;
  expect(await subjects(days(15.9))).toEqual([]);
  expect(await subjects(days(16.1))).toEqual([notified(14)]);
  expect(await subjects(days(27.1))).toEqual([notified(14), notified(3)]);
});

it("mails a token's owner before it ends, 14 and 3 days before, once each", async () => {
  const owner = await site.makeMember(tenant.organization.id, "viewer", "owner@example.com");
  await site.makeMember(tenant.organization.id, "org_admin", "not-the-owner@example.com");
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  const body = {
    name: "laptop",
    organizations: [tenant.organization.id],
    expires_at: days(30).toISOString(),
  };
  expect((await owner.send("POST", "account/tokens", { body })).status).toBe(201);
  const revoked = await owner.send("POST", "account/tokens", { body: { ...body, name: "revoked" } });
  await owner.send("DELETE", `account/tokens/${revoked.body.id}`);
  const subjects = async (now: Date) => {
    await Promise.all([test.service.delivery.notifyOfExpiry(now), test.service.delivery.notifyOfExpiry(now)]);
    await test.service.delivery.flush();
    return server.mails.map(({ to, headers }) => `${to} ${headers.subject}`);
  };
  const notified = (left: number) =>
    `owner@example.com [Acme] The personal access token "laptop" ends in ${left} days`;
  expect(await subjects(days(15.9))).toEqual([]);
  expect(await subjects(days(16.1))).toEqual([notified(14)]);
  expect(await subjects(days(26.9))).toEqual([notified(14)]);
  expect(await subjects(days(27.1))).toEqual([notified(14), notified(3)]);
  expect(await subjects(days(31))).toEqual([notified(14), notified(3)]);
});

it("mails an invitation's link, which the queue keeps sealed and forgets", async () => {
  people += 1;
  const admin = await site.makeMember(tenant.organization.id, "org_admin", `admin-${people}@example.com`);
  const invited = await admin.send("POST", `organizations/${tenant.organization.slug}/members`, {
    body: { email: "newcomer@example.com", role: "viewer" },
  });
  expect(invited.status).toBe(201);
  expect(invited.body.invite_url ?? null).toBeNull();
  await until(() => server.mails.length === 1);
  const link = /https?:\S+\/invitations\/\S+/.exec(textOf(server.mails[0] as never))?.[0] ?? "";
  expect(link).not.toBe("");
  await until(async () => {
    const [row] = await test.database.queryText<{ payload: unknown; status: string }>(
      {
        name: "payload-of",
        text: "SELECT payload, status FROM deliveries WHERE target = 'newcomer@example.com'",
      },
      [],
    );
    expect(JSON.stringify(row?.payload)).not.toContain("/invitations/");
    return row?.status === "sent" && JSON.stringify(row.payload) === "{}";
  });
});
