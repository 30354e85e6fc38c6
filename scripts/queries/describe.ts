/** Asks PostgreSQL (PGlite) to describe a query: Parse and Describe of its wire protocol, without running it. */
import { type PGlite, protocol } from "@electric-sql/pglite";

const { serialize } = protocol;

interface Column {
  readonly name: string;
  /** PostgreSQL's name of the type, such as int8 or _text. */
  readonly type: string;
  /** The table's column that the value comes from; undefined for an expression. */
  readonly origin: Origin | undefined;
}

export interface Origin {
  readonly table: string;
  readonly column: string;
  readonly notNull: boolean;
}

export interface Description {
  /** PostgreSQL's names of the types of $1, $2 and so on. */
  readonly parameters: readonly string[];
  readonly columns: readonly Column[];
}

export interface Describer {
  /** Every column of every table, as `table.column`. */
  readonly columnNames: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
  /** @throws Error with the server's words for a text that it refuses */
  describe(text: string): Promise<Description>;
}

/** @param engine a database that has the schema */
export async function createDescriber(engine: PGlite): Promise<Describer> {
  const { rows: types } = await engine.query<{ oid: number; name: string }>(
    "SELECT oid::integer AS oid, typname AS name FROM pg_type",
  );
  const typeNames = new Map(types.map(({ oid, name }) => [oid, name]));
  const { rows: columns } = await engine.query<Origin & { oid: number; number: number }>(
    `SELECT relation.oid::integer AS oid, attnum::integer AS number, relname AS table, attname AS column,
      attnotnull AS "notNull"
    FROM pg_attribute JOIN pg_class AS relation ON relation.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`,
  );
  const origins = new Map(columns.map((column) => [`${column.oid}.${column.number}`, column]));
  const typeNamed = (oid: number) => typeNames.get(oid) ?? `the type with the oid ${oid}`;

  return {
    columnNames: new Set(columns.map(({ table, column }) => `${table}.${column}`)),
    tables: new Set(columns.map(({ table }) => table)),
    async describe(text) {
      const messages = await ask(engine, text);
      return {
        parameters: messages.flatMap((message) =>
          "dataTypeIDs" in message ? message.dataTypeIDs.map(typeNamed) : [],
        ),
        columns: messages.flatMap((message) =>
          "fields" in message
            ? message.fields.map(({ name, dataTypeID, tableID, columnID }) => ({
                name,
                type: typeNamed(dataTypeID),
                origin: origins.get(`${tableID}.${columnID}`),
              }))
            : [],
        ),
      };
    },
  };
}

type Field = InstanceType<typeof protocol.messages.Field>;

/** What Parse and Describe are answered, of which two messages count here. */
type Answer =
  | { readonly name: "parameterDescription"; readonly dataTypeIDs: readonly number[] }
  | { readonly name: "rowDescription"; readonly fields: readonly Field[] }
  | { readonly name: "noData" | "parseComplete" };

async function ask(engine: PGlite, text: string): Promise<Answer[]> {
  try {
    const messages: unknown[] = [];
    for (const message of [serialize.parse({ text }), serialize.describe({ type: "S" })])
      messages.push(...(await engine.execProtocol(message)).messages);
    return messages as Answer[];
  } finally {
    await engine.execProtocol(serialize.sync());
  }
}
