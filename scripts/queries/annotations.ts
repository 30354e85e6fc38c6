/** The annotations of a .sql file: comments that say what the database does not know about a query. */
const forms =
  "-- @result NAME, …: [TYPE][!]  or  -- @param NAME, …: nullable  or  -- @plan: each time  or  -- @plural: QUERY  or  -- @cached";

/** What src/database/statement.ts reads. */
const ofStatement = /^-- @(?:plan: each time|plural: [a-z-]+|cached)$/;

export interface ResultAnnotation {
  readonly name: string;
  /** In place of the database's type; undefined: the database's own. */
  readonly type: string | undefined;
  readonly notNull: boolean;
}

export interface Annotations {
  readonly results: readonly ResultAnnotation[];
  /** Names of the parameters that may be null, as the text of the query has them. */
  readonly nullable: readonly string[];
}

/** @throws Error for a line that looks like an annotation and is not one, or says something twice */
export function annotationsOf(sql: string): Annotations {
  const results: ResultAnnotation[] = [];
  const nullable: string[] = [];
  for (const [line] of sql.matchAll(/^[ \t]*--[ \t]*@.*$/gm)) {
    if (ofStatement.test(line)) continue;
    const [, kind, list = "", what = ""] = /^-- @(result|param) ([\w, ]+): (.+)$/.exec(line) ?? [];
    const names = list.split(", ");
    if (kind === "result" && what !== "") {
      const type = what.replace(/!$/, "").trim();
      const notNull = what.endsWith("!");
      results.push(...names.map((name) => ({ name, notNull, type: type === "" ? undefined : type })));
    } else if (kind === "param" && what === "nullable") nullable.push(...names);
    else throw new Error(`"${line}" is no annotation; there is ${forms}`);
  }
  for (const names of [results.map(({ name }) => name), nullable]) {
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined) throw new Error(`${twice} is annotated twice`);
  }
  return { results, nullable };
}
