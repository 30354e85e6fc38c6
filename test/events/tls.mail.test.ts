/** TLS to the mail server, with certificates made here by openssl. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSmtpTransport } from "../../src/transports/smtp.ts";
import { startService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { type MailServer, notify, startMailServer } from "./support.ts";

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for a name. */
function makeCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}

let local: Certificate;
let foreign: Certificate;
let server: MailServer;
beforeAll(() => {
  [local, foreign] = [makeCertificate("localhost"), makeCertificate("mail.example.com")];
});
afterEach(() => server.close());

const seen: { secure: boolean; user: unknown }[] = [];

/** Lets `orgconfig` in by the password `right`, over TLS alone. */
async function start(certificate: Certificate, options: SMTPServerOptions = {}): Promise<string> {
  seen.length = 0;
  server = await startMailServer({
    ...certificate,
    disabledCommands: [],
    authOptional: false,
    onAuth({ password }, session, callback) {
      seen.push({ secure: session.secure, user: password });
      callback(password === "right" ? null : new Error("Invalid username or password"), {
        user: "orgconfig",
      });
    },
    ...options,
  });
  const { protocol, port } = new URL(server.url);
  return `${protocol}//orgconfig:right@localhost:${port}`;
}

async function send(url: string): Promise<string> {
  const transport = createSmtpTransport({ url, from: "mail@acme.example" });
  const mail = {
    to: "ops@example.com",
    subject: "x",
    text: "x",
    html: "<p>x</p>",
    messageId: "1@acme.example",
  };
  try {
    await transport.send(mail);
    return "taken";
  } catch (error) {
    return String(error);
  } finally {
    transport.close();
  }
}

const trusting = (url: string, { cert }: Certificate) => `${url}?tls.ca=${encodeURIComponent(cert)}`;

describe.each([
  ["STARTTLS", {}],
  ["TLS from the first byte", { secure: true }],
])("with %s", (_, options) => {
  it("mail and password go encrypted to a server whose certificate is trusted", async () => {
    expect(await send(trusting(await start(local, options), local))).toBe("taken");
    expect(seen).toEqual([{ secure: true, user: "right" }]);
    expect(server.mails).toHaveLength(1);
  });

  it.each([
    ["that nobody vouches for", (url: string) => url, /self-signed certificate/],
    ["for another name", (url: string) => trusting(url, foreign), /altnames|does not match/i],
  ])("nothing goes to a server with a certificate %s", async (what, asked, reason) => {
    const url = await start(what === "for another name" ? foreign : local, options);
    expect(await send(asked(url))).toMatch(reason);
    expect([seen, server.mails]).toEqual([[], []]);
  });
});

it("keeps trying with a bad certificate, and shows the operator why", async () => {
  const test = await startService({ SMTP_URL: await start(local) });
  try {
    const tenant = await test.makeTenant();
    await notify(tenant, { recipients: ["ops@example.com"] });
    await tenant.api("POST", "events", { body: { event: "slo_breach", title: "x" } });
    const listed = async () => (await siteOf(test).operator("GET", "operator/deliveries")).body.data[0];
    await until(async () => (await listed()).attempts === 1);
    expect(await listed()).toMatchObject({
      status: "queued",
      last_error: expect.stringContaining("self-signed certificate"),
    });
  } finally {
    await test.close();
  }
});
