/** Whether an engine has loaded the groups of rules that a rendering has. */

import { type Pieces, readFiles, wholeLines } from "../contents.ts";
import { EngineIdle, EngineProblem, type Render } from "../engine.ts";

/** How the names of rendered files with rules end. */
export const ruleFileEnd = ".rules.yml";

export function isRuleFile(name: string): boolean {
  return name.endsWith(ruleFileEnd);
}

/** How many rules each group of a file has, by the group's name. */
type Groups = ReadonlyMap<string, number>;

/** The groups of each file, by the file's name. */
export type FileGroups = ReadonlyMap<string, Groups>;

/** Where an engine has read a file, and which groups it found in it. */
export interface LoadedGroup {
  readonly path: string;
  readonly group: string;
  /** Undefined where the engine does not say. */
  readonly rules: number | undefined;
}

/**
 * Refuses where the engine has not read a file: no path of that name has all of its groups, with as many rules. The
 * engine may see the directory below another path, as in a container, so that only the file's name is compared.
 * @param engine the engine's name
 * @param wayOut how the engine is given a directory's files
 * @throws EngineProblem
 */
export function refuseMissingGroups(
  files: FileGroups,
  loaded: readonly LoadedGroup[],
  engine: string,
  wayOut: string,
): void {
  const byPath = new Map<string, Map<string, number | undefined>>();
  for (const { path, group, rules } of loaded)
    byPath.set(path, (byPath.get(path) ?? new Map()).set(group, rules));
  const isRead = (name: string, groups: readonly (readonly [string, number])[]) =>
    [...byPath].some(
      ([path, there]) =>
        path.slice(path.lastIndexOf("/") + 1) === name &&
        groups.every(([group, rules]) => there.has(group) && (there.get(group) ?? rules) === rules),
    );
  const wanted = [...files].flatMap(([name, inFile]) =>
    inFile.size > 0 ? [{ name, groups: [...inFile] }] : [],
  );
  const unread = wanted.filter(({ name, groups }) => !isRead(name, groups));
  const [first] = unread;
  if (first === undefined) return;
  const message = `${engine} does not read ${first.name}: ${wayOut}, and no other copy`;
  const isIdle = unread.length === wanted.length;
  throw isIdle ? new EngineIdle(message) : new EngineProblem(message);
}

/** The groups that the files of a rendering have. */
export async function renderedGroups(render: Render): Promise<FileGroups> {
  return new Map(await readFiles(render, async (name, pieces) => [name, await groupsIn(pieces)] as const));
}

/** Rendered files have each group's name and the beginning of each rule in a line of their own. */
async function groupsIn(pieces: Pieces): Promise<Groups> {
  const groups = new Map<string, number>();
  let group = "";
  for await (const lines of wholeLines(pieces)) {
    for (const [, name, rule] of lines.matchAll(/^(?: {2}- name: (".*")| {6}- (record|alert): .*)$/gm)) {
      if (name !== undefined) group = JSON.parse(name) as string;
      groups.set(group, (groups.get(group) ?? 0) + (rule === undefined ? 0 : 1));
    }
  }
  return groups;
}
