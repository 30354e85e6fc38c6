/**
 * `git status`, `git sync` and `git where`: what came of the commits of Git sources, and where rows stand in them. The
 * exit code is the answer: 0 where the rows are as the repository says, 1 where something stands against that, 4 where a
 * commit waits as a proposal.
 */
import type { Command } from "commander";
import type { whereFields } from "../features/changes/git/shapes.ts";
import { knownPlace, placedMessage } from "../kernel/fault.ts";
import type { ObjectValueOf, RowOf } from "../kernel/row-types.ts";
import { shortCommit } from "../kernel/short-commit.ts";
import { gitSources } from "../resources/git-sources.ts";
import { type Client, keyClient } from "./client.ts";
import { exitCodes } from "./errors.ts";
import { visible } from "./plans/names.ts";
import { type Common, kinds, longTimeout_ms, saying, withCommon } from "./plans/request.ts";
import { idOf } from "./plans/row-id.ts";
import { printJson } from "./print.ts";
import { say, withProgress } from "./terminal.ts";
import { wholeNumber } from "./whole-number.ts";

type Source = RowOf<typeof gitSources>;

interface SyncOptions extends Common {
  readonly allowDeletes?: number;
  readonly trustHostKey?: boolean;
}

const shape = { id: "string", name: "string", status: "string", notes: "list" } as const;
const config = `/api/v1/config/${gitSources.kind}`;
const widest = Math.max(...gitSources.fields.status.shape.choices.map((status) => status.length));

/** Adds `git status`, `git sync` and `git where` to the program. */
export function addGitCommands(program: Command, env: NodeJS.ProcessEnv): void {
  const git = program
    .command("git")
    .description("Git sources: rows that a repository says, and what came of its newest commit");
  withCommon(git.command("status"))
    .description(
      "show each source with its commit, or one of them: exit code 0 where the rows are as the repository says, 1 where something stands against that, 4 where a commit waits as a proposal",
    )
    .argument("[source]", "the source, by its name or its id")
    .action((source: string | undefined, options: Common) => saying(() => status(source, options, env)));
  withCommon(git.command("sync"))
    .description(
      "look at the repository now, also where the last commit failed: take what it changed and push what people changed here, as the source's direction says; exit codes as of status",
    )
    .argument("<source>", "the source, by its name or its id")
    .option("--allow-deletes <count>", "how many rows it may delete, where that is more than 10", wholeNumber)
    .option("--trust-host-key", "take the key that the ssh server shows now in the place of the one before")
    .action((source: string, options: SyncOptions) => saying(() => sync(source, options, env)));
  withCommon(git.command("where"))
    .description(
      "say in which file of a Git source a row stands, and on which line: exit code 0 where that is known, 1 where it is not",
    )
    .argument("<kind>", "the kind of the row")
    .argument("[row]", "the row, by its key (checkout, checkout/latency) or its id; nothing for a setting")
    .action((kind: string, row: string | undefined, options: Common) =>
      saying(() => where(kind, row, options, env)),
    );
}

type Where = ObjectValueOf<typeof whereFields>;

async function where(kind: string, row: string | undefined, { url, json }: Common, env: NodeJS.ProcessEnv) {
  const client = keyClient(url, env);
  const named = kinds.get(kind)?.kind ?? kind;
  const id = await idOf(client, named, row ?? named);
  const path = `/api/v1/git/${encodeURIComponent(named)}/${encodeURIComponent(id)}`;
  const found = await client.call<Where>("GET", path, { status: "string" }, { timeout_ms: longTimeout_ms });
  const { status: is, commit, link, why } = found;
  if (json) printJson(found);
  else if (is !== "found") say(visible(why ?? is));
  else {
    const at = `${knownPlace(found)} at commit ${shortCommit(String(commit))}`;
    process.stdout.write(`${[at, ...(link === null ? [] : [link])].map(visible).join("\n")}\n`);
  }
  if (is !== "found") process.exitCode = exitCodes.refused;
}

async function status(source: string | undefined, { url, json }: Common, env: NodeJS.ProcessEnv) {
  const client = keyClient(url, env);
  if (source === undefined) {
    const answer = await client.call<{ readonly data: readonly Source[] }>("GET", config, { data: "list" });
    if (json) printJson(answer);
    else if (answer.data.length === 0) say("There is no Git source.");
    else for (const one of answer.data) print(one);
    return endWith(answer.data);
  }
  const path = `${config}/${await pathPart(client, source)}`;
  shown(await client.call<Source>("GET", path, shape), json);
}

async function sync(source: string, options: SyncOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const client = keyClient(options.url, env);
  const path = `/api/v1/${gitSources.kind}/${await pathPart(client, source)}/sync`;
  const body = { allow_deletes: options.allowDeletes, trust_host_key: options.trustHostKey };
  const sent = client.call<Source>("POST", path, shape, { body, timeout_ms: longTimeout_ms });
  shown(await withProgress(`Looking at ${visible(source)}`, sent), options.json);
}

async function pathPart(client: Client, source: string): Promise<string> {
  return encodeURIComponent(await idOf(client, gitSources.kind, source));
}

function shown(source: Source, json: boolean | undefined): void {
  if (json) printJson(source);
  else print(source);
  endWith([source]);
}

function print(source: Source): void {
  const { name, enabled, status: is, commit, branch, problem, notes } = source;
  const at = commit === null ? "no commit yet" : `commit ${shortCommit(commit)} of ${branch}`;
  const off = enabled ? "" : " (off)";
  process.stdout.write(`${is.padEnd(widest)}  ${visible(name)}  ${visible(at)}${off}\n`);
  const said = [...(problem === null ? [] : [placedMessage(problem)]), ...waiting(source), ...notes];
  for (const line of said) process.stdout.write(`  ${visible(line)}\n`);
}

/** What waits between the rows and the files, and where. */
function waiting({
  status: is,
  direction,
  branch,
  push_branch,
  pushed_commit,
  pull_request,
}: Source): string[] {
  if (is === "proposed") {
    const pushes = direction === "both" ? "; nothing is pushed meanwhile" : "";
    return [`The commit waits as a proposal, see orgconfig proposals${pushes}.`];
  }
  if (is !== "pushed" || pushed_commit === null) return [];
  const what = `What people changed here waits as commit ${shortCommit(pushed_commit)} on ${push_branch}`;
  return [
    `${what} until somebody merges it into ${branch}${pull_request === null ? "." : `: ${pull_request}`}`,
  ];
}

/** A problem counts more than what waits; one that is off is looked at by nobody. */
function endWith(sources: readonly Source[]): void {
  const on = sources.filter(({ enabled }) => enabled);
  if (on.some(({ problem }) => problem !== null)) process.exitCode = exitCodes.refused;
  else if (on.some(({ status: is }) => is === "proposed")) process.exitCode = exitCodes.unapproved;
}
