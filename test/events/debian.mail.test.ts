/**
 * A mail server that people run: Debian's OpenSMTPD takes the mail and puts it into a maildir, where Python's
 * mail parser reads it. Needs root, because the server does, and `apt-get install opensmtpd python3`. Without
 * TLS: OpenSMTPD 6.8 fails at every handshake with Debian 12's OpenSSL; tls.mail.test.ts proves that part.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { hurry, notify } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "orgconfig-smtpd-"));
const maildir = join(folder, "mail");
/** Whom mail is delivered as; it may be anybody but root. */
const user = "nobody";

let smtpd: ChildProcess | undefined;
let port: number;
let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  if (!existsSync("/usr/sbin/smtpd") || process.getuid?.() !== 0)
    throw new Error("run this as root, after `apt-get install opensmtpd python3`");
  port = await freePort();
  mkdirSync(maildir);
  chmodSync(folder, 0o755);
  const id = (flag: string) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  chownSync(maildir, id("-u"), id("-g"));
  writeFileSync(
    join(folder, "smtpd.conf"),
    [
      `table people { "@" = "${user}" }`,
      `listen on 127.0.0.1 port ${port} hostname mail.example.com`,
      `action "keep" maildir "${maildir}" virtual <people>`,
      `match from any for domain "example.com" action "keep"`,
      "",
    ].join("\n"),
  );
  test = await startService({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "Acme <mail@acme.example>",
    ORGCONFIG_PUBLIC_URL: "https://config.example",
  });
  tenant = await test.makeTenant({ name: "Acme" });
});
afterAll(async () => {
  await test?.close();
  await stop();
});

async function start(): Promise<void> {
  smtpd = spawn("/usr/sbin/smtpd", ["-d", "-f", join(folder, "smtpd.conf")], { stdio: "ignore" });
  await until(
    () =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
        socket.unref().on("connect", () => socket.end());
      }),
  );
}

async function stop(): Promise<void> {
  if (smtpd === undefined) return;
  const ended = new Promise((resolve) => smtpd?.once("exit", resolve));
  smtpd.kill("SIGTERM");
  await ended;
}

interface ParsedMail {
  readonly headers: Record<string, string>;
  readonly parts: Record<string, string>;
}

const parser = `
import email, email.policy, json, sys
mail = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
print(json.dumps({"headers": {name.lower(): str(value) for name, value in mail.items()},
  "parts": {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}}))
`;

function received(): ParsedMail[] {
  const arrived = join(maildir, "new");
  const files = existsSync(arrived) ? readdirSync(arrived).sort() : [];
  return files.map((file) =>
    JSON.parse(execFileSync("python3", ["-c", parser, join(arrived, file)], { encoding: "utf8" })),
  );
}

it("takes the mail that waited for it, whole and once, and says whom it does not know", async () => {
  await notify(tenant, { recipients: ["ops@example.com", "nobody-here@elsewhere.example"] });
  const title = `Größe überschritten: ${"lang ".repeat(30)}🔥`;
  const body = `From the log:\n.\n..two dots\n${"x".repeat(1_200)}\nEnd`;
  const event = { event: "alert_created", title, body, labels: { host: "db-1" }, dedupe_key: "a-1" };
  expect((await tenant.api("POST", "events", { body: event })).status).toBe(201);
  const { operator } = siteOf(test);
  const waiting = async () => (await operator("GET", "operator/deliveries")).body.data;
  await until(async () => (await waiting()).some(({ attempts }: { attempts: number }) => attempts > 0));

  await start();
  await until(async () => {
    await hurry(test);
    await test.service.delivery.flush();
    return received().length > 0 && (await waiting())[0]?.status === "parked";
  }, 60_000);
  const [mail, ...more] = received();
  expect(more).toEqual([]);
  expect(mail?.headers).toMatchObject({
    from: "Acme <mail@acme.example>",
    to: "ops@example.com",
    "auto-submitted": "auto-generated",
    "list-unsubscribe": expect.stringContaining("https://config.example/"),
    "message-id": expect.stringMatching(/^<[0-9a-f]{32}@acme\.example>$/),
    references: expect.stringMatching(/^<[0-9a-f]{32}@acme\.example>$/),
    received: expect.stringContaining("mail.example.com"),
  });
  expect(mail?.headers.subject).toBe(`[Acme] Alert: ${title}`);
  expect(Object.keys(mail?.parts ?? {})).toEqual(["text/plain", "text/html"]);
  expect(mail?.parts["text/plain"]?.replaceAll("\r\n", "\n")).toContain(body);
  expect(mail?.parts["text/html"]).toContain("🔥</h1>");

  const [refused, ...others] = await waiting();
  expect(others).toEqual([]);
  expect(refused).toMatchObject({ target: "nobody-here@elsewhere.example", attempts: 4 });
  expect(refused.last_error).toMatch(/550 .*; it was refused$/);
});
