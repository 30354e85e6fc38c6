/** `history`, `restore` and `undo`: what a row was, and making it that again; taking an applied plan back. */
import type { Command } from "commander";
import { readable } from "../../kernel/readable.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Client, keyClient } from "../client.ts";
import { failure, usageError } from "../errors.ts";
import { pathOf } from "../paths.ts";
import { printJson } from "../print.ts";
import { inColour, say, withProgress } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";
import { type FieldChange, type LastChange, type Plan, planShape } from "./answers.ts";
import { type ApplyOptions, needConsent, planPath, reviewAndApply, withApproval } from "./apply.ts";
import { drawLines } from "./draw.ts";
import { historyPath, historyShape } from "./last-changes.ts";
import { linesOfFields, type Mark } from "./lines.ts";
import { rowName, visible } from "./names.ts";
import { type Common, kinds, longTimeout_ms, withCommon, withDetailedExitCode } from "./request.ts";
import { idOf } from "./row-id.ts";
import { historyOfRun } from "./run-history.ts";

type HistoryOptions = Common & { readonly limit: number; readonly run?: string };
type UndoOptions = ApplyOptions & { readonly set?: string; readonly run?: string };
type RestoreOptions = ApplyOptions & {
  readonly to?: number;
  readonly organization?: string;
  readonly as?: string;
  readonly withoutKeys?: boolean;
};

/** The versions that one call answers at most. */
const page = 100;

/** Adds `history`, `restore` and `undo` to the program. */
export function addHistoryCommands(program: Command, env: NodeJS.ProcessEnv): void {
  withCommon(program.command("history"))
    .usage("<kind> <id> | --run <name>")
    .description(
      "show the versions of a row, newest first, also of one that was deleted; a row that is there may be named by its key (checkout, checkout/latency), a setting by its kind; a key that only reads is enough. With --run: what a Terraform run, a CI job or an agent's session did, newest first, for a key with the scope api:admin",
    )
    .argument("[kind]", "the kind of the row")
    .argument("[id]", "its id")
    .option("--run <name>", "the run, as ORGCONFIG_RUN, the CI or the agent named it, in place of a row")
    .option("--limit <count>", "how many versions", wholeNumber, 20)
    .action((kind: string | undefined, id: string | undefined, options: HistoryOptions) =>
      history(kind, id, options, env),
    );
  withApproval(withDetailedExitCode(withCommon(program.command("restore"))))
    .usage("<file> | <kind> <id> --to <sequence>")
    .description(
      "with a file that backup wrote: put it into a new, empty database of either sort, whole or not at all, and verify it; exit code 1 when its audit log does not match. With a kind and an id: make a row what it was after a record of its history: plans, shows, asks, applies",
    )
    .argument("<file or kind>", "what backup wrote, - for the standard input; or the kind of a row", pathOf)
    .argument("[id]", "of a row")
    .option(
      "--organization <id or slug>",
      "of a file: this organization alone, into the installation that is there",
    )
    .option("--as <slug>", "with --organization: the slug that it gets there, where its own is taken")
    .option("--without-keys", "of a file: also where keys are missing that it is sealed with")
    .option("--to <sequence>", "of a row: the record, by its number in the history", wholeNumber)
    .action((what: string, id: string | undefined, options: RestoreOptions) =>
      id === undefined ? restoreFile(what, options, env) : restore(what, id, options, env),
    );
  withApproval(withDetailedExitCode(withCommon(program.command("undo [plan]"))))
    .description(
      "take back what a plan or a run changed, as far as nobody changed it since: plans, shows, asks, applies",
    )
    .option("--run <name>", "a Terraform run, a CI job or an agent's session, in place of a plan")
    .option("--set <name>", "the plan that was applied last for this set, in place of its id")
    .action((plan: string | undefined, options: UndoOptions) => undo(plan, options, env));
}

async function undo(plan: string | undefined, options: UndoOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const { set, run } = options;
  if ([plan, set, run].filter((one) => one !== undefined).length !== 1)
    throw usageError("name the plan that was applied, or its set with --set, or a run with --run");
  needConsent(options);
  const client = keyClient(options.url, env);
  const path =
    run === undefined ? `${planPath(plan ?? (await lastPlanOf(client, String(set))))}/undo` : "/api/v1/plans";
  const sent = { body: run === undefined ? {} : { undo_run: run }, timeout_ms: longTimeout_ms };
  await reviewAndApply(client, await client.call<Plan>("POST", path, planShape, sent), options);
}

/** The id of the plan that was applied last for a set. */
async function lastPlanOf(client: Client, set: string): Promise<string> {
  type Sets = { sets: readonly { name: string; plan_id: string }[] };
  const { sets } = await client.call<Sets>("GET", "/api/v1/plans", { sets: "list" });
  const found = sets.find(({ name }) => name === set);
  if (found !== undefined) return found.plan_id;
  throw failure(`--set: nothing was applied for a set ${visible(set)}`);
}

/** Loaded when it is asked for: it works on the database. */
async function restoreFile(file: string, options: RestoreOptions, env: NodeJS.ProcessEnv) {
  const { to, json, organization, as, withoutKeys } = options;
  if (to !== undefined) throw usageError("--to is for a row: name its kind and its id");
  await (await import("../restore.ts")).runRestore(env, file, { json, organization, as, withoutKeys });
}

async function restore(
  kind: string,
  id: string,
  options: RestoreOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (options.organization !== undefined) throw usageError("--organization is for the file of a backup");
  if (options.withoutKeys) throw usageError("--without-keys is for the file of a backup");
  if (options.to === undefined)
    throw usageError("--to is missing: the record of the row's history that it goes back to");
  needConsent(options);
  const client = keyClient(options.url, env);
  const path = `${historyPath(kind, await idOf(client, kind, id))}/restore`;
  const sent = { body: { sequence: options.to }, timeout_ms: longTimeout_ms };
  await reviewAndApply(client, await client.call<Plan>("POST", path, planShape, sent), options);
}

async function history(
  kind: string | undefined,
  id: string | undefined,
  options: HistoryOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (options.run !== undefined && kind === undefined)
    return historyOfRun(keyClient(options.url, env), options.run, options);
  if (kind === undefined || id === undefined || options.run !== undefined)
    throw usageError("name the kind and the id of a row, or a run with --run");
  const client = keyClient(options.url, env);
  const path = historyPath(kind, await idOf(client, kind, id));
  const answer = await withProgress("Reading", readHistory(client, path, options.limit));
  if (options.json) return printJson(answer);
  const colour = inColour(process.stdout, options.color);
  process.stdout.write(answer.data.map((version) => `${drawVersion(answer, version, colour)}\n`).join(""));
  if (answer.next_cursor !== null) say("There are older versions; give --limit to see more.");
  else if (!answer.complete)
    say(`Older versions may have been removed with the audit log${sinceOf(answer)}.`);
}

/** What the service answers, as this command reads it. */
interface History {
  readonly resource: string;
  readonly key: JsonObject;
  readonly complete: boolean;
  readonly kept_since: string | null;
  readonly data: readonly Version[];
  readonly next_cursor: string | null;
}

interface Version extends LastChange {
  readonly plan_id: string | null;
  /** Left out by a service from before there were runs. */
  readonly run?: string | null;
  readonly fields: readonly FieldChange[];
  readonly secrets: JsonObject;
}

async function readHistory(client: Client, path: string, limit: number): Promise<History> {
  let read: History | undefined;
  for (let left = limit; ; ) {
    const cursor = read?.next_cursor;
    const query = new URLSearchParams({
      limit: String(Math.min(left, page)),
      ...(typeof cursor === "string" ? { cursor } : {}),
    });
    const sent = { timeout_ms: longTimeout_ms };
    const next = await client.call<History>("GET", `${path}?${query}`, historyShape, sent);
    read = { ...next, data: [...(read?.data ?? []), ...next.data] };
    left -= next.data.length;
    if (next.next_cursor === null || next.data.length === 0 || left <= 0) return read;
  }
}

function drawVersion({ resource: kind, key }: History, version: Version, colour: boolean): string {
  const definition = kinds.get(kind);
  const { create, delete: remove } = definition?.actionNames ?? {};
  const mark: Mark = version.action === create ? "+" : version.action === remove ? "-" : "~";
  const { sequence, at, actor, door, action, plan_id, run } = version;
  const who = `${visible(actor.name)} (${visible(actor.kind)}, ${visible(door)})`;
  const plan = plan_id === null ? "" : `, plan ${visible(plan_id)}`;
  const ofRun = run ? `, run ${visible(run)}` : "";
  const head = `${sequence}  ${readable(new Date(at))}  ${rowName(kind, key)}  ${visible(action)} by ${who}${plan}${ofRun}`;
  const fields = linesOfFields(version.fields, version.secrets, mark, definition);
  return drawLines([{ mark, depth: 0, text: head }, ...fields], colour);
}

function sinceOf({ kept_since }: History): string {
  return kept_since === null ? "" : `, which goes back to ${readable(new Date(kept_since))}`;
}
