/** How two commits differ by file, read tree by tree: one that both have is not looked into. */
import { figure } from "../../kernel/readable.ts";
import { GitFailure } from "../port.ts";
import { bounds } from "./bounds.ts";
import { blobsOf } from "./folder.ts";
import type { Local } from "./local.ts";

interface Entry {
  readonly isTree: boolean;
  readonly object: string;
}

/** A folder of one side or both; undefined where a side has none of that name. */
interface Pair {
  readonly path: string;
  readonly one: string | undefined;
  readonly other: string | undefined;
}

/**
 * @param one a commit; undefined: nothing at all
 * @returns the names of files that are not the same, from the root
 * @throws GitFailure where there are too many: a tree may hold the same one many times
 */
export async function differingFiles(
  local: Local,
  one: string | undefined,
  other: string,
): Promise<string[]> {
  const rootOf = (commit: string | undefined) => (commit === undefined ? undefined : `${commit}^{tree}`);
  const found: string[] = [];
  let pairs: readonly Pair[] = [{ path: "", one: rootOf(one), other: rootOf(other) }];
  while (pairs.length > 0) {
    const trees = await treesOf(local, pairs);
    const next: Pair[] = [];
    for (const pair of pairs) {
      const [before, after] = [pair.one, pair.other].map((name) => trees.get(name ?? "") ?? new Map());
      for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
        const [was, is] = [before?.get(name), after?.get(name)] as (Entry | undefined)[];
        if (was?.object === is?.object && was?.isTree === is?.isTree) continue;
        const path = pair.path === "" ? name : `${pair.path}/${name}`;
        if ([was, is].some((entry) => entry?.isTree === false)) found.push(path);
        const [one, other] = [was, is].map((entry) => (entry?.isTree ? entry.object : undefined));
        if (one !== undefined || other !== undefined) next.push({ path, one, other });
        if (found.length + next.length > bounds.listed) throw tooMany();
      }
    }
    pairs = next;
  }
  return found;
}

async function treesOf(local: Local, pairs: readonly Pair[]): Promise<Map<string, Map<string, Entry>>> {
  const names = [...new Set(pairs.flatMap(({ one, other }) => [one ?? [], other ?? []].flat()))];
  const { output } = await local(["cat-file", "--batch"], `${names.join("\n")}\n`, {
    tooMuch: tooMany().message,
  });
  const trees = blobsOf(output);
  return new Map(names.map((name, index) => [name, entriesOf(trees[index])]));
}

/** A tree as Git stores it: mode, blank, name, NUL, and the 20 bytes of the object's name. */
function entriesOf(tree: Buffer = Buffer.alloc(0)): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < tree.length; ) {
    const end = tree.indexOf(0, at);
    if (end < 0) break;
    const [, mode = "", name = ""] = /^(\d+) (.*)$/s.exec(tree.toString("utf8", at, end)) ?? [];
    const object = tree.toString("hex", end + 1, end + 21);
    entries.set(name, { isTree: /^0*40000$/.test(mode), object });
    at = end + 21;
  }
  return entries;
}

function tooMany(): GitFailure {
  return new GitFailure(
    "refused",
    `others changed more than ${figure(bounds.listed)} files on push_branch, and no more are compared; merge that branch, or delete it`,
  );
}
