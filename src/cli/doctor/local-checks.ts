/** What can be seen of an installation without its database: its variables, its files, its disk, its mail server and its phone gateway. */

import { spawnSync } from "node:child_process";
import { resolveTxt } from "node:dns/promises";
import { accessSync, constants, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../environment.ts";
import { type Check, checksOf } from "../../features/organization/doctor/index.ts";
import { oneLine } from "../../kernel/one-line.ts";
import { phonePaths } from "../../kernel/phone-replies.ts";
import { figure } from "../../kernel/readable.ts";
import { unknownSettingMessage, unknownSettings } from "../../known-settings.ts";
import { readTraceSettings } from "../../tracing/settings.ts";
import { createHttpTransport } from "../../transports/http.ts";
import { checkPhoneGateway } from "../../transports/phone.ts";
import { SendFailure } from "../../transports/port.ts";
import { checkMailServer } from "../../transports/smtp.ts";

export function settingChecks(env: NodeJS.ProcessEnv): readonly Check[] {
  const { ok, warning } = checksOf("settings");
  const unknown = unknownSettings(env);
  return unknown.length === 0
    ? [ok("names", "every ORGCONFIG_ variable is known")]
    : unknown.map((one) => warning("names", unknownSettingMessage(one)));
}

/** Whether the programs are there that Git sources are read by. */
export function programChecks(): readonly Check[] {
  const { ok, warning } = checksOf("settings");
  const asked = { git: ["--version"], ssh: ["-V"] } as const;
  return Object.entries(asked).map(([program, args]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: 5_000 });
    return status === 0
      ? ok(program, `${oneLine(stdout || stderr, 100)} is there for Git sources`)
      : warning(
          program,
          `the program ${program} is not there: Git sources need it${program === "ssh" ? " for ssh" : ""}; install it, or have none`,
        );
  });
}

/** How long a place that traces are sent to may take to answer. */
const tracesMs = 3_000;

/** Whether traces are taken where the variables say: an empty message is sent there. */
export async function traceChecks(env: NodeJS.ProcessEnv, withinMs = tracesMs): Promise<Check> {
  const { ok, skipped, warning } = checksOf("settings");
  const { settings, problem } = readTraceSettings(env);
  if (problem !== undefined) return warning("traces", `none are sent: ${problem}`);
  if (settings === undefined)
    return skipped("traces", "none are sent: OTEL_EXPORTER_OTLP_ENDPOINT is not set, or they are turned off");
  const { tryTraces } = await import("../../tracing/start.ts");
  const why = await tryTraces(settings, withinMs);
  const { shown, protocol } = settings;
  return why === undefined
    ? ok("traces", `${shown} takes them by ${protocol}`)
    : warning("traces", `${shown} does not take them by ${protocol}: ${why}`);
}

/** The most files whose mode is looked at. */
const mostFiles = 20_000;

/** Whether what is in the data directory is its owner's alone. To be asked before a database is opened, which corrects it. */
export function fileChecks(directory: string): readonly Check[] {
  const { ok, skipped, warning, error } = checksOf("files");
  const there = statSync(directory, { throwIfNoEntry: false });
  if (there === undefined) return [skipped("data directory", `there is no ${directory}`)];
  if (process.platform === "win32") return [skipped("data directory", "modes mean nothing on Windows")];
  const uid = process.getuid?.();
  const open: string[] = [];
  let seen = 0;
  const look = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    seen += 1;
    if (stat === undefined || seen > mostFiles) return;
    if ((stat.mode & 0o077) !== 0) open.push(path);
    if (stat.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
  };
  const foreign = uid !== 0 && uid !== there.uid;
  const closed = whyNotWritable(directory);
  try {
    look(directory);
  } catch (error) {
    return [warning("data directory", `${directory} cannot be read: ${(error as Error).message}`)];
  }
  const owner = [
    ...(closed === undefined
      ? [ok("writing", `${directory} can be written to`)]
      : [
          error(
            "writing",
            `${directory} cannot be written to (${closed}): mount it for writing, or give it to this user`,
          ),
        ]),
    ...(foreign
      ? [
          warning(
            "owner",
            `${directory} belongs to user ${there.uid}, and this is user ${uid}: run the service and this command as one user`,
          ),
        ]
      : []),
  ];
  if (open.length === 0)
    return [...owner, ok("data directory", `${directory} and what is in it is its owner's alone`)];
  const some = open.slice(0, 3).join(", ");
  return [
    ...owner,
    warning(
      "data directory",
      `others may reach ${some}${open.length > 3 ? ` and ${open.length - 3} more` : ""}: chmod -R go= ${directory}`,
    ),
  ];
}

/** The system's word for why nothing can be written there; undefined where it can. */
function whyNotWritable(directory: string): string | undefined {
  try {
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** What cannot be looked at from here, said: no check is ever left out. */
export function unseenDisks(isServer: boolean, engineDirectory: string | undefined): readonly Check[] {
  const { skipped } = checksOf("disk");
  return [
    ...(isServer
      ? [skipped("database", "PostgreSQL's disk is on its own machine: watch its room there")]
      : []),
    ...(engineDirectory === undefined
      ? [skipped("engines", "ORGCONFIG_ENGINE_DIRECTORY is not set: files go to no engine from here")]
      : []),
  ];
}

const gibibyte = 2 ** 30;

/** To one place after the point. */
function rounded(value: number): string {
  return figure(Math.round(value * 10) / 10);
}

/** Of a disk, as the system says it. */
export interface Room {
  readonly bavail: number;
  readonly blocks: number;
  readonly bsize: number;
}

/** How much room is left where these folders are. */
export function diskChecks(
  folders: readonly string[],
  roomOf: (folder: string) => Room = statfsSync,
): readonly Check[] {
  const { ok, skipped, warning, error } = checksOf("disk");
  return folders.map((folder) => {
    let free: number, all: number;
    try {
      const { bavail, blocks, bsize } = roomOf(folder);
      [free, all] = [bavail * bsize, blocks * bsize];
    } catch {
      return skipped("space", `there is no ${folder}`);
    }
    const said = `${rounded(free / gibibyte)} of ${rounded(all / gibibyte)} GiB are free at ${folder}`;
    if (free < 0.2 * gibibyte || free < 0.01 * all)
      return error("space", `${said}: writes fail soon; make room`);
    return free < gibibyte || free < 0.05 * all ? warning("space", `${said}: make room`) : ok("space", said);
  });
}

/** A real connection to the mail server, and whether receivers can know the sender's domain. */
export async function mailChecks({ smtpUrl, mailFrom }: Settings): Promise<readonly Check[]> {
  const { ok, skipped, error } = checksOf("mail");
  if (smtpUrl === undefined) return [skipped("server", "SMTP_URL is not set: mail waits in the queue")];
  const { host } = new URL(smtpUrl);
  const reached = await checkMailServer({ url: smtpUrl, from: mailFrom }).then(
    () => ok("server", `${host} answers, and takes the credentials`),
    (failure: unknown) =>
      error("server", `${host}: ${failure instanceof SendFailure ? failure.message : "it cannot be used"}`),
  );
  return [reached, await senderCheck(mailFrom)];
}

const dnsMs = 5_000;

async function senderCheck(mailFrom: string): Promise<Check> {
  const { ok, skipped, warning } = checksOf("mail");
  const domain = /@([^\s<>@]+?)>?$/.exec(mailFrom)?.[1] ?? "";
  if (!domain.includes("."))
    return warning(
      "sender",
      `MAIL_FROM is at ${domain}, which receivers do not know: set it to an address of your domain`,
    );
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("ETIMEOUT")), dnsMs).unref(),
  );
  try {
    const records = await Promise.race([resolveTxt(domain), late]);
    if (records.some((parts) => /^v=spf1( |$)/i.test(parts.join(""))))
      return ok("sender", `${domain} has an SPF record; see that it names your mail server`);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code !== "ENODATA" && code !== "ENOTFOUND")
      return skipped("sender", `whether ${domain} has an SPF record is not known: DNS does not answer`);
  }
  return warning(
    "sender",
    `${domain} has no SPF record (TXT v=spf1 …): receivers may take mail from it for spam`,
  );
}

/** Whether the phone gateway knows the account; nobody is called. And whether answers find their way back. */
export async function phoneChecks({ phone, publicUrl, outboundAllow }: Settings): Promise<readonly Check[]> {
  const { ok, skipped, warning, error } = checksOf("phone");
  if (phone === undefined)
    return [
      skipped("gateway", "ORGCONFIG_PHONE_ACCOUNT is not set: nobody is reached by text message or call"),
    ];
  const http = createHttpTransport({ allow: outboundAllow });
  const { host } = new URL(phone.url);
  const requests = http.of({ organizationId: undefined, use: "test" });
  const reached = await checkPhoneGateway(requests, phone).then(
    () => ok("gateway", `${host} answers, and takes the account`),
    (failure: unknown) =>
      error("gateway", `${host}: ${failure instanceof SendFailure ? failure.message : "it cannot be used"}`),
  );
  await http.close();
  const answers = publicUrl?.startsWith("https:")
    ? ok("answers", `replies to text messages belong to ${publicUrl}${phonePaths.text}`)
    : warning(
        "answers",
        "a gateway cannot post replies and keys to this service: set ORGCONFIG_PUBLIC_URL to its https address",
      );
  return [reached, answers];
}
