/** New commits, made of objects alone: nothing is checked out, and no hook, filter or signature takes part. */
import { oneLine } from "../../kernel/one-line.ts";
import { GitFailure, type GitNewCommit } from "../port.ts";
import { treeModes } from "./folder.ts";
import type { Local } from "./local.ts";
import { differingFiles } from "./trees.ts";

const committer = "orgconfig";
const made = "refs/heads/made";

/**
 * All of them by one run of `git fast-import`, which reads of the tree only the folders that it writes to.
 * @param base the commit that the first one follows; undefined: none
 * @param modes of files that are there, by name: a file keeps what it is
 * @returns their names, in the same order
 */
export async function committed(
  local: Local,
  base: string | undefined,
  commits: readonly GitNewCommit[],
  modes: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  refuseOdd(commits, modes);
  const lines = ["feature done\n"];
  for (const [index, { message, author, at, files }] of commits.entries()) {
    const date = `${Math.max(0, Math.floor(at.getTime() / 1_000))} +0000`;
    const email = plain(author.email);
    lines.push(
      `commit ${made}\n`,
      `author ${plain(author.name)} <${email}> ${date}\n`,
      `committer ${committer} <${email.replace(/^[^@]*/, committer)}> ${date}\n`,
      data(`${message}\n`),
      index === 0 && base !== undefined ? `from ${base}\n` : "",
      ...files.map(
        ({ name, text }) => `M ${modes.get(name) ?? "100644"} inline ${quoted(name)}\n${data(text)}`,
      ),
    );
  }
  await local(["fast-import", "--quiet", "--done"], `${lines.join("")}done\n`);
  const { output } = await local(["rev-list", `--max-count=${commits.length}`, made]);
  if (base !== undefined) await refuseLost(local, base, commits);
  return output.toString("utf8").trim().split("\n").reverse();
}

const odd: Readonly<Record<string, string>> = {
  [treeModes.link]: "a link",
  [treeModes.submodule]: "a submodule",
};

/** What is written there would be where a link leads to, or no commit at all. @throws GitFailure */
function refuseOdd(commits: readonly GitNewCommit[], modes: ReadonlyMap<string, string>): void {
  const names = commits.flatMap(({ files }) => files.map(({ name }) => name));
  for (const name of names) {
    const what = odd[modes.get(name) ?? ""];
    if (what !== undefined)
      throw new GitFailure(
        "refused",
        `${oneLine(name, 200)} is ${what}, where a file for new rows is to be; rename it, or put a row of that kind into another file`,
      );
  }
}

/** Git puts a folder in the place of a file or a submodule of its name, without a word. @throws GitFailure */
async function refuseLost(local: Local, base: string, commits: readonly GitNewCommit[]): Promise<void> {
  const named = new Set(commits.flatMap(({ files }) => files.map(({ name }) => name)));
  const lost = (await differingFiles(local, base, made)).find((name) => !named.has(name));
  if (lost !== undefined)
    throw new GitFailure(
      "refused",
      `${oneLine(lost, 200)} stands where a folder for new rows is to be; rename it, or put a row of that kind into another file`,
    );
}

function data(text: string): string {
  const said = text.toWellFormed();
  return `data ${Buffer.byteLength(said)}\n${said}\n`;
}

/** A name or an address of a commit has none of these. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  return text.toWellFormed().replaceAll(/[<>\x00-\x1f]/g, "");
}

function quoted(path: string): string {
  const escaped = path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `"${escaped}"`;
}
