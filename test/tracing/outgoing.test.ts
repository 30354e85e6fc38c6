/** What the service sends by itself has traces of its own: mail, webhooks and the audit log on its way. */
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MailServer, startMailServer, startReceiver } from "../events/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Recording, recordSpans, type SeenSpan, wayTo } from "../support/traces.ts";
import { until } from "../support/until.ts";

let recording: Recording;
let test: TestService;
let tenant: Tenant;
let mail: MailServer;
let webhook: Awaited<ReturnType<typeof startReceiver>>;
let syslog: Server;

beforeAll(async () => {
  mail = await startMailServer();
  webhook = await startReceiver();
  syslog = createServer((socket) => socket.on("error", () => {}).resume());
  await new Promise<void>((resolve) => syslog.listen(0, "127.0.0.1", resolve));
  const { port } = syslog.address() as { port: number };
  recording = recordSpans();
  test = await startService({
    SMTP_URL: mail.url,
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    ORGCONFIG_SYSLOG_URL: `tcp://127.0.0.1:${port}`,
  });
  tenant = await test.makeTenant();
});
afterAll(async () => {
  recording.end();
  await test.close();
  await Promise.all([mail.close(), webhook.close()]);
  syslog.close();
});

const named = (name: string) => recording.spans().find((span) => span.name === name);
const way = (span: SeenSpan | undefined) => wayTo(recording.spans(), span);

async function notifyBy(body: object): Promise<void> {
  await tenant.config("POST", "change_notifications", { body: { name: JSON.stringify(body), ...body } });
}

it("shows each delivery to a target, with what it was sent by", async () => {
  await notifyBy({ channel: "webhook", webhook_url: webhook.url });
  await notifyBy({ channel: "email", recipients: ["geheim@example.com"] });
  await tenant.config("POST", "teams", { body: { name: "Geheim" } });
  // Mails of changes wait for others of the same minute.
  await test.service.audit.sealer.flush();
  await until(async () => {
    await test.service.delivery.flush();
    return named("deliveries by email") !== undefined;
  });
  await until(
    () => named("deliveries by webhook") !== undefined && named("deliveries by email") !== undefined,
  );

  const posted = recording.spans().find(({ kind, name }) => kind === "client" && name === "POST");
  expect(way(posted)).toEqual(["internal deliveries by webhook", "consumer deliver webhook", "client POST"]);
  expect(posted?.attributes).toMatchObject({ "orgconfig.call.use": "change" });
  const traceparent = `00-${posted?.traceId}-${posted?.id}-01`;
  expect(webhook.posts.map(({ headers }) => headers.traceparent)).toContain(traceparent);
  expect(named("deliver webhook")?.attributes).toMatchObject({
    "orgconfig.delivery.id": expect.stringMatching(/^dlv_/),
    "orgconfig.delivery.channel": "webhook",
    "orgconfig.delivery.attempt": 1,
  });

  const mailed = named("smtp send");
  expect(way(mailed)).toEqual(["internal deliveries by email", "consumer deliver email", "client smtp send"]);
  expect(mailed?.attributes).toEqual({
    "network.protocol.name": "smtp",
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(mail.url).port),
  });
  // The one target learns nothing of the other.
  expect(mailed?.traceId).not.toBe(posted?.traceId);
  expect(JSON.stringify(recording.spans()).toLowerCase()).not.toContain("geheim");
});

it("shows the audit log on its way", async () => {
  const task = "internal sending of audit records to the syslog";
  // The task ends after what it sent.
  await until(() => way(named("syslog send")).length === 2);
  expect(way(named("syslog connect"))).toEqual([task, "client syslog connect"]);
  expect(way(named("syslog send"))).toEqual([task, "client syslog send"]);
});
