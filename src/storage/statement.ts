import { readdirSync, readFileSync } from "node:fs";

/** One query, named after its file, so that the server parses and plans it once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const folder = new URL("./queries/", import.meta.url);

const statements = new Map<string, Statement>(
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => {
      const name = file.slice(0, -".sql".length);
      return [name, { name, text: readFileSync(new URL(file, folder), "utf8").trim() }];
    }),
);

/** The statement of `queries/<name>.sql`. */
export function sql(name: string): Statement {
  const statement = statements.get(name);
  if (statement === undefined) throw new Error(`there is no query named ${name}`);
  return statement;
}

export function allStatements(): readonly Statement[] {
  return [...statements.values()];
}
