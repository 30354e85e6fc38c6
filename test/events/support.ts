/** A mail server for tests, a place that webhooks are posted to, and settings to begin with. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo, Server as Listener } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { Tenant, TestService } from "../support/service.ts";

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly raw: string;
  /** Headers by lower-case name, unfolded. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Answers a mail: undefined takes it, a number is the code of a refusal. */
  answer: (to: string, raw: string) => number | undefined | Promise<number | undefined>;
  /** What connections come to. */
  readonly listener: Listener;
  close(): Promise<void>;
}

export async function startMailServer({
  port = 0,
  host = "127.0.0.1",
  ...options
}: SMTPServerOptions & { port?: number; host?: string } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const code = await made.answer(to[0] ?? "", raw);
        if (code !== undefined)
          return callback(Object.assign(new Error("not now"), { responseCode: code }) as never);
        mails.push({ to, raw, headers: headersOf(raw) });
        callback(null, "taken" as never);
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  const made: MailServer = {
    url: `${options.secure ? "smtps" : "smtp"}://127.0.0.1:${taken}`,
    mails,
    answer: () => undefined,
    listener: server.server,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return made;
}

function headersOf(raw: string): Record<string, string> {
  const [head = ""] = raw.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decoded(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
}

/** RFC 2047's encoded words, as a mail program shows them. */
function decoded(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : Buffer.from(
            text
              .replaceAll("_", " ")
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ).toString("utf8"),
    );
}

/** The text part of a mail, as a mail program decodes it. */
export function textOf({ raw }: ReceivedMail, type: "plain" | "html" = "plain"): string {
  // Not at whatever looks like a boundary: the chance letters of a link may.
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`);
  const part = parts.find((one) => new RegExp(`^content-type: text/${type}`, "im").test(one)) ?? "";
  const [head = "", ...rest] = part.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  if (/quoted-printable/i.test(head)) {
    const bytes = body
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString("utf8");
  }
  return /base64/i.test(head) ? Buffer.from(body, "base64").toString("utf8") : body;
}

export interface Posted {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly posts: Posted[];
  /** The status of the next answers, and where a redirect leads. */
  answer: { status: number; location?: string };
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const posts: Posted[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      posts.push({ path: request.url ?? "", headers: request.headers, body });
      const { status, location } = made.answer;
      response.writeHead(status, location === undefined ? {} : { location }).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const made: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    answer: { status: 200 },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return made;
}

export async function notify(tenant: Tenant, settings: Record<string, unknown>): Promise<void> {
  const answer = await tenant.config("PUT", "notification_settings", { body: settings });
  if (answer.status !== 200 && answer.status !== 201) throw new Error(answer.text);
}

/** As though the pauses before the next tries were over. */
export async function hurry({ database }: TestService): Promise<void> {
  await database.queryText(
    { name: "hurry", text: "UPDATE deliveries SET next_attempt_at = now() WHERE status = 'queued'" },
    [],
  );
}

/** The link of an invitation or a reset in the newest mail to an address. */
export function newestLink({ mails }: MailServer, email: string): string {
  const newest = mails.filter(({ to }) => to.includes(email)).at(-1);
  const link = newest && /https?:\S+\/(?:invitations|resets)\/[\w-]+/.exec(textOf(newest))?.[0];
  if (link === undefined) throw new Error(`no mail with a link came to ${email}`);
  return link;
}
