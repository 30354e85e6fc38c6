/** `propose`, `proposals` and `proposal`: a change that people look at first. */
import { type Command, Option } from "commander";
import type { listOutput, proposalFields } from "../../features/changes/proposals/shapes.ts";
import type { verbs } from "../../features/changes/proposals/stored.ts";
import { readable } from "../../kernel/readable.ts";
import type { ObjectValueOf } from "../../kernel/row-types.ts";
import { countOf } from "../../kernel/words.ts";
import { type Client, keyClient } from "../client.ts";
import { usageError } from "../errors.ts";
import { printJson } from "../print.ts";
import { say, withProgress } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";
import { planSentence } from "./draw.ts";
import { visible } from "./names.ts";
import {
  adopted,
  type BundleOptions,
  type Common,
  filesOf,
  longTimeout_ms,
  notesOf,
  saying,
  sayNotes,
  showChanges,
  withBundle,
  withCommon,
} from "./request.ts";

type Proposal = ObjectValueOf<typeof proposalFields>;
type Listed = ObjectValueOf<typeof listOutput>;
type Verb = (typeof verbs)[number];

const shape = {
  id: "string",
  status: "string",
  digest: "string",
  summary: "object",
  changes: "list",
  problems: "list",
  warnings: "list",
  effects: "object",
  refusals: "list",
  needs: "list",
} as const;
const path = "/api/v1/proposals";
/** What is done about one; their names are the service's. */
const acts: readonly Verb[] = ["approve", "reject", "withdraw", "apply", "confirm", "revert"];

interface ProposeOptions extends Common, BundleOptions {
  readonly title: string;
  readonly reason?: string;
  readonly undoOf?: string;
  readonly at?: string;
  readonly confirmWithin?: number;
}

interface ActOptions extends Common {
  readonly digest?: string;
  readonly comment?: string;
}

/** Adds `propose`, `proposals` and `proposal` to the program. */
export function addProposalCommands(program: Command, env: NodeJS.ProcessEnv): void {
  withCommon(withBundle(program.command("propose")))
    .description("keep what the files say as a proposal, for people to look at; nothing of it is done")
    .requiredOption("--title <text>", "what it is for, in a line")
    .option("--reason <text>", "why")
    .option("--undo-of <id>", "in place of files: the applied plan or proposal that it takes back")
    .option("--at <time>", "when it is applied by itself (RFC 3339)")
    .option("--confirm-within <minutes>", "take it back unless somebody confirms it by then", wholeNumber)
    .action((options: ProposeOptions) => saying(() => propose(options, env)));
  withCommon(program.command("proposals"))
    .description("list the latest proposals, newest first; a key that only reads is enough")
    .addOption(
      new Option("--status <status>", "only those with this status").choices([
        ...["open", "approved", "applied", "confirmed", "rejected", "withdrawn", "expired", "reverted"],
      ]),
    )
    .action((options: Common & { readonly status?: string }) => list(options, env));
  withCommon(program.command("proposal"))
    .description(
      `show a proposal as it is now, or do something about it: ${acts.join(", ")}; exit code 4 where an approval is missing`,
    )
    .argument("<id>", "the proposal's id")
    .argument("[act]", acts.join(", "))
    .option("--digest <digest>", "what was looked at; left out: what it does now, as it is shown first")
    .option("--comment <text>", "why")
    .action((id: string, act: string | undefined, options: ActOptions) =>
      saying(() => decide(id, act, options, env)),
    );
}

async function propose(options: ProposeOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const { title, reason, undoOf, set, prune, adopt, at, confirmWithin } = options;
  if (undoOf !== undefined && options.file !== undefined)
    throw usageError("--undo-of takes no files: name one of them");
  const client = keyClient(options.url, env);
  const bundle = undoOf === undefined ? filesOf(options, env) : undefined;
  const body = {
    ...{ title, reason, bundle: bundle?.body, undo_of: undoOf, set, prune },
    adopt: bundle === undefined || adopt === undefined || adopt === true ? adopt : adopted(adopt, bundle),
    apply: at === undefined ? undefined : { at },
    confirm_within_minutes: confirmWithin,
  };
  const sent = client.call<Proposal>("POST", path, shape, { body, timeout_ms: longTimeout_ms });
  const proposal = await withProgress(`Planning ${countOf(bundle?.size ?? 0, "row")}`, sent);
  if (options.json) return printJson(proposal);
  sayNotes(notesOf(proposal, bundle));
  show(proposal, options);
}

async function list({ url, json, status }: Common & { readonly status?: string }, env: NodeJS.ProcessEnv) {
  const query = status === undefined ? "" : `?status=${status}`;
  const answer = await keyClient(url, env).call<Listed>("GET", `${path}${query}`, { data: "list" });
  if (json) return printJson(answer);
  for (const { id, status: is, title, created_at: made, created_by: by } of answer.data) {
    const who = by.email ?? by.name;
    process.stdout.write(
      `${visible(id)}  ${is.padEnd("confirmed".length)}  ${readable(new Date(made))}  ${visible(title)} (${visible(who)})\n`,
    );
  }
}

async function decide(id: string, act: string | undefined, options: ActOptions, env: NodeJS.ProcessEnv) {
  if (act !== undefined && !acts.includes(act as Verb))
    throw usageError(`there is no ${visible(act)}: it is one of ${acts.join(", ")}`);
  const client = keyClient(options.url, env);
  const proposal = await read(client, id);
  if (act === undefined) return options.json ? printJson(proposal) : show(proposal, options);
  if (!options.json) showChanges(proposal, process.stderr, options.color);
  const { digest = proposal.digest, comment } = options;
  const sent = { body: { digest, comment }, timeout_ms: longTimeout_ms };
  const done = await client.call<Proposal>("POST", `${pathOf(id)}/${act}`, shape, sent);
  if (options.json) return printJson(done);
  process.stdout.write(`${visible(done.id)} is ${done.status}.\n`);
}

function read(client: Client, id: string): Promise<Proposal> {
  return client.call<Proposal>("GET", pathOf(id), shape, { timeout_ms: longTimeout_ms });
}

function pathOf(id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

function show(proposal: Proposal, { color }: Pick<Common, "color">): void {
  showChanges(proposal, process.stdout, color);
  const { id, status, digest, title, needs, link, summary } = proposal;
  process.stdout.write(`${visible(title)}: ${visible(id)} is ${status}.\n${planSentence(summary)}\n`);
  process.stdout.write(`Digest ${digest}\n${visible(link)}\n`);
  for (const { policy, approvals, have, by } of needs)
    say(
      `${visible(policy)}: ${have} of ${countOf(approvals, "approval")} by ${visible(typeof by === "string" ? by : `team ${by.team_id}`)}`,
    );
}
