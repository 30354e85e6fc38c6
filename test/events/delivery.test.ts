/** Mail on its way, over a real SMTP server: in order, once, again after a failure, and in one piece. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transactionExecutor } from "../../src/database/executor.ts";
import { reseal } from "../../src/database/reseal.ts";
import { createVault, newSecretKey, type SecretKey, secretKey } from "../../src/database/vault.ts";
import { nothingMore } from "../../src/features/alerting/delivery/retry.ts";
import { sealedDeliveries } from "../../src/features/alerting/delivery/sealed-store.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { createSender } from "./sender.ts";
import { hurry, type MailServer, notify, startMailServer, textOf } from "./support.ts";

let server: MailServer;
let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  server = await startMailServer();
  test = await startService({
    SMTP_URL: server.url,
    MAIL_FROM: "Acme <mail@acme.example>",
    ORGCONFIG_PUBLIC_URL: "https://config.example",
  });
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(async () => {
  server.mails.length = 0;
  server.answer = () => undefined;
  tenant = await test.makeTenant({ name: "Acme" });
  await notify(tenant, { recipients: ["ops@example.com"] });
});

async function emit(title: string, more: Record<string, unknown> = {}): Promise<string> {
  const { status, headers, body } = await tenant.api("POST", "events", {
    body: { event: "alert_created", title, ...more },
  });
  // Events are taken in and not read back, so there is no Location.
  expect([status, headers.location]).toEqual([201, undefined]);
  return body.id;
}

const subjects = () => server.mails.map(({ headers }) => headers.subject);

describe("a mail", () => {
  it("reads well, says how to get no more, and names its conversation", async () => {
    await emit("Disk is full", {
      body: "Only 3 % left.\nClean up.",
      service: "checkout",
      labels: { severity: "critical", dashboard: "a rather long one", team: "storage", region: "eu-west-1" },
      url: "https://grafana.example/d/1",
      dedupe_key: "alert-1",
    });
    await until(() => server.mails.length === 1);
    const [mail] = server.mails;
    expect(mail?.headers).toMatchObject({
      from: "Acme <mail@acme.example>",
      to: "ops@example.com",
      subject: "[Acme] Alert, critical: checkout: Disk is full",
      "auto-submitted": "auto-generated",
    });
    // It is a page: there is nothing to unsubscribe from.
    expect(mail?.headers).not.toHaveProperty("list-unsubscribe");
    expect(mail?.headers["message-id"]).toMatch(/^<[0-9a-f]{32}@acme\.example>$/);
    expect(mail?.headers.references).toMatch(/^<[0-9a-f]{32}@acme\.example>$/);
    expect(mail?.headers["content-type"]).toContain("multipart/alternative");
    const text = textOf(mail as never);
    expect(text).toMatch(
      /^checkout: Disk is full\r?\n=+\r?\n\r?\nAlert, critical, \d+ \w+ \d{4}, \d\d:\d\d(:\d\d)? UTC\.\r?\n/,
    );
    expect(text).toMatch(/dashboard +a rather long one/);
    expect(text).not.toMatch(/^(service|severity)/m);
    expect(text).toContain("https://grafana.example/d/1");
    // What no terminal breaks in the middle of a word: only an address is longer.
    for (const line of text.split(/\r?\n/))
      if (!line.includes("://")) expect(line.length).toBeLessThanOrEqual(78);
  });

  it("about what calls nobody says how to get no more, with times on the organization's clocks", async () => {
    await tenant.config("PUT", "organization_settings", { body: { timezone: "Asia/Kolkata" } });
    await emit("Quota is nearly used", { event: "quota_warning", body: "Since 29 Nov 2026, 21:40 UTC." });
    await until(() => server.mails.length === 1);
    const [mail] = server.mails;
    const settings = `https://config.example/o/${tenant.organization.slug}/settings/notification_settings`;
    expect(mail?.headers["list-unsubscribe"]).toBe(`<${settings}>`);
    for (const type of ["plain", "html"] as const)
      expect(textOf(mail as never, type)).toContain("Since 30 Nov 2026, 03:10 GMT+5:30.");
    expect(textOf(mail as never)).toContain(settings);
  });

  it("has times on the clocks that its reader chose", async () => {
    const person = await siteOf(test).makeMember(tenant.organization.id, "viewer");
    const chosen = {
      name: "choose-timezone",
      text: "UPDATE users SET timezone = 'Asia/Tokyo' WHERE email = $1 RETURNING id",
    };
    expect(await test.database.queryText(chosen, [person.email])).toHaveLength(1);
    await notify(tenant, { recipients: ["ops@example.com", person.email] });
    await emit("Quota is nearly used", { event: "quota_warning", body: "Since 29 Nov 2026, 21:40 UTC." });
    await until(() => server.mails.length === 2);
    const said = Object.fromEntries(server.mails.map((mail) => [mail.headers.to, textOf(mail)]));
    expect(said["ops@example.com"]).toContain("Since 29 Nov 2026, 21:40 UTC.");
    expect(said[person.email]).toContain("Since 30 Nov 2026, 06:40 GMT+9.");
  });

  it("holds no header, address or mark-up that somebody wrote into a title", async () => {
    const evil = "Hi\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>\u001b[31m\u202e";
    await emit(evil, {
      body: `${evil}\r\n.\r\nMAIL FROM:<x@example.com>`,
      labels: { "a\r\nX-Evil": "1\r\nb" },
    });
    await until(() => server.mails.length === 1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual(["ops@example.com"]);
    expect(Object.keys(mail?.headers ?? {})).not.toContain("bcc");
    expect(Object.keys(mail?.headers ?? {})).not.toContain("x-evil");
    expect(mail?.headers.subject).toBe(
      "[Acme] Alert: Hi Bcc: victim@example.com <script>alert(1)</script> [31m",
    );
    const html = textOf(mail as never, "html");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toMatch(/<\/?script/);
    expect(textOf(mail as never)).not.toContain("\u001b");
  });
});

it("goes to each recipient in a mail of their own, once", async () => {
  await notify(tenant, { recipients: ["a@example.com", "b@example.com", "A@example.com"] });
  await emit("Hello");
  await until(() => server.mails.length >= 2);
  await test.service.delivery.flush();
  expect(server.mails.map(({ to }) => to.join())).toHaveLength(2);
  expect(new Set(server.mails.map(({ headers }) => headers["message-id"])).size).toBe(2);
});

it("goes in the order of arrival", async () => {
  const titles = Array.from({ length: 30 }, (_, index) => `Number ${index}`);
  for (const title of titles) await emit(title);
  await until(() => server.mails.length === 30);
  expect(subjects()).toEqual(titles.map((title) => `[Acme] Alert: ${title}`));
});

it("tries again within ten seconds after a temporary failure, keeps the order, and loses nothing", async () => {
  let refusals = 2;
  server.answer = () => (refusals-- > 0 ? 451 : undefined);
  await emit("First");
  await emit("Second");
  await until(() => refusals < 2);
  await until(async () => {
    const [waiting] = await test.database.queryText<{ wait: number; last_error: string }>(
      {
        name: "waiting",
        text: "SELECT extract(epoch FROM next_attempt_at - now())::float AS wait, last_error FROM deliveries WHERE attempts = 1 AND status = 'queued'",
      },
      [],
    );
    if (waiting !== undefined) expect(waiting.wait).toBeLessThanOrEqual(10);
    return waiting !== undefined;
  });
  await until(async () => {
    await hurry(test);
    await test.service.delivery.flush();
    return server.mails.length >= 2;
  });
  expect(subjects()).toEqual(["[Acme] Alert: First", "[Acme] Alert: Second"]);
});

it("parks what is refused for good, where the operator sees it and sends it again", async () => {
  server.answer = (_to, raw) => (raw.includes("Bad one") ? 554 : undefined);
  await emit("Bad one");
  const { operator } = siteOf(test);
  const own = async () =>
    (await operator("GET", "operator/deliveries")).body.data.filter(
      ({ organization }: Record<string, string>) => organization === tenant.organization.id,
    );
  await until(async () => {
    await hurry(test);
    await test.service.delivery.flush();
    return (await own())[0]?.status === "parked";
  });
  expect((await own())[0].last_error).toContain("the mail server answered");
  server.answer = () => undefined;
  const { body } = await operator("POST", "operator/deliveries/retry", {
    body: { ids: [(await own())[0].id] },
  });
  expect(body.queued).toBe(1);
  await until(() => server.mails.length === 1);
  // What is on record as given up stays so, and is counted.
  const id = "given-up-for-good";
  const noMore = `its outbound target was off for as long as it could wait; ${nothingMore}`;
  await test.database.execute(
    `INSERT INTO deliveries SELECT (jsonb_populate_record(one, jsonb_build_object('id', '${id}', 'status', 'parked', 'last_error', '${noMore}', 'ordinal', one.ordinal + 1000000, 'source', 'given-up'))).*
     FROM deliveries AS one WHERE organization_id = '${tenant.organization.id}' LIMIT 1`,
  );
  const retry = async (ids: readonly string[]) =>
    (await operator("POST", "operator/deliveries/retry", { body: { ids } })).body;
  expect(await retry([])).toEqual({ queued: 0, left: 1 });
  await test.database.execute(`DELETE FROM deliveries WHERE id = '${id}'`);
});

it("sends each mail once although several nodes work at the queue", async () => {
  await notify(tenant, { recipients: Array.from({ length: 20 }, (_, index) => `r${index}@example.com`) });
  const nodes = [newNode(), newNode(), newNode()];
  for (const { background } of nodes) for (const one of background) one.start();
  for (let index = 0; index < 10; index += 1) await emit(`Number ${index}`);
  await until(() => server.mails.length >= 200);
  await Promise.all(nodes.map((node) => node.close()));
  await test.service.delivery.flush();
  expect(new Set(server.mails.map(({ headers }) => headers["message-id"])).size).toBe(200);
  expect(server.mails).toHaveLength(200);
  const inOrder = Array.from({ length: 10 }, (_, index) => `[Acme] Alert: Number ${index}`);
  const toFirst = server.mails.filter(({ to }) => to[0] === "r0@example.com");
  expect(toFirst.map(({ headers }) => headers.subject)).toEqual(inOrder);
});

it("opens an invitation that waits with the new key alone, once the secrets are rotated", async () => {
  server.answer = () => 451;
  const invitation = {
    to: "late@example.com",
    organizationId: tenant.organization.id,
    organizationName: "Acme",
    invitedBy: "Ada",
    url: "https://config.example/invitations/hush",
    expiresAt: new Date(Date.now() + 86_400_000),
  };
  await test.database.transaction(async (connection) =>
    newNode().linkMails.mailInvitation?.({ executor: transactionExecutor(connection) }, invitation),
  );
  const fresh = secretKey(newSecretKey()) as SecretKey;
  const ring = createVault([fresh, ...test.settings.secretKeys]);
  const again = () => reseal(sealedDeliveries(test.database), ring, () => expect.unreachable());
  expect(await again()).toBe(1);
  expect(await again()).toBe(0);
  server.answer = () => undefined;
  const node = newNode([fresh]);
  await until(async () => {
    await hurry(test);
    await node.flush();
    return server.mails.length > 0;
  });
  expect(textOf(server.mails[0] as never)).toContain("https://config.example/invitations/hush");
  await node.close();
});

it("shows the queue to Prometheus, and nothing of whose it is", async () => {
  server.answer = () => 451;
  await emit("Hidden title");
  const figures = async () => (await test.send("GET", "/metrics")).text;
  await until(async () =>
    /^orgconfig_delivery_tries_total\{channel="email",outcome="failed"\} [1-9]/m.test(await figures()),
  );
  const text = await figures();
  expect(text).toMatch(/^orgconfig_deliveries\{channel="email",status="queued"\} [1-9]\d*$/m);
  expect(text).toMatch(/^orgconfig_delivery_oldest_seconds\{channel="email",status="queued"\} \d+(\.\d+)?$/m);
  for (const secret of ["Hidden title", "ops@example.com", tenant.organization.id, tenant.organization.slug])
    expect(text).not.toContain(secret);
  server.answer = () => undefined;
  await until(async () => {
    await hurry(test);
    await test.service.delivery.flush();
    return !/^orgconfig_deliveries\{channel="email",status="queued"\} [1-9]/m.test(await figures());
  });
  expect(await figures()).toMatch(/^orgconfig_delivery_tries_total\{channel="email",outcome="sent"\} [1-9]/m);
});

/** Another node over the same database. */
function newNode(keys: readonly SecretKey[] = test.settings.secretKeys) {
  return createSender({
    database: test.database,
    vault: createVault(keys),
    log: { info() {}, warn() {}, error() {} },
    smtpUrl: server.url,
    mailFrom: test.settings.mailFrom,
    engine: test.service.engine,
  });
}
