/** `migrate … --compare URL`: asks the Alertmanager that runs for its alerts, and says where the rows would do otherwise. */
import { setTimeout as pause } from "node:timers/promises";
import { afterOf, type Migration, shown } from "../../features/changes/migrations/index.ts";
import { countOf } from "../../kernel/words.ts";
import { createFetchTransport } from "../../transports/fetch.ts";
import { visible } from "../plans/names.ts";

const everyMs = 60_000;
const longestMs = 30_000;
const mostBytes = 64_000_000;

interface LiveAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly receivers: readonly { readonly name: string }[];
  readonly status: { readonly inhibitedBy: readonly string[] };
}

/** At once, then every minute, for as long as it runs: a line for a round that is equal, else one for each difference. */
export async function compareForEver(url: URL, migration: Migration): Promise<never> {
  for (;;) {
    const at = new Date().toISOString();
    for (const line of await round(url, migration)) process.stdout.write(`${at} ${visible(line)}\n`);
    await pause(everyMs);
  }
}

async function round(url: URL, migration: Migration): Promise<readonly string[]> {
  let alerts: readonly LiveAlert[];
  try {
    alerts = await alertsAt(url);
  } catch (error) {
    return [`no answer from ${url.host}: ${reasonOf(error)}`];
  }
  const differences = differencesOf(alerts, migration);
  const counted = countOf(alerts.length, "alert");
  return differences.length === 0
    ? [`${counted}: equal`]
    : differences.map((difference) => `${counted}: ${difference}`);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

/** @throws Error where it does not answer as Alertmanager does */
async function alertsAt(url: URL): Promise<readonly LiveAlert[]> {
  const address = new URL(`${url.pathname.replace(/\/$/, "")}/api/v2/alerts`, url.origin);
  const credential = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers: Record<string, string> =
    url.username === "" ? {} : { authorization: `Basic ${Buffer.from(credential).toString("base64")}` };
  const request = {
    method: "GET" as const,
    url: address.href,
    headers,
    timeout_ms: longestMs,
    max_bytes: mostBytes,
  };
  const { status, text } = await createFetchTransport().request(request);
  if (status >= 300 && status < 400)
    throw new Error(
      `it answers with a redirect (${status}), which is not followed: name the address that it leads to, if that is the Alertmanager`,
    );
  if (status !== 200) throw new Error(`it answers ${status}`);
  const alerts: unknown = JSON.parse(text);
  if (!Array.isArray(alerts) || !alerts.every(isAlert))
    throw new Error("it does not answer as Alertmanager's /api/v2/alerts");
  return alerts;
}

function isAlert(value: unknown): value is LiveAlert {
  const { labels, receivers, status } = (value ?? {}) as Partial<LiveAlert>;
  return typeof labels === "object" && Array.isArray(receivers) && Array.isArray(status?.inhibitedBy);
}

/** A line for each alert that is not treated the same. */
function differencesOf(alerts: readonly LiveAlert[], { before, rows }: Migration): string[] {
  if (before === undefined) return [];
  const after = afterOf(rows);
  return alerts.flatMap(({ labels, receivers, status }) => {
    const names = receivers.map(({ name }) => name);
    const unknown = names.filter((name) => before.recipientsOf(name) === undefined);
    if (unknown.length > 0) return [`${shown(labels)}: ${unknown.join(", ")} is no receiver of the file`];
    const was = sorted(names.flatMap((name) => before.recipientsOf(name) ?? []));
    const is = sorted(after.notifications(labels).map(({ recipient }) => recipient));
    if (was.join("\n") !== is.join("\n"))
      return [`${shown(labels)}: there ${listed(was)}, here ${listed(is)}`];
    const held = alerts.some((other) => after.inhibiting(labels, other.labels).length > 0);
    if (held === status.inhibitedBy.length > 0) return [];
    return [
      `${shown(labels)}: ${held ? "here" : "there"} another alert keeps it back, and not ${held ? "there" : "here"}`,
    ];
  });
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "nobody" : names.join(", ");
}
