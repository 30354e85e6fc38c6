/** Makes src/database/queries.generated.ts from the .sql files and the database's description of them. */
import { readdirSync, readFileSync } from "node:fs";
import { camelCase, positional } from "../../src/database/named-parameters.ts";
import { type Annotations, annotationsOf, type ResultAnnotation } from "./annotations.ts";
import type { Describer, Description, Origin } from "./describe.ts";
import { parameterType, resultType } from "./types.ts";

interface Member {
  readonly name: string;
  readonly type: string;
}

interface Signature {
  readonly name: string;
  readonly parameters: readonly Member[];
  readonly row: readonly Member[];
}

export interface Sources {
  /** The text of each query, by its name. */
  readonly queries: ReadonlyMap<string, string>;
  /** The text of column-types.ts. */
  readonly columnTypes: string;
}

const storage = new URL("../../src/database/", import.meta.url);

export const generatedFile = new URL("queries.generated.ts", storage);

export function readSources(): Sources {
  const folder = new URL("queries/", storage);
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return {
    queries: new Map(
      files.map((file) => [file.slice(0, -".sql".length), readFileSync(new URL(file, folder), "utf8")]),
    ),
    columnTypes: readFileSync(new URL("column-types.ts", storage), "utf8"),
  };
}

/** @throws Error that names the query, and what about it is wrong */
export async function generateQueries(
  describer: Describer,
  { queries, columnTypes }: Sources,
): Promise<string> {
  const columns = new ColumnTypes(columnTypes, describer.columnNames);
  const signatures: Signature[] = [];
  for (const [name, sql] of [...queries].sort(([one], [other]) => (one < other ? -1 : 1))) {
    try {
      signatures.push(await signatureOf(name, sql, describer, columns));
    } catch (error) {
      throw new Error(`${name}.sql: ${(error as Error).message}`, { cause: error });
    }
  }
  columns.refuseUnused();
  return render(signatures);
}

/** The members of the interface Columns: which columns have a type of their own. */
class ColumnTypes {
  readonly #names: ReadonlySet<string>;
  readonly #used = new Set<string>();

  constructor(text: string, columnNames: ReadonlySet<string>) {
    this.#names = new Set([...text.matchAll(/^ {2}"(\w+\.\w+)": /gm)].map(([, name]) => name as string));
    for (const name of this.#names)
      if (!columnNames.has(name)) throw new Error(`column-types.ts: there is no column ${name}`);
  }

  typeOf({ table, column }: Origin): string | undefined {
    const name = `${table}.${column}`;
    if (!this.#names.has(name)) return undefined;
    this.#used.add(name);
    return `Columns["${name}"]`;
  }

  refuseUnused(): void {
    for (const name of this.#names)
      if (!this.#used.has(name))
        throw new Error(`column-types.ts: no query answers ${name}; remove its line`);
  }
}

async function signatureOf(
  name: string,
  sql: string,
  describer: Describer,
  columns: ColumnTypes,
): Promise<Signature> {
  const { text, names } = positional(sql);
  const annotations = annotationsOf(sql);
  const description = await describer.describe(text);
  refuseUnknownNames(
    "result",
    annotations.results.map((result) => result.name),
    description.columns.map((column) => column.name),
  );
  refuseUnknownNames("param", annotations.nullable, names);
  return {
    name,
    parameters: parametersOf(names, description, annotations),
    row: rowOf(description, annotations, columns, untrustedTables(text, describer.tables)),
  };
}

function refuseUnknownNames(kind: string, annotated: readonly string[], known: readonly string[]): void {
  const unknown = annotated.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`@${kind} ${unknown} names nothing; there is ${known.join(", ") || "nothing to name"}`);
}

function parametersOf(
  names: readonly string[],
  { parameters }: Description,
  { nullable }: Annotations,
): Member[] {
  const members = names.map((name, place) => ({
    name: camelCase(name),
    type: parameterType(parameters[place] as string) + (nullable.includes(name) ? " | null" : ""),
  }));
  refuseTwice(members, "parameters");
  return members;
}

function rowOf(
  description: Description,
  { results }: Annotations,
  columns: ColumnTypes,
  untrusted: ReadonlySet<string> | "all",
): Member[] {
  const members = description.columns.map(({ name, type, origin }) => {
    const annotation = results.find((result) => result.name === name);
    const known = origin?.notNull === true && untrusted !== "all" && !untrusted.has(origin.table);
    if (annotation !== undefined) refuseUnused(annotation, known);
    const value = annotation?.type ?? (origin && columns.typeOf(origin)) ?? resultType(type);
    if (value === undefined)
      throw new Error(
        `nothing says what is in the ${type} ${name}: annotate it, -- @result ${name}: TYPE, or add its column to column-types.ts`,
      );
    return { name, type: known || annotation?.notNull || value === "unknown" ? value : `${value} | null` };
  });
  refuseTwice(members, "columns");
  return members;
}

function refuseUnused({ name, type, notNull }: ResultAnnotation, known: boolean): void {
  if (notNull && known)
    throw new Error(`@result ${name}: the database knows that it is not null; remove the !`);
  if (!notNull && type === undefined) throw new Error(`@result ${name} says nothing`);
}

function refuseTwice(members: readonly Member[], what: string): void {
  const names = members.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`two ${what} are named ${twice}`);
}

/**
 * The tables whose NOT NULL does not hold for a query's columns: an outer join answers nulls where it finds no
 * row. All tables where what it joins is none, because its columns may come from anywhere, and where rows are
 * grouped in several ways, which answers nulls for what a group does not have.
 */
function untrustedTables(text: string, tables: ReadonlySet<string>): ReadonlySet<string> | "all" {
  if (/\b(?:grouping\s+sets|rollup|cube)\b/i.test(text)) return "all";
  const joined: string[] = [];
  for (const [whole, side = "", name = ""] of text.matchAll(
    /\b(left|right|full)\s+(?:outer\s+)?join\s+(\w*)/gi,
  )) {
    if (side.toLowerCase() !== "left")
      throw new Error(
        `write LEFT JOIN instead of ${whole.trim()}, so that it shows which columns may be null`,
      );
    const isQuery = new RegExp(`\\b${name}\\s+as\\s+(?:(?:not\\s+)?materialized\\s+)?\\(`, "i").test(text);
    if (!tables.has(name) || isQuery) return "all";
    joined.push(name);
  }
  return new Set(joined);
}

function render(signatures: readonly Signature[]): string {
  const body = signatures.map(renderSignature).join("");
  const named = [...new Set(body.match(/(?<![\w".])[A-Z]\w*/g))].filter((name) => !builtIn.has(name)).sort();
  return `/** Made by \`npm run generate:queries\` from queries/*.sql and the schema. Do not edit. */
import type { ${named.join(", ")} } from "./column-types.ts";
import type { JsonText } from "./json-text.ts";

export interface Queries {
${body}}
`;
}

/** Names in types that are not imported from column-types.ts. */
const builtIn = new Set(["Buffer", "Date", "JsonText", "Readonly", "Record"]);

function renderSignature({ name, parameters, row }: Signature): string {
  return `  ${/^\w+$/.test(name) ? name : `"${name}"`}: {
    readonly parameters: ${renderMembers(parameters, "Record<never, never>")};
    readonly row: ${renderMembers(row, "never")};
  };
`;
}

function renderMembers(members: readonly Member[], none: string): string {
  if (members.length === 0) return none;
  return `{\n${members.map(({ name, type }) => `      readonly ${name}: ${type};\n`).join("")}    }`;
}
