/** Which branches a repository has, and where they stand. */
import type { GitHead, GitRemote } from "../port.ts";
import { askMs, listBytes } from "./bounds.ts";
import { type At, done, ofWay } from "./contact.ts";
import { failureNamed } from "./failures.ts";
import type { GitRun } from "./program.ts";
import { type Way, wayTo } from "./remote.ts";

export async function headOf(
  remote: GitRemote,
  branch: string,
  second: string | undefined,
  at: At,
): Promise<GitHead> {
  const way = await wayTo(remote, at);
  const names = [branch, ...(second === undefined ? [] : [second])].map((one) => `refs/heads/${one}`);
  const found = await branchesOf({ folder: at.folder, way }, names, "the branch could not be read");
  const [commit, pushed] = names.map((name) => found.get(name));
  return { commit, pushed, knownHosts: await way.knownHosts() };
}

/**
 * @param names all there are where it is empty
 * @param what could not be done where it fails
 * @returns commits by names of branches
 * @throws GitFailure
 */
export async function branchesOf(
  { folder, way }: { readonly folder: string; readonly way: Way },
  names: readonly string[],
  what: string,
): Promise<ReadonlyMap<string, string>> {
  const { env, ...open } = ofWay(way);
  const ask = (more: GitRun["env"] = {}) => {
    const args = ["ls-remote", "--quiet", "--", way.url, ...names];
    return done(
      { ...open, ...{ folder, args, env: { ...env, ...more }, timeout_ms: askMs, most: listBytes } },
      what,
    );
  };
  const lines = ({ output }: { readonly output: Buffer }) =>
    output
      .toString("utf8")
      .split("\n")
      .flatMap((line) => {
        const [commit = "", name] = line.split("\t");
        return name === undefined ? [] : [[name, commit] as const];
      });
  const found = lines(await ask());
  if (found.length > 0) return new Map(found);
  // A web page of one line is, to the program, a list of no branches: a server of Git says at least which protocol it speaks.
  const again = await ask({ GIT_TRACE_PACKET: "2" });
  if (!/^.*packet: .*< /m.test(again.said)) throw failureNamed("no_git_there");
  return new Map(lines(again));
}
