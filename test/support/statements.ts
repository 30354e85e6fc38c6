/** Every statement of the program: the database's own, and those of every feature. */
import { readdirSync } from "node:fs";
import type { NamedStatement } from "../../src/database/statement.ts";

const source = new URL("../../src/", import.meta.url);

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("queries.generated.ts"))
  .sort();

const modules: { readonly sql: Readonly<Record<string, NamedStatement>> }[] = await Promise.all(
  files.map((file) => import(new URL(file, source).pathname)),
);

export const allStatements: readonly NamedStatement[] = modules.flatMap(({ sql }) => Object.values(sql));
