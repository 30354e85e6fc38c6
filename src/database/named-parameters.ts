/** Named parameters in SQL (`:organization_id`), which PostgreSQL does not know: it takes $1, $2 and so on. */

export interface PositionalText {
  /** What the server gets: $1 and so on instead of names, without comments. */
  readonly text: string;
  /** The parameters' names, each once, in the order of $1, $2 and so on. */
  readonly names: readonly string[];
}

/**
 * What a colon can stand in without naming a parameter, then the parameters. A colon right after a word or a
 * bracket is the one of an array slice, such as `list[2:last]`.
 */
const token = new RegExp(
  [
    String.raw`(?<comment>^[ \t]*--[^\n]*(?:\n|$)|[ \t]*--[^\n]*)`,
    String.raw`(?<block>/\*)`,
    String.raw`\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'`,
    "'(?:[^']|'')*'",
    '"(?:[^"]|"")*"',
    String.raw`(?<![\w$])(?<tag>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<tag>`,
    "::",
    String.raw`(?<![\w\])]):(?<name>[a-z][a-z0-9_]*)`,
    String.raw`(?<![\w$])(?<number>\$\d+)`,
  ].join("|"),
  "gm",
);

/**
 * Replaces the named parameters of one query.
 * @throws Error where the text has what this does not read: a block comment, or $1 next to the names
 */
export function positional(sql: string): PositionalText {
  const places = new Map<string, number>();
  const text = sql.replace(token, (whole, ...rest) => {
    const { comment, block, name, number } = rest.at(-1) as Record<string, string | undefined>;
    if (comment !== undefined) return "";
    if (block !== undefined) throw new Error("write comments with --, not between /* and */");
    if (number !== undefined) throw new Error(`${number} has no name: write parameters as :name`);
    if (name === undefined) return whole;
    const place = places.get(name) ?? places.size + 1;
    places.set(name, place);
    return `$${place}`;
  });
  return { text: text.trim(), names: [...places.keys()] };
}

/** How a name of SQL or of its file reads in TypeScript: `organization_id` is `organizationId`. */
export function camelCase(name: string): string {
  return name.replace(/[_-]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
