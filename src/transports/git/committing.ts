/** New commits, made of objects and an index alone: nothing is checked out, and no hook, filter or signature takes part. */
import { oneLine } from "../../kernel/one-line.ts";
import { GitFailure, type GitNewCommit } from "../port.ts";

/** Runs git in the repository of a contact. @throws GitFailure */
export type Local = (
  args: readonly string[],
  input?: string,
  options?: { readonly most?: number; readonly env?: Readonly<Record<string, string>> },
) => Promise<{ readonly output: Buffer }>;

const committer = "orgconfig";

/** @param base the commit that the first one follows; undefined: none @returns their names, in the same order */
export async function committed(
  local: Local,
  base: string | undefined,
  commits: readonly GitNewCommit[],
): Promise<string[]> {
  const said = async (args: readonly string[], input?: string, env?: Readonly<Record<string, string>>) =>
    (await local(args, input, env === undefined ? {} : { env })).output.toString("utf8").trim();
  await local(["read-tree", base ?? "--empty"]);
  let parent = base ?? "";
  const made: string[] = [];
  for (const { message, author, at, files } of commits) {
    const lines: string[] = [];
    for (const { name, text } of files) {
      const object = await said(["hash-object", "-w", "--stdin"], text);
      lines.push(`${await modeOf(local, name)} ${object}\t${name}\0`);
    }
    if (lines.length > 0) await local(["update-index", "-z", "--index-info"], lines.join(""));
    const tree = await said(["write-tree"]);
    // Without the sign, git takes no seconds of a clock that begins in 1970.
    const date = `@${Math.max(0, Math.floor(at.getTime() / 1_000))} +0000`;
    const email = author.email;
    const follows = parent === "" ? [] : ["-p", parent];
    parent = await said(["commit-tree", "--no-gpg-sign", ...follows, tree], `${message}\n`, {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: committer,
      GIT_COMMITTER_EMAIL: email.replace(/^[^@]*/, committer),
      GIT_COMMITTER_DATE: date,
    });
    made.push(parent);
  }
  const named = new Set(commits.flatMap(({ files }) => files.map(({ name }) => name)));
  const changed = base === undefined ? [] : await changedFiles(local, base, parent);
  // Git puts a folder in the place of a file or a submodule of its name, without a word.
  const lost = changed.find((name) => !named.has(name));
  if (lost !== undefined)
    throw new GitFailure(
      "refused",
      `${oneLine(lost, 200)} stands where a folder for new rows is to be; rename it, or put a row of that kind into another file`,
    );
  return made;
}

/** Names of files that are not the same in both commits. @throws GitFailure */
async function changedFiles(local: Local, one: string, other: string): Promise<string[]> {
  const args = ["diff-tree", "-r", "--no-renames", "--name-only", "-z", one, other];
  return (await local(args)).output.toString("utf8").split("\0").filter(Boolean);
}

/** A file keeps what it is. */
async function modeOf(local: Local, name: string): Promise<string> {
  const { output } = await local(["--literal-pathspecs", "ls-files", "--stage", "-z", "--", name]);
  return /^(\d{6}) /.exec(output.toString("utf8"))?.[1] ?? "100644";
}
