/**
 * The registry as data for the browser: what the console draws its lists and forms from. It holds nothing
 * of any organization, and no rule: a rule's problems come from the service's own answers.
 */
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Fields } from "../../kernel/field.ts";
import { formats, type TextFormat } from "../../kernel/format.ts";
import type { Kind } from "../../kernel/kind.ts";

/** Named one by one: a definition's rules are functions, and what is added to it later may be no data. */
const shownOfKind = [
  "kind",
  "singular",
  "title",
  "group",
  "description",
  "shape",
  "level",
  "decides",
  "verbs",
  "actionNames",
  "naturalKey",
  "otherKey",
  "listColumns",
  "order",
  "fields",
  "implicit",
] as const satisfies readonly (keyof Kind)[];

export type Definition = Pick<Kind, (typeof shownOfKind)[number]>;

/** An operation that is no verb over rows, as far as a menu needs to know it, with the fields that it takes. */
export type ActionDefinition = ReturnType<typeof actionOf>;

export interface Definitions {
  /** Without the help of fields, which pages without a form do not show. */
  readonly brief?: true;
  readonly kinds: readonly Definition[];
  readonly actions: readonly ActionDefinition[];
  /** What a text of each format may look like. */
  readonly examples: Readonly<Record<TextFormat, string>>;
}

export function definitionsOf(
  definitions: readonly Kind[],
  operations: Iterable<ConfigurationOperation>,
): Definitions {
  return {
    kinds: definitions.map(definitionOf),
    actions: [...operations].flatMap((operation) =>
      "fields" in operation.input ? [actionOf(operation, operation.input.fields)] : [],
    ),
    examples: Object.fromEntries(
      Object.entries(formats).map(([name, { example }]) => [name, example]),
    ) as Definitions["examples"],
  };
}

function definitionOf(definition: Kind): Definition {
  return Object.fromEntries(shownOfKind.map((name) => [name, definition[name]])) as unknown as Definition;
}

function actionOf(
  { name, title, description, level, confirms = false }: ConfigurationOperation,
  fields: Fields,
) {
  return { name, title, description, level, confirms, fields };
}

/** What is shown next to inputs alone. */
const help: readonly string[] = ["description", "help", "link"];

/** Definitions as JSON without the help of their fields, which is two thirds of them. */
export function withoutHelp(definitions: string): string {
  const rest = JSON.parse(definitions, (name, value) =>
    help.includes(name) && typeof value === "string" ? "" : value,
  );
  return JSON.stringify({ ...rest, brief: true });
}
