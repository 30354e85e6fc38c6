/** `plan` and `drift`: what would change, and nothing else. */
import type { Command } from "commander";
import { faultLine } from "../../kernel/fault.ts";
import { readable } from "../../kernel/readable.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { BundleFaults } from "../bundle/fault.ts";
import { keyClient } from "../client.ts";
import { destinationOf } from "../destination.ts";
import { pathOf } from "../paths.ts";
import { printJson } from "../print.ts";
import { say, withProgress } from "../terminal.ts";
import { writeWhole } from "../whole-files.ts";
import { type Drift, driftShape, type Plan, type Summary } from "./answers.ts";
import { commentOnFaults, commentOnPlan } from "./comment.ts";
import { hasChanges, planSentence } from "./draw.ts";
import { lastChangeSentence } from "./last-changes.ts";
import { visible } from "./names.ts";
import {
  type BundleOptions,
  type Common,
  kinds,
  longTimeout_ms,
  notesOf,
  planBundle,
  saying,
  sayNotes,
  showChanges,
  withBundle,
  withCommon,
  withDetailedExitCode,
  withPlaces,
} from "./request.ts";

/** What a run with --detailed-exitcode ends with where something would change. */
const changesExitCode = 2;

/** Sets the exit code by whether something changes, where that was asked for. */
export function exitByChanges(summary: Summary, detailed: boolean | undefined): void {
  if (detailed && hasChanges(summary)) process.exitCode = changesExitCode;
}

type PlanOptions = Common & BundleOptions & { readonly markdown?: string };
type DriftOptions = Common & { readonly set: string };

/** Adds `plan` and `drift` to the program. */
export function addPlanCommands(program: Command, env: NodeJS.ProcessEnv): void {
  withDetailedExitCode(withCommon(withBundle(program.command("plan"))))
    .description(
      "show what the files would change, and change nothing; a key that only reads is enough, in ORGCONFIG_KEY",
    )
    .option(
      "--markdown <file>",
      "also write it to a file in Markdown, for a comment on a pull request",
      pathOf,
    )
    .option(
      "--query",
      "ask engines for the figures of SLIs that are new or measure something else, so that their SLOs are replayed too; it takes up to 20 seconds and a key with the level operate",
    )
    .action((options: PlanOptions) => saying(() => plan(options, env)));
  withDetailedExitCode(withCommon(program.command("drift")))
    .description(
      "show what differs from what was last applied for a set, and who changed it when; a key that only reads is enough",
    )
    .requiredOption("--set <name>", "the set")
    .action((options: DriftOptions) => drift(options, env));
}

async function plan(options: PlanOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const { markdown } = options;
  if (markdown !== undefined) await destinationOf(markdown);
  const comment = async (content: string) =>
    markdown === undefined || (await writeWhole([{ path: markdown, content }], "replace"));
  const client = keyClient(options.url, env);
  const { bundle, plan } = await planBundle(client, options, env).catch(async (error) => {
    if (error instanceof BundleFaults)
      await comment(commentOnFaults(error.faults.map((fault) => visible(faultLine(fault)))));
    throw error;
  });
  await comment(commentOnPlan(plan, kinds, notesOf(plan, bundle)));
  showPlan(plan, bundle, options);
}

/** Shows a plan and what to do with it, and sets the exit code. @throws CommandError where it has problems */
export function showPlan(plan: Plan, bundle: Bundle, { json, color, detailedExitcode }: Common): void {
  if (json) printJson(withPlaces(plan, bundle));
  sayNotes(notesOf(plan, bundle));
  if (!json) {
    showChanges(plan, process.stdout, color);
    process.stdout.write(`${planSentence(plan.summary)}\n`);
  }
  if (hasChanges(plan.summary))
    say(
      `To apply exactly this, before ${readable(new Date(plan.expires_at))}: orgconfig apply --plan ${plan.id}`,
    );
  exitByChanges(plan.summary, detailedExitcode);
}

async function drift(options: DriftOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const query = new URLSearchParams({ set: options.set });
  const client = keyClient(options.url, env);
  const sent = { timeout_ms: longTimeout_ms };
  const answer = await withProgress(
    `Comparing the set ${visible(options.set)}`,
    client.call<Drift>("GET", `/api/v1/plans/drift?${query}`, driftShape, sent),
  );
  if (options.json) printJson(withPlaces(answer));
  else {
    showChanges(answer, process.stdout, options.color, (change) => {
      const { last_change: last } = change as (typeof answer.changes)[number];
      return last === null ? undefined : lastChangeSentence(last);
    });
    process.stdout.write(`${driftSentence(answer)}\n`);
  }
  sayNotes(notesOf(answer));
  if (options.detailedExitcode && answer.drifted) process.exitCode = changesExitCode;
}

function driftSentence({ set, plan_id, applied_at, drifted, undone, summary }: Drift): string {
  const since = `what ${visible(plan_id)} applied at ${readable(new Date(applied_at))}`;
  if (!drifted) return `No drift: ${visible(set)} is ${since}.`;
  const differs = `${visible(set)} differs from ${since}`;
  if (undone === null)
    return `Drift: ${differs}. Applying it again would bring it back. ${planSentence(summary)}`;
  const by = undone.actor === null ? "" : ` by ${visible(undone.actor.name)} (${visible(undone.actor.kind)})`;
  return `Undone: ${differs}, because that was taken back${by} at ${readable(new Date(undone.at))}, with ${visible(undone.plan_id)}. Plan the set's former bundle with --adopt to compare with that; the set's present bundle would bring it back. ${planSentence(summary)}`;
}
