/** Makes each queries.generated.ts from the .sql files next to it and the database's description of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { camelCase, positional } from "../../src/database/named-parameters.ts";
import { readStatements } from "../../src/database/statement.ts";
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

/** What one generated file is made from. */
export interface Sources {
  /** Whose queries they are: the feature's folder below features, or `database`. */
  readonly owner: string;
  /** The text of each query, by its name. */
  readonly queries: ReadonlyMap<string, string>;
  /** The text of its column-types.ts; empty where it has none. */
  readonly columnTypes: string;
}

const source = new URL("../../src/", import.meta.url);

/** The database's own queries, then those of every feature that has some. */
function folders(): { readonly owner: string; readonly folder: URL }[] {
  const below = readdirSync(new URL("features/", source), { recursive: true, encoding: "utf8" });
  const features = below.filter((path) => /(^|\/)queries$/.test(path)).map((path) => dirname(path));
  return [
    { owner: "database", folder: new URL("database/", source) },
    ...features.sort().map((owner) => ({ owner, folder: new URL(`features/${owner}/`, source) })),
  ];
}

function readSources(owner: string, folder: URL): Sources {
  const columnTypes = new URL("column-types.ts", folder);
  return {
    owner,
    queries: readStatements(new URL("queries/", folder)),
    columnTypes: existsSync(columnTypes) ? readFileSync(columnTypes, "utf8") : "",
  };
}

/** Every generated file, by its place. @throws Error that names the query, and what about it is wrong */
export async function generateAll(describer: Describer): Promise<Map<string, string>> {
  const ofRows = readFileSync(new URL("database/column-types.ts", source), "utf8");
  const shared = new ColumnTypes(ofRows, describer.columnNames);
  const files = new Map<string, string>();
  for (const { owner, folder } of folders()) {
    const file = new URL("queries.generated.ts", folder);
    files.set(file.pathname, await generateQueries(describer, readSources(owner, folder), shared));
  }
  shared.refuseUnused();
  return files;
}

/**
 * One generated file.
 * @param shared the types that columns have in every folder's queries: src/database/column-types.ts
 * @throws Error that names the query, and what about it is wrong
 */
export async function generateQueries(
  describer: Describer,
  { owner, queries, columnTypes }: Sources,
  shared: ColumnTypes,
): Promise<string> {
  const own = owner === "database" ? shared : new ColumnTypes(columnTypes, describer.columnNames);
  const typeOf = (origin: Origin) => own.typeOf(origin) ?? shared.typeOf(origin);
  const signatures: Signature[] = [];
  for (const [name, sql] of [...queries].sort(([one], [other]) => (one < other ? -1 : 1))) {
    try {
      signatures.push(await signatureOf(name, sql, describer, typeOf));
    } catch (error) {
      const { message } = error as Error;
      const columns = /column .* does not exist/.test(message) ? columnsOf(sql, describer) : [];
      throw new Error([`${name}.sql: ${message}`, ...columns].join("\n  "), { cause: error });
    }
  }
  if (own !== shared) own.refuseUnused();
  return render(owner, signatures, own);
}

/** The columns of the tables that a text names, a line for each table: for whoever wrote a name that is not there. */
function columnsOf(sql: string, { tables, columnNames }: Describer): readonly string[] {
  const named = new Set(sql.match(/\w+/g));
  return [...tables]
    .filter((table) => named.has(table))
    .map((table) => {
      const columns = [...columnNames].filter((name) => name.startsWith(`${table}.`));
      return `${table} has the columns ${columns.map((name) => name.slice(table.length + 1)).join(", ")}`;
    });
}

type TypeOf = (origin: Origin) => string | undefined;

/** What a column-types.ts says: which columns have a type of their own, and which types it exports. */
export class ColumnTypes {
  readonly exported: ReadonlySet<string>;
  /** The interface that lists the columns: Columns, or RowColumns where it is for all. */
  readonly #list: string;
  readonly #columns: ReadonlySet<string>;
  readonly #used = new Set<string>();

  constructor(text: string, columnNames: ReadonlySet<string>) {
    this.exported = new Set(
      [...text.matchAll(/^export .*?\b([A-Z]\w*)/gm)].map(([, name]) => name as string),
    );
    this.#list = /^export interface (\w*Columns)\b/m.exec(text)?.[1] ?? "Columns";
    this.#columns = new Set([...text.matchAll(/^ {2}"(\w+\.\w+)": /gm)].map(([, name]) => name as string));
    for (const name of this.#columns)
      if (!columnNames.has(name)) throw new Error(`column-types.ts: there is no column ${name}`);
  }

  typeOf({ table, column }: Origin): string | undefined {
    const name = `${table}.${column}`;
    if (!this.#columns.has(name)) return undefined;
    this.#used.add(name);
    return `${this.#list}["${name}"]`;
  }

  refuseUnused(): void {
    for (const name of this.#columns)
      if (!this.#used.has(name))
        throw new Error(`column-types.ts: no query answers ${name}; remove its line`);
  }
}

async function signatureOf(
  name: string,
  sql: string,
  describer: Describer,
  typeOf: TypeOf,
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
    row: rowOf(description, annotations, typeOf, untrustedTables(text, describer.tables)),
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
  typeOf: TypeOf,
  untrusted: ReadonlySet<string> | "all",
): Member[] {
  const members = description.columns.map(({ name, type, origin }) => {
    const annotation = results.find((result) => result.name === name);
    const known = origin?.notNull === true && untrusted !== "all" && !untrusted.has(origin.table);
    if (annotation !== undefined) refuseUnused(annotation, known);
    const value = annotation?.type ?? (origin && typeOf(origin)) ?? resultType(type);
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
 * row. All tables where what it joins is no table, because its columns may come from anywhere, and where rows are
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

/** What Biome leaves on one line, with its end. */
const longestLine = 111;

function render(owner: string, signatures: readonly Signature[], own: ColumnTypes): string {
  const body = signatures.map(renderSignature).join("");
  const database = owner === "database" ? "./" : `${"../".repeat(owner.split("/").length + 1)}database/`;
  const named = [...new Set(body.match(/(?<![\w".])[A-Z]\w*/g))].filter((name) => !builtIn.has(name)).sort();
  const types = (names: readonly string[], from: string) => {
    const line = `import type { ${names.join(", ")} } from "${from}";\n`;
    if (names.length === 0 || line.length <= longestLine) return names.length === 0 ? "" : line;
    return `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";\n`;
  };
  const ofOwn = types(
    named.filter((name) => own.exported.has(name)),
    "./column-types.ts",
  );
  const ofAll = types(
    named.filter((name) => !own.exported.has(name)),
    `${database}column-types.ts`,
  );
  const texts = types(body.includes("JsonText") ? ["JsonText"] : [], `${database}json-text.ts`);
  const statement = `import { readQueries } from "${database}statement.ts";\n`;
  const imports = [
    owner === "database" ? ofOwn : "",
    ofAll,
    texts,
    statement,
    owner === "database" ? "" : ofOwn,
  ];
  return `/** Made by \`npm run generate:queries\` from queries/*.sql and the schema. Do not edit. */
${imports.join("")}
interface Queries {
${body}}

export const sql = readQueries<Queries>("${basename(owner)}", new URL("queries/", import.meta.url));
`;
}

/** Names in types that are not imported from a column-types.ts. */
const builtIn = new Set(["Buffer", "Date", "JsonText", "Readonly", "Record"]);

function renderSignature({ name, parameters, row }: Signature): string {
  return `  ${camelCase(name)}: {
    readonly parameters: ${renderMembers(parameters, "Record<never, never>")};
    readonly row: ${renderMembers(row, "never")};
  };
`;
}

function renderMembers(members: readonly Member[], none: string): string {
  if (members.length === 0) return none;
  return `{\n${members.map(({ name, type }) => `      readonly ${name}: ${type};\n`).join("")}    }`;
}
