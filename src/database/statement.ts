/** The queries of this folder's queries/, each named after its file. */
import { readdirSync, readFileSync } from "node:fs";
import { camelCase, positional } from "./named-parameters.ts";
import type { Queries } from "./queries.generated.ts";

/** One query's text; under its name the server parses and plans it once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * Planned each time, which takes half a millisecond: a plan that was kept would still go by what its tables held
   * when it was made. In the file as `-- @plan: each time`.
   */
  readonly plannedEachTime?: boolean;
}

export type QueryName = keyof Queries;

/** What a query takes, as an object with a member for each of its named parameters. */
export type QueryParameters<N extends QueryName> = Queries[N]["parameters"];

/** `P` where it has no members but those of the query's parameters: a spread brings none that are not taken. */
export type ExactParameters<N extends QueryName, P extends QueryParameters<N>> = P & {
  readonly [Name in Exclude<keyof P, keyof QueryParameters<N>>]: never;
};

/** A row that a query answers. */
export type QueryRow<N extends QueryName> = Queries[N]["row"];

export interface NamedStatement extends Statement {
  /** The members of the parameters' object, in the order of $1, $2 and so on. */
  readonly parameters: readonly string[];
}

const folder = new URL("./queries/", import.meta.url);

function statementOf(file: string): NamedStatement {
  const sql = readFileSync(new URL(file, folder), "utf8");
  const { text, names } = positional(sql);
  const plannedEachTime = /^-- @plan: each time$/m.test(sql);
  return { name: file.slice(0, -".sql".length), text, plannedEachTime, parameters: names.map(camelCase) };
}

const statements: ReadonlyMap<string, NamedStatement> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map(statementOf)
    .map((statement) => [statement.name, statement]),
);

/** The statement of `queries/<name>.sql`. */
export function statementNamed(name: QueryName): NamedStatement {
  const statement = statements.get(name);
  if (statement === undefined) throw new Error(`there is no query named ${name}`);
  return statement;
}

/** A query's values in the order in which the server takes them. */
export function valuesOf(
  statement: NamedStatement,
  parameters: Readonly<Record<string, unknown>>,
): unknown[] {
  const names = statement.parameters;
  const values: unknown[] = new Array(names.length);
  for (let place = 0; place < names.length; place += 1) values[place] = parameters[names[place] as string];
  return values;
}

export function allStatements(): readonly NamedStatement[] {
  return [...statements.values()];
}
