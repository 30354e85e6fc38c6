/** The example of a kind's definition as a whole Terraform configuration, with the rows that it points at before it. */
import { type Example, ExampleReference, type ExampleValue, exampleOrder } from "../../kernel/example.ts";
import type { Kind } from "../../kernel/kind.ts";
import { argumentName, secretArguments, terraformType } from "../../kernel/terraform.ts";
import { type HclItem, HclReference, type HclValue, printBlock } from "./syntax.ts";

type Kinds = Readonly<Record<string, Kind>>;

export interface HclExample {
  readonly text: string;
  /** A value for each variable that the text declares. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Secrets come from ephemeral variables: they have no place in the text, the plan or the state. */
export function exampleHcl(definition: Kind, kinds: Kinds): HclExample {
  const order = exampleOrder(definition.kind, (kind) => kinds[kind]?.example);
  const shown = order.map((kind) => kinds[kind] as Kind);
  const secrets = shown.flatMap(secretsOf);
  return {
    text: [
      ...secrets.map(({ variable }) => variableBlock(variable)),
      ...shown.map((one) => printBlock("resource", [terraformType(one), label], itemsOf(one, kinds))),
    ].join("\n"),
    variables: Object.fromEntries(
      secrets.map(({ variable, value }) => [
        variable,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ),
  };
}

/** The label of every example, as in the import block below it. */
const label = "example";

interface Secret {
  readonly name: string;
  readonly variable: string;
  readonly value: ExampleValue;
}

function secretsOf({ fields, example, singular }: Kind): Secret[] {
  return Object.entries(example).flatMap(([name, value]) =>
    fields[name]?.type === "secret" ? [{ name, variable: `${singular}_${name}`, value }] : [],
  );
}

/** A variable for a secret: in no plan, state or output. */
export function variableBlock(name: string): string {
  return printBlock(
    "variable",
    [name],
    [
      { name: "sensitive", value: true },
      { name: "ephemeral", value: true },
    ],
  );
}

/** The arguments in the order of the definition, the secrets behind the others. */
function itemsOf(definition: Kind, kinds: Kinds): HclItem[] {
  const { fields, example } = definition;
  const plain = Object.keys(fields).flatMap((name): HclItem[] => {
    const value = example[name];
    return value === undefined || fields[name]?.type === "secret"
      ? []
      : [{ name: argumentName(name), value: hclOf(value, kinds) }];
  });
  const secret = secretsOf(definition).flatMap(({ name, variable, value }): HclItem[] => {
    const names = secretArguments(name);
    return [
      ...(typeof value === "string" ? [] : [{ comment: `${variable} is a JSON object.` }]),
      { name: names.value, value: new HclReference(`var.${variable}`) },
      { name: names.version, value: 1 },
    ];
  });
  return [...plain, ...secret];
}

function hclOf(value: ExampleValue, kinds: Kinds): HclValue {
  if (value instanceof ExampleReference) {
    return new HclReference(`${terraformType(kinds[value.kind] as Kind)}.${label}.id`);
  }
  if (Array.isArray(value)) return value.map((item: ExampleValue) => hclOf(item, kinds));
  if (typeof value !== "object" || value === null) return value as HclValue;
  return Object.fromEntries(
    Object.entries(value as Example).map(([name, inner]) => [name, hclOf(inner, kinds)]),
  );
}
