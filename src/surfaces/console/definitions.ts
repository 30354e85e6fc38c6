/**
 * The registry as data for the browser: what the console draws its lists and forms from. It holds nothing
 * of any organization, and no rule: a rule's problems come from the service's own answers.
 */
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Level } from "../../kernel/access.ts";
import type { Fields } from "../../kernel/field.ts";
import { formats, type TextFormat } from "../../kernel/format.ts";
import type { Group, Kind, Verb } from "../../kernel/kind.ts";

export interface Definition {
  readonly kind: string;
  readonly singular: string;
  readonly title: string;
  readonly group: Group;
  readonly description: string;
  readonly shape: "collection" | "setting";
  /** The level that writes need. */
  readonly level: Level;
  readonly verbs: readonly Verb[];
  readonly actionNames: Readonly<Record<Verb, string>>;
  readonly naturalKey: readonly string[];
  readonly otherKey?: readonly string[] | undefined;
  /** The columns of the list, where the kind names them. */
  readonly listColumns?: readonly string[] | undefined;
  readonly order: Kind["order"];
  readonly fields: Fields;
  readonly implicit: Fields;
}

/** An operation that is no verb over rows, as far as a menu needs to know it. */
export interface ActionDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  readonly confirms: boolean | "id";
  /** What it takes. */
  readonly fields: Fields;
}

export interface Definitions {
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

/** Named one by one: a definition's rules are functions, and what is added to it later may be no data. */
function definitionOf(definition: Kind): Definition {
  const { kind, singular, title, group, description, shape, level, verbs, actionNames } = definition;
  const { naturalKey, otherKey, listColumns, order, fields, implicit } = definition;
  return {
    kind,
    singular,
    title,
    group,
    description,
    shape,
    level,
    verbs,
    actionNames,
    naturalKey,
    otherKey,
    listColumns,
    order,
    fields,
    implicit,
  };
}

function actionOf(
  { name, title, description, level, confirms = false }: ConfigurationOperation,
  fields: Fields,
): ActionDefinition {
  return { name, title, description, level, confirms, fields };
}
