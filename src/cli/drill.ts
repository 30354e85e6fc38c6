/**
 * `drill`: starts one, and follows it to its end. The exit code is the answer: 0 proved, 1 failed and nothing else. What
 * could not be asked so is 2, and what got no answer 3.
 */
import { setTimeout as wait } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { drillFields } from "../features/alerting/drills/shapes.ts";
import { hasReason } from "../kernel/reasons.ts";
import type { ObjectValueOf } from "../kernel/row-types.ts";
import { alertRoutes } from "../resources/alert-routes.ts";
import { outboundConfigs } from "../resources/outbound-configs.ts";
import { type Client, keyClient } from "./client.ts";
import { withUrl } from "./connection.ts";
import { deliveryLine } from "./delivery-line.ts";
import { CommandError, errorNames, exitCodes, RefusedError, usageError } from "./errors.ts";
import { plain } from "./plain.ts";
import { idOf } from "./plans/row-id.ts";
import { hasPrintedJson, printJson } from "./print.ts";

const answers = { proved: 0, failed: 1 } as const;
const lookMs = 1_000;
/** The service ends a drill whose time is over a moment later. */
const slackMs = 60_000;
const widestHop = "acknowledged".length;

interface DrillOptions {
  readonly url: string;
  readonly route?: string;
  readonly target?: string;
  readonly service?: string;
  readonly until: string;
  readonly format: "text" | "json";
  readonly confirm?: boolean;
  readonly json?: boolean;
}

type Drill = ObjectValueOf<typeof drillFields>;

const drillShape = { id: "string", status: "string", hops: "list" } as const;
const path = "/api/v1/drills";

/** Adds `drill` to the program. */
export function addDrillCommand(program: Command, env: NodeJS.ProcessEnv): void {
  withUrl(program.command("drill"))
    .description(
      "send an alert that is marked as a drill the way real ones go, and follow it: exit code 0 proved, 1 failed, 2 wrong use, also a wrong key and what is refused, 3 no answer. People are notified by it",
    )
    .option("--route <name>", "the alert route that it is about, by its name or its id")
    .option("--target <name>", "the outbound target that it is about, by its name or its id")
    .option("--service <name>", "the service that it is about")
    .addOption(
      new Option("--until <when>", "sent: every target took its message; acknowledged: somebody took it on")
        .choices(["sent", "acknowledged"])
        .default("sent"),
    )
    .addOption(
      new Option("--format <format>", "text: each place when it comes there; json: the drill at its end")
        .choices(["text", "json"])
        .default("text"),
    )
    .option("--confirm", "people may be notified; a key that is asked first (ask) needs it")
    .option("--json", "the same as --format json")
    .action((options: DrillOptions) => drill(options, env));
}

async function drill(options: DrillOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const isJson = options.json === true || options.format === "json";
  try {
    const client = keyClient(options.url, env);
    const body = { ...(await subjectOf(client, options)), until: options.until };
    const confirmed = options.confirm === true ? `${path}?confirm=true` : path;
    const started = await client.call<Drill>("POST", confirmed, drillShape, { body });
    const drills = await allFollowed(client, started, isJson ? () => {} : print);
    const [ended] = [...drills.filter(({ status }) => status !== "proved"), ...drills];
    if (isJson) printJson({ ...ended, drills });
    process.exitCode = ended?.status === "proved" ? answers.proved : answers.failed;
  } catch (error) {
    const asked = error instanceof RefusedError && hasReason(error.body, "confirm");
    const said = error instanceof Error ? error.message : String(error);
    const message = asked ? `${said} Here that is --confirm.` : said;
    const isUnanswered = error instanceof CommandError && error.exitCode === exitCodes.unanswered;
    const code = isUnanswered ? exitCodes.unanswered : exitCodes.usage;
    const document = error instanceof CommandError ? error.document : {};
    if (isJson && !hasPrintedJson()) printJson({ error: errorNames[code], message, ...document });
    throw new CommandError(message, code, document);
  }
}

/** What it is about, as the service takes it. */
async function subjectOf(client: Client, { route, target, service }: DrillOptions): Promise<object> {
  if ([route, target, service].filter((one) => one !== undefined).length !== 1)
    throw usageError("name one of --route, --target and --service");
  if (route !== undefined) return { route_id: await idOf(client, alertRoutes.kind, route) };
  return target === undefined ? { service } : { target_id: await idOf(client, outboundConfigs.kind, target) };
}

type Say = (line: string) => void;

/** Says which ways are not tried, and follows those that are. @returns their drills at their ends, in the order of the ways */
async function allFollowed(client: Client, started: Drill, say: Say): Promise<readonly Drill[]> {
  const { ways = [], unknown = [] } = started;
  const drills: Drill[] = [];
  for (const id of ways.flatMap(({ drill_id }) => drill_id ?? []))
    drills.push(await followed(client, id === started.id ? started : await lookAt(client, id), say));
  // A service from before ways were said.
  if (drills.length === 0) drills.push(await followed(client, started, say));
  for (const { not_tried, source, labels } of ways)
    if (not_tried !== null)
      say(`Not tried: ${JSON.stringify(source?.name ?? labels.alertname)}, because ${not_tried}.`);
  for (const one of unknown) say(`Not known: ${one}`);
  return drills;
}

/** @returns the drill at its end */
async function followed(client: Client, started: Drill, say: Say): Promise<Drill> {
  say(`The drill ${started.id}, times in UTC:`);
  for (const line of wayLines(started)) say(`  ${line}`);
  const shown = new Set<string>();
  const longest = Date.parse(started.ends_by) - Date.parse(started.started_at) + slackMs;
  const from = performance.now();
  for (let now = started; ; now = await lookAt(client, started.id)) {
    for (const { name, at, detail } of now.hops) {
      if (!shown.has(name))
        say(`  ${at.slice("2026-03-02T".length, -1)}  ${name.padEnd(widestHop)}  ${detail}`);
      shown.add(name);
    }
    if (now.status !== "running") {
      say(now.status === "proved" ? "Proved." : `Failed: ${now.message}`);
      return now;
    }
    if (performance.now() - from > longest)
      throw new CommandError(
        `the drill ${started.id} has not ended in its time: ${now.message}`,
        exitCodes.unanswered,
      );
    await wait(lookMs);
  }
}

/** Which way it is of, where it is one of a service's, and at whom what was sent before did not arrive. */
function wayLines({ id, ways = [] }: Drill): readonly string[] {
  const way = ways.find(({ drill_id }) => drill_id === id);
  if (way === undefined) return [];
  const { source, routes, notified } = way;
  const by = routes.map(({ name }) => JSON.stringify(name)).join(", ") || "no route";
  const own = source === null ? [] : [`of ${JSON.stringify(source.name)}, by ${by}`];
  return [...own, ...notified.flatMap(({ target, delivery }) => deliveryLine(target, delivery) ?? [])];
}

async function lookAt(client: Client, id: string): Promise<Drill> {
  return client.call<Drill>("GET", `${path}/${id}`, drillShape).catch((error) => {
    if (!(error instanceof CommandError)) throw error;
    const message = `the drill ${id} goes on, and its end is not known: ${error.message}`;
    throw new CommandError(message, error.exitCode, error.document);
  });
}

function print(line: string): void {
  process.stdout.write(`${plain(line)}\n`);
}
