/** Statements: a .sql file each, in the folder queries/ of what they belong to, with their types next to it. */

import { readdirSync, readFileSync } from "node:fs";
import { camelCase, positional } from "./named-parameters.ts";

/** One statement's text; under its name the server parses and plans it once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * Planned each time, which takes half a millisecond: a plan that was kept would still go by what its tables held
   * when it was made. In the file as `-- @plan: each time`.
   */
  readonly plannedEachTime?: boolean;
  /** The embedded database keeps what it answers (read-cache.ts). In the file as `-- @cached`. */
  readonly cached?: boolean;
  /** Does the same for several at once (gathered-reads.ts). In the file as `-- @plural: find-rows`. */
  readonly plural?: NamedStatement | undefined;
}

export interface NamedStatement extends Statement {
  /** The members of the parameters' object, in the order of $1, $2 and so on. */
  readonly parameters: readonly string[];
}

/** A statement with the types of what it takes and answers. */
export interface Query<Parameters, Row> extends NamedStatement {
  /** For the compiler alone: there is no such member. */
  readonly types?: { readonly parameters: Parameters; readonly row: Row };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever it takes and answers
export type AnyQuery = Query<any, any>;

/** What a query takes, as an object with a member for each of its named parameters. */
export type ParametersOf<Q extends AnyQuery> = NonNullable<Q["types"]>["parameters"];

/** `P` where it has no members but those of the query's parameters: a spread brings none that are not taken. */
export type ExactParameters<Q extends AnyQuery, P extends ParametersOf<Q>> = P & {
  readonly [Name in Exclude<keyof P, keyof ParametersOf<Q>>]: never;
};

/** A row that a query answers. */
export type RowOf<Q extends AnyQuery> = NonNullable<Q["types"]>["row"];

interface Signature {
  readonly parameters: unknown;
  readonly row: unknown;
}

/** The queries of a folder by their names: `get-row.sql` is `getRow`. */
type QueriesOf<Signatures> = {
  readonly [Name in keyof Signatures]: Signatures[Name] extends Signature
    ? Query<Signatures[Name]["parameters"], Signatures[Name]["row"]>
    : never;
};

/**
 * Reads the statements of a folder. Called by the generated file next to it, which has their types.
 * @param owner whose they are: their names on the server begin with it
 */
export function readQueries<Signatures>(owner: string, folder: URL): QueriesOf<Signatures> {
  const texts = readStatements(folder);

  function statementOf(name: string): NamedStatement {
    const sql = texts.get(name);
    if (sql === undefined) throw new Error(`${owner} has no ${name}.sql`);
    const { text, names } = positional(sql);
    const parameters = names.map(camelCase);
    const many = /^-- @plural: ([a-z-]+)$/m.exec(sql)?.[1];
    return {
      name: `${owner}/${name}`,
      text,
      parameters,
      plannedEachTime: /^-- @plan: each time$/m.test(sql),
      cached: /^-- @cached$/m.test(sql),
      plural: many === undefined ? undefined : statementOf(many),
    };
  }

  const statements = [...texts.keys()].map((name) => [camelCase(name), statementOf(name)]);
  return Object.fromEntries(statements) as QueriesOf<Signatures>;
}

/** A statement's values in the order in which the server takes them. */
export function valuesOf(
  statement: NamedStatement,
  parameters: Readonly<Record<string, unknown>>,
): unknown[] {
  const names = statement.parameters;
  const values: unknown[] = new Array(names.length);
  for (let place = 0; place < names.length; place += 1) values[place] = parameters[names[place] as string];
  return values;
}

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
