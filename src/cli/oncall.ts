/**
 * `oncall`: who is on call, and with `coverage` whether somebody is whenever somebody has to be. Its exit code is the
 * answer: 0 covered, 3 a gap, or no answer.
 */
import type { Command } from "commander";
import type { OnCallLoad } from "../features/alerting/on-call-load/shapes.ts";
import type { shapesOfCoverage } from "../features/on-call/rotas/shapes.ts";
import { given } from "../kernel/given.ts";
import { counted, figure, readable } from "../kernel/readable.ts";
import type { ObjectValueOf } from "../kernel/row-types.ts";
import { keyClient } from "./client.ts";
import { withUrl } from "./connection.ts";
import { CommandError, exitCodes, RefusedError } from "./errors.ts";
import { addShiftCommands } from "./oncall-shifts.ts";
import { printJson } from "./print.ts";
import { print, type Rota, whoIs } from "./rotas.ts";

interface OnCallOptions {
  readonly url: string;
  readonly at?: string;
  readonly days?: string;
  readonly json?: boolean;
}

type Coverage = ObjectValueOf<typeof shapesOfCoverage>;

interface LoadOptions extends Pick<OnCallOptions, "url" | "json"> {
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

/** Of coverage. */
const gap = 3;

/** Adds `oncall` and `oncall coverage` to the program. */
export function addOnCallCommands(program: Command, env: NodeJS.ProcessEnv): void {
  const oncall = withUrl(program.command("oncall [rota]"))
    .description(
      "who is on call in each rota, or in one by its name or its id, and who comes next; times in UTC",
    )
    .option("--at <time>", "at another time, such as 2026-12-24T18:00:00Z")
    .option("--json", "answer in JSON")
    .action((rota: string | undefined, options: OnCallOptions) => show(rota, options, env));
  withUrl(oncall.command("coverage [rota]"))
    .description(
      "whether somebody is on call whenever a rota says that somebody has to be: exit code 0 covered, 3 a gap, or no answer, 2 wrong use, also a wrong key",
    )
    .option("--days <days>", "how many days from now on", "90")
    .option("--json", "answer in JSON")
    .action((rota: string | undefined, _own: OnCallOptions, command: Command) =>
      // Options that the command above has too are found there.
      cover(rota, command.optsWithGlobals<OnCallOptions>(), env),
    );
  withUrl(oncall.command("load"))
    .description(
      "what being on call asks of each person: hours, nights and weekends, past and planned, and pages",
    )
    .option("--from <time>", "from when on; 30 days ago")
    .option("--to <time>", "until when; in 30 days")
    .option("--json", "answer in JSON")
    .option("--csv", "answer in CSV")
    .action((_own: LoadOptions, command: Command) => load(command.optsWithGlobals<LoadOptions>(), env));
  addShiftCommands(oncall, env);
}

async function load({ url, from, to, json, csv }: LoadOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const path = `/api/v1/on_call/load?${new URLSearchParams({ ...given({ from, to }), format: csv ? "csv" : "json" })}`;
  const client = keyClient(url, env);
  if (csv) {
    for await (const chunk of await client.download(path, "text/csv")) process.stdout.write(chunk);
    return;
  }
  const answer = await client.call<OnCallLoad>("GET", path, { data: "list" });
  if (json) return printJson(answer);
  print(answer.data.map(loadLine), "Nobody is on call.");
}

function loadLine({ email, past, planned, ...one }: OnCallLoad["data"][number]): string {
  const taken = one.seconds_to_acknowledge;
  const fast = taken === null ? "" : `, acknowledged in ${figure(taken)} s (median)`;
  return `${email}: past ${partOf(past)}; planned ${partOf(planned)}; ${counted(one.pages, "page")}, ${figure(one.pages_at_night)} at night${fast}`;
}

function partOf({ hours, nights, weekends }: OnCallLoad["data"][number]["past"]): string {
  return `${figure(hours)} h, ${counted(nights, "night")}, ${counted(weekends, "weekend")}`;
}

async function show(rota: string | undefined, options: OnCallOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const { at, rotas } = await whoIs(keyClient(options.url, env), rota, options.at);
  if (options.json) return printJson({ at, rotas });
  print(
    rotas.flatMap((one) => [one.name, ...one.roles.map(roleLine)]),
    "No rota.",
  );
}

function roleLine({ role, people, until, next }: Rota["roles"][number]): string {
  const who = people.map(({ email }) => email).join(", ") || "nobody";
  const end = until === null ? "" : `, until ${readable(until)}`;
  const then = next === null ? "" : `, then ${next.people.join(", ")}`;
  return `  ${role}: ${who}${end}${then}`;
}

async function cover(
  rota: string | undefined,
  options: OnCallOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const client = keyClient(options.url, env);
    const { rotas } = await whoIs(client, rota);
    const found: (Coverage & { readonly rota_id: string; readonly name: string })[] = [];
    for (const { rota_id, name } of rotas) {
      const path = `/api/v1/on_call_rotas/${encodeURIComponent(rota_id)}/coverage?${new URLSearchParams({ days: options.days ?? "90" })}`;
      const coverage = await client.call<Coverage>("GET", path, {
        covered: "boolean",
        gaps: "list",
        concerns: "list",
      });
      found.push({ rota_id, name, ...coverage });
    }
    if (options.json) printJson({ rotas: found });
    else print(found.flatMap(coverageLines), "No rota.");
    process.exitCode = found.every(({ covered }) => covered) ? 0 : gap;
  } catch (error) {
    if (error instanceof RefusedError) throw new CommandError(error.message, exitCodes.usage, error.body);
    throw error;
  }
}

function coverageLines({ name, covered, gaps, concerns }: Coverage & { readonly name: string }): string[] {
  return [
    `${name}: ${covered ? "covered" : "not covered"}`,
    ...gaps.map(({ role, from, to }) => `  nobody as ${role} from ${readable(from)} to ${readable(to)}`),
    ...concerns.map(
      ({ email, from, to, message }) => `  ${email}, ${readable(from)} to ${readable(to)}: ${message}`,
    ),
  ];
}
