/** Changes that are near to each other are one mail; what calls somebody does not wait for it. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { hurry, type MailServer, notify, startMailServer, textOf } from "./support.ts";

let test: TestService;
let server: MailServer;
let tenant: Tenant;
beforeAll(async () => {
  server = await startMailServer();
  test = await startService({ SMTP_URL: server.url, ORGCONFIG_PUBLIC_URL: "https://config.example" });
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(async () => {
  await test.database.execute("DELETE FROM deliveries WHERE status = 'queued'");
  server.mails.length = 0;
  server.answer = () => undefined;
  tenant = await test.makeTenant({ name: "Acme" });
});

const sealed = () => test.service.audit.sealer.flush();
const subjects = () => server.mails.map(({ headers }) => headers.subject);
const text = () => textOf(server.mails[0] as never).replaceAll("\r\n", "\n");

async function notification(name: string, recipients: readonly string[]): Promise<void> {
  const body = { name, channel: "email", recipients, resources: ["teams"] };
  expect((await tenant.config("POST", "change_notifications", { body })).status).toBe(201);
}

async function team(name: string): Promise<string> {
  const made = await tenant.config("POST", "teams", { body: { name } });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** The deliveries of changes, by their status and how often each failed. */
const deliveries = () =>
  test.database.queryText<{ status: string; attempts: number }>(
    {
      name: "test-gathered",
      text: "SELECT status, attempts FROM deliveries WHERE organization_id = $1 AND source LIKE 'change/%' ORDER BY ordinal",
    },
    [tenant.organization.id],
  );

it("are one mail in their order, that no page waits for", async () => {
  await notification("n", ["ops@example.com"]);
  await notify(tenant, { recipients: ["ops@example.com"] });
  const id = await team("Search");
  await sealed();
  await tenant.config("PUT", `teams/${id}`, { body: { name: "Finders" } });
  await sealed();
  await tenant.config("DELETE", `teams/${await team("Old")}`);
  await sealed();
  await tenant.api("POST", "events", { body: { event: "alert_created", title: "Disk is full" } });
  await until(() => server.mails.length > 0);
  expect(subjects()).toEqual(["[Acme] Alert: Disk is full"]);
  expect(await deliveries()).toEqual(Array(4).fill({ status: "queued", attempts: 0 }));
  server.mails.length = 0;
  // The minute of the first is over; the others were made a little later.
  await test.database.queryText(
    {
      name: "test-first-due",
      text: "UPDATE deliveries SET next_attempt_at = now() WHERE ordinal = (SELECT min(ordinal) FROM deliveries WHERE organization_id = $1 AND status = 'queued')",
    },
    [tenant.organization.id],
  );
  await until(() => server.mails.length > 0);
  await until(async () => (await deliveries()).every(({ status }) => status === "sent"));
  expect(subjects()).toEqual(["[Acme] test made 4 changes"]);
  const titles = text().match(/^test (created|changed|deleted) .*(?=, \d+ \w+ \d{4})/gm);
  expect(titles).toEqual([
    'test created the team "Search"',
    'test changed the team "Finders"',
    'test created the team "Old"',
    'test deleted the team "Old"',
  ]);
  expect(text()).toContain("\n- Name: Search → Finders\n- See the row\n  https://config.example/o/");
  expect(server.mails[0]?.headers["list-unsubscribe"]).toMatch(
    /^<https:\/\/config\.example\/unsubscribe\?token=[\w-]+>$/,
  );
});

it("are tried again together, once taken sent no more, and apart for each notification and receiver", async () => {
  await notification("one", ["a@example.com", "b@example.com"]);
  await notification("two", ["a@example.com"]);
  await team("A");
  await team("B");
  await sealed();
  let refusals = 0;
  server.answer = (to) => (to === "b@example.com" && refusals++ === 0 ? 451 : undefined);
  await test.service.delivery.flush();
  expect((await deliveries()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 0, 0, 1, 1]);
  await hurry(test);
  await test.service.delivery.flush();
  await test.service.delivery.flush();
  expect(server.mails.map(({ to, headers }) => `${to} ${headers.subject}`).sort()).toEqual([
    "a@example.com [Acme] test made 2 changes",
    "a@example.com [Acme] test made 2 changes",
    "b@example.com [Acme] test made 2 changes",
  ]);
  expect(new Set(server.mails.map(({ headers }) => headers["message-id"])).size).toBe(3);
  expect((await deliveries()).map(({ status }) => status)).toEqual(Array(6).fill("sent"));
});

it("that a program makes by the hundred are one mail", async () => {
  await notification("n", ["ops@example.com"]);
  const count = 205;
  await Promise.all(Array.from({ length: count }, (_, at) => team(`Team ${at}`)));
  await sealed();
  await test.service.delivery.flush();
  expect(subjects()).toEqual([`[Acme] test made ${count} changes`]);
  expect(text().match(/^test created the team /gm)).toHaveLength(count);
  expect(await deliveries()).toEqual(Array(count).fill({ status: "sent", attempts: 0 }));
});

it("that are sent again with more are another mail, not a repetition of the first", async () => {
  await notification("n", ["ops@example.com"]);
  await team("A");
  await sealed();
  const tried: string[] = [];
  server.answer = (_, raw) => {
    tried.push(/^Message-ID: (.*)$/im.exec(raw)?.[1] ?? "");
    return tried.length === 1 ? 451 : undefined;
  };
  await test.service.delivery.flush();
  await team("B");
  await sealed();
  await hurry(test);
  await test.service.delivery.flush();
  expect(subjects()).toEqual(["[Acme] test made 2 changes"]);
  expect(new Set(tried).size).toBe(2);
});
