/** `apply`: plans, shows, asks, and makes the changes in one go. */

import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { freeDeletes } from "../../engine/plan/edits.ts";
import { hasReason } from "../../kernel/reasons.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { countOf } from "../../kernel/words.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { type Client, keyClient } from "../client.ts";
import { CommandError, exitCodes, failure, RefusedError, usageError } from "../errors.ts";
import { printJson } from "../print.ts";
import { confirmed, needTerminal, say, withProgress } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";
import { type Applied, appliedShape, type Plan, planShape } from "./answers.ts";
import { appliedSentence, hasChanges, planSentence } from "./draw.ts";
import { rowName, visible } from "./names.ts";
import { partsOf, rowsOfPart } from "./parts.ts";
import { exitByChanges } from "./plan.ts";
import {
  type BundleOptions,
  type Common,
  filesOf,
  isTooLarge,
  longTimeout_ms,
  notesOf,
  type OwnerOptions,
  planBundle,
  planOf,
  saying,
  sayNotes,
  showChanges,
  withBundle,
  withCommon,
  withDetailedExitCode,
  withPlaces,
} from "./request.ts";

/** How a plan is applied. */
export interface ApplyOptions extends Common {
  readonly autoApprove?: boolean;
  readonly allowDeletes?: number;
  /** Why behaviour tests that it breaks are to hold nothing back. */
  readonly overrideTests?: string;
  /** Whether it becomes a proposal in the place of being applied. */
  readonly propose?: true;
}

type Options = ApplyOptions & BundleOptions & { readonly plan?: string; readonly inParts?: true };

/** Adds `apply` to the program. */
export function addApplyCommand(program: Command, env: NodeJS.ProcessEnv): void {
  const command = withBundle(program.command("apply"))
    .description(
      "make the set-up what the files say, all of it or nothing: plans, shows, asks, applies; the key is in ORGCONFIG_KEY",
    )
    .option("--plan <id>", "apply a plan that was made before, in place of files")
    .option("--in-parts", "apply more changes than one plan takes, part by part; what is pruned goes last");
  withApproval(withDetailedExitCode(withCommon(command))).action((options: Options) =>
    saying(() => apply(options, env)),
  );
}

/** Options of a command that changes something. */
export function withApproval(command: Command): Command {
  return command
    .option("--auto-approve", "do not ask")
    .option("--propose", "make a proposal of it, for people to look at, and change nothing")
    .option("--allow-deletes <count>", "let it delete as many rows, where that is more than 10", wholeNumber)
    .option(
      "--override-tests <reason>",
      "make the changes although behaviour tests would fail, and put the reason on record; for a key of an administrator",
    );
}

async function apply(options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  const { plan: id, file, set, prune, adopt } = options;
  if (id !== undefined && [file, set, prune, adopt].some((option) => option !== undefined))
    throw usageError("--plan takes no files and no options about them");
  needConsent(options);
  const client = keyClient(options.url, env);
  if (options.inParts) await applyInParts(client, options, env);
  else if (id === undefined) {
    const { plan, bundle } = await planBundle(client, options, env);
    await reviewAndApply(client, plan, options, bundle);
  } else {
    const plan = await client.call<Plan>("GET", planPath(id), planShape, { timeout_ms: longTimeout_ms });
    await reviewAndApply(client, plan, options);
  }
}

/** A proposal changes nothing, so that nobody is asked. */
export function needConsent({ autoApprove, propose }: Pick<ApplyOptions, "autoApprove" | "propose">): void {
  if (!autoApprove && !propose) needTerminal("--auto-approve");
}

/**
 * Each part is a plan of its own, so that one that is refused leaves those before it applied. With a set the whole
 * comes at the end: that is what the set is held to, and what is pruned.
 */
async function applyInParts(client: Client, options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  const { prune, set, ...owner } = options;
  if (options.json || options.propose || options.plan !== undefined || Array.isArray(options.adopt))
    throw usageError("--in-parts goes without --plan, --propose, --json and names after --adopt");
  const whole = filesOf(options, env);
  const parts = partsOf(whole);
  const last = set === undefined && prune === undefined ? 0 : 1;
  const by: OwnerOptions = set === undefined ? owner : { ...owner, set };
  for (const [index, bundle] of parts.entries()) {
    say(`Part ${index + 1} of ${parts.length + last}`);
    await reviewAndApply(client, await planOfPart(client, bundle, by), options, bundle);
  }
  if (last > 0) await applyWhole(client, whole, options, parts.length);
}

/** Plans and applies the whole until nothing of it is left to prune. */
async function applyWhole(client: Client, whole: Bundle, options: Options, before: number): Promise<void> {
  const prunes = options.prune !== undefined && options.prune !== "none";
  let [atMost, left, deleted] = [rowsOfPart, 0, 0];
  for (let part = before + 1; part === before + 1 || left > 0; part += 1) {
    const planned = prunes ? await planOfPruning(client, whole, options, atMost) : undefined;
    const plan = planned?.plan ?? (await planOfPart(client, whole, options));
    atMost = planned?.atMost ?? atMost;
    left = plan.prune_left;
    say(`Part ${part} of ${part + Math.ceil(left / atMost)}`);
    deleted += plan.summary.delete;
    if (options.prune === "delete") holdBackDeletes(deleted + left, options);
    await reviewAndApply(client, plan, options, whole);
  }
}

/** With fewer rows where so many make too many changes: other rows may go along with each. */
async function planOfPruning(client: Client, whole: Bundle, options: Options, atMost: number) {
  for (let pruneAtMost = atMost; pruneAtMost > 1; pruneAtMost = Math.ceil(pruneAtMost / 2)) {
    try {
      return { atMost: pruneAtMost, plan: await planOf(client, whole, { ...options, pruneAtMost }) };
    } catch (error) {
      if (!isTooLarge(error)) throw error;
    }
  }
  return { atMost: 1, plan: await planOfPart(client, whole, { ...options, pruneAtMost: 1 }) };
}

/** Each plan has its own bound; the parts together are one act of a person. */
function holdBackDeletes(deletes: number, { allowDeletes = 0 }: Options): void {
  if (deletes <= freeDeletes || deletes <= allowDeletes) return;
  throw failure(
    `Pruning deletes ${deletes} rows, which is more than ${freeDeletes}; no row was deleted by this part. If that is meant: --allow-deletes ${deletes}`,
  );
}

async function planOfPart(client: Client, bundle: Bundle, by: OwnerOptions): Promise<Plan> {
  try {
    return await planOf(client, bundle, by);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const message =
      "This part alone makes more changes than one plan takes, because other rows change or go along with its own. Apply fewer entries of its kinds by themselves first.";
    throw new RefusedError(message, error.status, error.body);
  }
}

/** Shows a plan, asks, applies it and says what came of it. A plan without changes needs no question. */
export async function reviewAndApply(
  client: Client,
  plan: Plan,
  options: ApplyOptions,
  bundle?: Bundle,
): Promise<void> {
  const notes = notesOf(plan, bundle);
  if (options.json && notes.problems.length > 0) printJson(withPlaces(plan, bundle));
  sayNotes(notes);
  showChanges(plan, process.stderr, options.color);
  say(planSentence(plan.summary));
  if (options.propose) return propose(client, plan, options);
  const asks = !options.autoApprove && plan.status === "open" && hasChanges(plan.summary);
  if (asks && !(await confirmed("Apply this? Only yes is taken for yes:")))
    throw failure("nothing was applied");
  const applied = await send(client, plan, options);
  if (options.json) printJson(applied);
  else process.stdout.write(`Applied ${visible(applied.id)}: ${appliedSentence(applied.summary)}.\n`);
  exitByChanges(applied.summary, options.detailedExitcode);
}

/** Keeps what the plan would do as a proposal, and says where people find it. */
async function propose(client: Client, plan: Plan, { json, allowDeletes }: ApplyOptions): Promise<void> {
  if (plan.status === "open" && !hasChanges(plan.summary)) return json ? printJson(plan) : undefined;
  const body = allowDeletes === undefined ? {} : { allow_deletes: allowDeletes };
  const sent = { body, timeout_ms: longTimeout_ms };
  const proposal = await client
    .call<Proposed>("POST", `${planPath(plan.id)}/apply?propose=true`, proposedShape, sent)
    .catch((error) => {
      throw explained(error, plan);
    });
  if (json) return printJson(proposal);
  process.stdout.write(
    `Proposed ${visible(proposal.id)}: ${visible(proposal.title)}.\n${visible(proposal.link)}\n`,
  );
}

const proposedShape = { id: "string", title: "string", link: "string" } as const;
type Proposed = Readonly<Record<keyof typeof proposedShape, string>>;

async function send(
  client: Client,
  plan: Plan,
  { allowDeletes, overrideTests }: ApplyOptions,
): Promise<Applied> {
  const override = overrideTests === undefined ? {} : { override_tests: overrideTests };
  const body = allowDeletes === undefined ? {} : { allow_deletes: allowDeletes };
  const apply = (said: Record<string, string>) => {
    const query = new URLSearchParams(said).toString();
    const path = `${planPath(plan.id)}/apply${query === "" ? "" : `?${query}`}`;
    const sent = { body, timeout_ms: longTimeout_ms };
    return withProgress(
      `Applying ${countOf(plan.changes.length, "change")}`,
      client.call<Applied>("POST", path, appliedShape, sent),
    );
  };
  try {
    return await apply(override).catch((error) => {
      // A key that is asked: the plan was shown, and who called said yes to it, or --auto-approve.
      if (!(error instanceof RefusedError && hasReason(error.body, "confirm"))) throw error;
      return apply({ ...override, confirm: plan.id });
    });
  } catch (error) {
    const isLost = error instanceof CommandError && error.exitCode === exitCodes.unanswered;
    const applied = isLost ? await appliedMeanwhile(client, plan) : undefined;
    if (applied !== undefined) return applied;
    throw explained(error, plan);
  }
}

/** So often, and so long after each other, a plan is asked for whose answer was lost: a service that starts again takes a moment. */
const [asks, betweenMs] = [5, 2_000];

/** The plan, where it says that it was applied; undefined where it says nothing of the kind, or nothing at all. */
async function appliedMeanwhile(client: Client, { id }: Plan): Promise<Applied | undefined> {
  say("The answer was lost: asking what became of the plan.");
  for (let asked = 0; asked < asks; asked += 1) {
    if (asked > 0) await pause(betweenMs);
    try {
      const now = await client.call<Plan>("GET", planPath(id), planShape, { timeout_ms: longTimeout_ms });
      return now.status === "applied" ? (now as Applied & Plan) : undefined;
    } catch (error) {
      if (!(error instanceof CommandError) || error.exitCode !== exitCodes.unanswered) return undefined;
    }
  }
  return undefined;
}

/** The same error, with what to do about it. */
function explained(error: unknown, plan: Plan): unknown {
  if (!(error instanceof RefusedError)) {
    if (error instanceof CommandError && error.exitCode === exitCodes.unanswered)
      return new CommandError(
        `${error.message} orgconfig apply --plan ${plan.id} applies it, or says that it was applied.`,
        error.exitCode,
      );
    return error;
  }
  const { moved, tests } = error.body;
  if (hasReason(error.body, "plan_stale") && Array.isArray(moved))
    for (const { resource, key, id } of moved as { resource: string; key: JsonObject | null; id: string }[])
      say(`moved: ${rowName(resource, key)}${id === "" ? "" : ` (${visible(id)})`}`);
  if (hasReason(error.body, "test_failed") && Array.isArray(tests)) {
    for (const { name, message } of tests as { name: string; message: string }[])
      say(`test failed: ${visible(name)}: ${visible(message)}`);
    return failure(
      `${countOf(tests.length, "behaviour test")} would fail, and nothing was changed. Change the tests in the same files, or as an administrator give a reason: --override-tests "REASON"`,
    );
  }
  if (hasReason(error.body, "too_many_deletes"))
    return new CommandError(`${error.message} Here: --allow-deletes ${plan.summary.delete}`, error.exitCode);
  return error;
}

export function planPath(id: string): string {
  return `/api/v1/plans/${encodeURIComponent(id)}`;
}
