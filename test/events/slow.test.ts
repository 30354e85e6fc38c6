/** Servers that take a connection and then say nothing: whom they hold up, and whom not. */
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { notify, type Receiver, startReceiver } from "./support.ts";

/** Takes every connection, sends nothing, and remembers that somebody is waiting. */
interface Stall {
  readonly port: number;
  readonly waiting: Set<Socket>;
  close(): Promise<void>;
}

async function startStall(): Promise<Stall> {
  const waiting = new Set<Socket>();
  const server: Server = createServer((socket) => {
    waiting.add(socket.resume());
    for (const end of ["close", "error"]) socket.on(end, () => waiting.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return {
    port: (server.address() as { port: number }).port,
    waiting,
    close: () =>
      new Promise((resolve) => {
        for (const socket of waiting) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

let mail: Stall;
let hooks: Stall;
let receiver: Receiver;
let test: TestService;
beforeAll(async () => {
  [mail, hooks, receiver] = await Promise.all([startStall(), startStall(), startReceiver()]);
  test = await startService({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.0/8",
  });
});
afterAll(async () => {
  await Promise.all([mail.close(), hooks.close()]);
  await test.close();
  await receiver.close();
});
afterEach(() => {
  for (const socket of [...mail.waiting, ...hooks.waiting]) socket.destroy();
});

const hook = (tenant: Tenant, name: string, webhook_url: string) =>
  tenant.config("POST", "change_notifications", { body: { name, channel: "webhook", webhook_url } });

it("answers requests and posts webhooks while the mail server says nothing", async () => {
  const tenant = await test.makeTenant();
  await notify(tenant, { recipients: Array.from({ length: 40 }, (_, index) => `r${index}@example.com`) });
  await hook(tenant, "works", receiver.url);
  const event = { event: "slo_breach", title: "Stalled" };
  expect((await tenant.api("POST", "events", { body: event })).status).toBe(201);
  // Every ten seconds the waiting connections are given up: what counts is done while none of them is.
  for (let index = 0, meanwhile = 0; meanwhile < 10; index += 1) {
    await until(() => mail.waiting.size > 0);
    const stalled = [...mail.waiting];
    expect((await tenant.api("POST", "events", { body: event })).status).toBe(201);
    expect((await tenant.config("POST", "teams", { body: { name: `Team ${index}.` } })).status).toBe(201);
    await test.service.audit.sealer.flush();
    await until(() => receiver.posts.some(({ body }) => body.includes(`"Team ${index}."`)));
    if (stalled.every((socket) => mail.waiting.has(socket))) meanwhile += 1;
  }
});

it("posts an organization's webhooks while dozens of another's are stalled before them", async () => {
  const slow = await test.makeTenant();
  for (let index = 0; index < 30; index += 1)
    expect((await hook(slow, `h${index}`, `http://127.0.0.${index + 1}:${hooks.port}/`)).status).toBe(201);
  for (let index = 0; index < 10; index += 1)
    await slow.config("POST", "teams", { body: { name: `Team ${index}` } });
  await test.service.audit.sealer.flush();
  // These are given up after ten seconds, too, and maybe all of them just while another's is posted.
  for (let meanwhile = false; !meanwhile; ) {
    const other = await test.makeTenant();
    await until(() => hooks.waiting.size > 0);
    const stalled = [...hooks.waiting];
    receiver.posts.length = 0;
    await hook(other, "works", receiver.url);
    await other.config("POST", "teams", { body: { name: "Platform" } });
    await test.service.audit.sealer.flush();
    await until(() => receiver.posts.length > 0);
    expect(receiver.posts[0]?.body).toContain(`"slug":"${other.organization.slug}"`);
    meanwhile = stalled.some((socket) => hooks.waiting.has(socket));
  }
});
