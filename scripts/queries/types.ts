/** How this program's driver (pg) takes and delivers PostgreSQL's types; test/database/query-types.test.ts checks it. */

interface DriverType {
  /** What a parameter may be. */
  readonly parameter: string;
  /** What is delivered; undefined where an annotation or column-types.ts has to say it. */
  readonly result: string | undefined;
}

const text: DriverType = { parameter: "string", result: "string" };
const number: DriverType = { parameter: "number", result: "number" };
const json: DriverType = { parameter: "JsonText", result: undefined };

const driverTypes: Readonly<Record<string, DriverType>> = {
  text,
  uuid: text,
  bool: { parameter: "boolean", result: "boolean" },
  int4: number,
  float8: number,
  // More than a JavaScript number holds, so it comes as text.
  int8: { parameter: "number | string", result: "string" },
  // A string in ISO 8601 is what the driver makes of a Date, for less.
  timestamptz: { parameter: "Date | string", result: "Date" },
  bytea: { parameter: "Buffer", result: "Buffer" },
  json,
  jsonb: json,
  void: { parameter: "never", result: "unknown" },
};

function driverType(name: string): DriverType {
  const type = driverTypes[name];
  if (type === undefined) throw new Error(`the type ${name} is not in scripts/queries/types.ts`);
  return type;
}

/** The TypeScript type of a parameter, by PostgreSQL's name of its type. */
export function parameterType(name: string): string {
  if (!name.startsWith("_")) return driverType(name).parameter;
  const { parameter } = driverType(name.slice(1));
  return `readonly ${parameter.includes("|") ? `(${parameter})` : parameter}[]`;
}

/** The TypeScript type of a value that is delivered; undefined where the database does not know it. */
export function resultType(name: string): string | undefined {
  const { result } = driverType(name.replace(/^_/, ""));
  return result !== undefined && name.startsWith("_") ? `readonly ${result}[]` : result;
}
