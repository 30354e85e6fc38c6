/** From the options of the command line to a plan, and its problems shown with their places. */

import { type Command, Option } from "commander";
import { faultLine, type Position } from "../../kernel/fault.ts";
import type { Kind } from "../../kernel/kind.ts";
import { hasReason } from "../../kernel/reasons.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { countOf } from "../../kernel/words.ts";
import { definitions } from "../../resources/index.ts";
import { type Bundle, checkPruning, readBundle } from "../bundle/bundle.ts";
import { BundleFaults, faultObject, withoutRepeats } from "../bundle/fault.ts";
import type { Client } from "../client.ts";
import { withUrl } from "../connection.ts";
import { CommandError, exitCodes, failure, RefusedError, usageError } from "../errors.ts";
import { pathsOf } from "../paths.ts";
import { inColour, say, withProgress } from "../terminal.ts";
import { type Change, type Difference, type Notice, type Plan, planShape } from "./answers.ts";
import { drawChanges } from "./draw.ts";
import { keyName, rowName, visible } from "./names.ts";

/** For a call over many rows. */
export const longTimeout_ms = 300_000;

/** Every kind by its names: which fields are secrets, and how values are shown, follows from the definitions. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  definitions.flatMap((definition) =>
    [definition.kind, definition.bundledAs ?? definition.kind].map((name) => [name, definition] as const),
  ),
);

export interface Common {
  readonly url: string;
  readonly json?: boolean;
  readonly color: boolean;
  readonly detailedExitcode?: boolean;
}

export interface OwnerOptions {
  readonly set?: string;
  readonly prune?: string;
  /** No option of the command line: pruning in parts has it. */
  readonly pruneAtMost?: number;
  readonly adopt?: true | readonly string[];
  /** Whether engines are asked for figures that are not kept. */
  readonly query?: boolean;
}

export interface BundleOptions extends OwnerOptions {
  readonly file?: readonly string[];
}

/** Options of every command that shows changes. */
export function withCommon(command: Command): Command {
  return withUrl(command)
    .option("--json", "answer in JSON")
    .option("--no-color", "no colours, also on a terminal (or set NO_COLOR)");
}

/** Options that say what is planned. */
export function withBundle(command: Command): Command {
  return withOwner(
    command.option(
      "-f, --file <path...>",
      "a YAML or JSON file, or a directory of them with all below it; several are one bundle; - is the standard input",
      pathsOf,
    ),
  );
}

/** Options that say who owns the rows. */
export function withOwner(command: Command): Command {
  return command
    .option("--set <name>", "the set that owns the rows of the bundle")
    .addOption(
      new Option("--prune <what>", "what becomes of the set's rows that the bundle does not name").choices([
        "none",
        "delete",
        "detach",
      ]),
    )
    .option(
      "--adopt [rows...]",
      "take over rows that no set or another one owns: all that the bundle names, or those of these names, such as teams/Platform",
    );
}

export function withDetailedExitCode(command: Command): Command {
  return command.option(
    "--detailed-exitcode",
    "exit code 0 for no changes, 2 for changes, 1 for every error",
  );
}

interface PlannedBundle {
  readonly bundle: Bundle;
  readonly plan: Plan;
}

/**
 * Reads the files and has the service plan them.
 * @throws BundleFaults where the files cannot be read; nothing is sent then
 */
export async function planBundle(
  client: Client,
  options: BundleOptions,
  env: NodeJS.ProcessEnv,
): Promise<PlannedBundle> {
  const bundle = filesOf(options, env);
  try {
    return { bundle, plan: await planOf(client, bundle, options) };
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const message = `${error.message} Here: orgconfig apply --in-parts`;
    throw new RefusedError(message, error.status, error.body);
  }
}

/** Whether the service says that it is more than one plan takes. */
export function isTooLarge(error: unknown): error is RefusedError {
  return error instanceof RefusedError && hasReason(error.body, "too_many_changes");
}

/** The files as one bundle. @throws BundleFaults where they cannot be read, or name no kind while they are to prune */
export function filesOf({ file, prune }: BundleOptions, env: NodeJS.ProcessEnv): Bundle {
  if (file === undefined) throw usageError("name the files or directories with -f");
  const bundle = readBundle(file, kinds, env);
  warnOfPruning(bundle, prune);
  return bundle;
}

/** Says what is to be known before pruning. @throws BundleFaults where the bundle names no kind at all */
export function warnOfPruning(bundle: Bundle, prune: string | undefined): void {
  if (prune === undefined || prune === "none") return;
  for (const warning of checkPruning(bundle)) say(`warning: ${visible(warning)}`);
}

/** Has the service plan a bundle. */
export async function planOf(
  client: Client,
  bundle: Bundle,
  { set, prune, pruneAtMost, adopt, query }: OwnerOptions,
): Promise<Plan> {
  const body = {
    bundle: bundle.body,
    set,
    prune,
    prune_at_most: pruneAtMost,
    adopt: adopt === undefined || adopt === true ? adopt : adopted(adopt, bundle),
    replay_query: query,
  };
  return withProgress(
    `Planning ${countOf(bundle.size, "row")}`,
    client.call<Plan>("POST", "/api/v1/plans", planShape, { body, timeout_ms: longTimeout_ms }),
  );
}

/** The rows of the bundle by the names that the command line has for them. */
export function adopted(names: readonly string[], { rows }: Bundle): { resource: string; key: JsonObject }[] {
  return names.flatMap((name) => {
    const meant = rows.flatMap(({ resource, key }) =>
      key !== undefined && nameOf(resource, key) === name ? [{ resource, key }] : [],
    );
    if (meant.length > 0) return meant;
    throw usageError(
      `--adopt: the files name no ${visible(name)}; a row is named as in teams/Platform or slos/checkout/latency, a setting by its kind`,
    );
  });
}

function nameOf(resource: string, key: JsonObject): string {
  const name = keyName(key);
  return name === "" ? resource : `${resource}/${name}`;
}

/** What the service says about rows, each with the place that it is about where a file has it. */
function noticeLines(notices: readonly Notice[], bundle: Bundle | undefined): string[] {
  const lines = notices.map((notice) => {
    const field = notice.field === "" ? "" : `${visible(notice.field)}: `;
    const message = `${rowName(notice.resource, notice.key as JsonObject | null)}: ${field}${visible(notice.message)}`;
    const alike = JSON.stringify([notice.resource, notice.field.replace(/\d+/g, "#"), notice.message]);
    return { line: faultLine({ at: positionOf(notice, bundle), message }), alike };
  });
  return withoutRepeats(lines);
}

function positionOf(notice: Notice, bundle: Bundle | undefined): Position | undefined {
  return bundle?.locate({ ...notice, key: notice.key as JsonObject | null });
}

/** An answer for programs: its problems and warnings with their places in the files; null where they have none. */
export function withPlaces<T extends Pick<Difference, "problems" | "warnings">>(
  answer: T,
  bundle?: Bundle,
): T {
  const placed = <N extends Notice>(notice: N) => ({
    ...notice,
    ...faultObject({ at: positionOf(notice, bundle), message: notice.message }),
  });
  return { ...answer, problems: answer.problems.map(placed), warnings: answer.warnings.map(placed) };
}

/** The problems and warnings of an answer, in lines. */
export function notesOf(
  { problems, warnings }: Difference,
  bundle?: Bundle,
): { readonly problems: string[]; readonly warnings: string[]; readonly notOwned: boolean } {
  return {
    problems: noticeLines(problems, bundle),
    warnings: noticeLines(warnings, bundle),
    notOwned: problems.some((problem) => hasReason(problem, "not_owned")),
  };
}

/** Says the warnings, then the problems. @throws CommandError where there are problems */
export function sayNotes({ problems, warnings, notOwned }: ReturnType<typeof notesOf>): void {
  for (const line of warnings) say(`warning: ${line}`);
  for (const line of problems) say(line);
  if (notOwned)
    say(
      "To take rows over, give --adopt: alone for all that the files name, or with names such as teams/Platform.",
    );
  if (problems.length > 0) throw failure(`this cannot be applied: ${countOf(problems.length, "problem")}`);
}

/** Shows the changes on a stream, with an empty line behind them. */
export function showChanges(
  difference: Difference,
  stream: NodeJS.WriteStream,
  color: boolean,
  noteOf?: (change: Change) => string | undefined,
): void {
  const drawn = drawChanges(difference, kinds, inColour(stream, color), noteOf);
  if (drawn !== "") stream.write(`${drawn}\n`);
}

/** Runs a command. What is wrong with files is shown line by line, as compilers do, so that editors can jump there. */
export async function saying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BundleFaults)) throw error;
    const lines = error.faults.map((fault) => ({ line: faultLine(fault), alike: fault.message }));
    for (const line of withoutRepeats(lines)) say(visible(line));
    throw new CommandError(error.message, exitCodes.refused, { problems: error.faults.map(faultObject) });
  }
}
