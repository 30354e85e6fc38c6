/** The .sql files of a folder queries/, with what they share put in: the folder includes/ next to it. */
import { readdirSync, readFileSync } from "node:fs";

/** The texts of a folder's statements by their names, which are those of their files. */
export function readStatements(folder: URL): ReadonlyMap<string, string> {
  const textOf = (file: string) => readFileSync(new URL(file, folder), "utf8");
  const included = (name: string) => textOf(`../includes/${name}.sql`);
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return new Map(
    files.sort().map((file) => [file.slice(0, -".sql".length), withIncludes(textOf(file), included)]),
  );
}

/** Puts a file's text in the place of each line `-- @include NAME`; the text may include others. */
export function withIncludes(sql: string, included: (name: string) => string): string {
  return sql.replace(/^[ \t]*-- @include ([a-z-]+)$/gm, (_, name: string) =>
    withIncludes(included(name).trimEnd(), included),
  );
}
