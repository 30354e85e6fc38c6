/** What the mail server is trusted with, and what an operator sees when it does not let us in. */
import { afterEach, expect, it } from "vitest";
import { createSmtpTransport } from "../../src/transports/smtp.ts";
import { startService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { hurry, type MailServer, notify, startMailServer } from "./support.ts";

const mail = {
  to: "ops@example.com",
  subject: "Hi",
  text: "Hi",
  html: "<p>Hi</p>",
  messageId: "1@acme.example",
};

let server: MailServer;
afterEach(() => server.close());

/** A server that lets `orgconfig` in with the password `right`, and keeps what it was offered. */
async function startWithPasswords(host = "127.0.0.1"): Promise<{ offered: string[]; port: string }> {
  const offered: string[] = [];
  server = await startMailServer({
    host,
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      offered.push(`${username}:${password}`);
      const good = username === "orgconfig" && password === "right";
      callback(good ? null : new Error("Invalid username or password"), { user: username });
    },
  });
  return { offered, port: new URL(server.url).port };
}

async function send(url: string): Promise<string> {
  const transport = createSmtpTransport({ url, from: "mail@acme.example" });
  try {
    await transport.send(mail);
    return "taken";
  } catch (error) {
    return String(error);
  } finally {
    transport.close();
  }
}

it("tries again with a wrong password, and shows the operator why", async () => {
  const { port } = await startWithPasswords();
  const test = await startService({ SMTP_URL: `smtp://orgconfig:wrong@127.0.0.1:${port}` });
  try {
    const tenant = await test.makeTenant();
    await notify(tenant, { recipients: ["ops@example.com"] });
    await tenant.api("POST", "events", { body: { event: "slo_breach", title: "x" } });
    const listed = async () => (await siteOf(test).operator("GET", "operator/deliveries")).body.data[0];
    await until(async () => (await listed()).attempts >= 1);
    expect(await listed()).toMatchObject({ status: "queued", next_attempt_at: expect.any(String) });
    expect((await listed()).last_error).toMatch(/EAUTH.*535.*Invalid username or password/);
    expect(test.logs.join() + JSON.stringify(await listed())).not.toContain(":wrong@");
    await until(async () => {
      await hurry(test);
      await test.service.delivery.flush();
      return (await listed()).attempts >= 2;
    });
  } finally {
    await test.close();
  }
});

it("gives a password that the server takes", async () => {
  const { port, offered } = await startWithPasswords();
  expect(await send(`smtp://orgconfig:right@127.0.0.1:${port}`)).toBe("taken");
  expect(offered).toEqual(["orgconfig:right"]);
});

it("offers no password to another machine that does no TLS", async () => {
  // Another address than those that are this machine by name.
  const { port, offered } = await startWithPasswords("127.0.0.2");
  expect(await send(`smtp://orgconfig:right@127.0.0.2:${port}`)).toMatch(/the mail server does not serve/);
  expect([offered, server.mails]).toEqual([[], []]);
});

it("takes a sender that the server refuses for the operator's fault, not the recipient's", async () => {
  server = await startMailServer({
    onMailFrom: (_address, _session, callback) =>
      callback(Object.assign(new Error("who are you"), { responseCode: 553 })),
  });
  const transport = createSmtpTransport({ url: server.url, from: "mail@acme.example" });
  await expect(transport.send(mail)).rejects.toMatchObject({
    kind: "unreachable",
    message: expect.stringMatching(/does not take MAIL_FROM: 553/),
  });
  transport.close();
});
