/** What kinds there are, and what the fields of one mean: for models and programs, which learn it as they go. */
import type { Feature, Registry } from "../../../engine/feature.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { list, object, text } from "../../../kernel/field.ts";
import { firstSentence } from "../../../kernel/first-sentence.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { clipped, unknownField } from "../../../kernel/validate.ts";
import type { Ground } from "../../ground.ts";
import { describedKind } from "./describe.ts";

export function createKinds({ definitions }: Pick<Ground, "definitions">): Feature {
  return { name: "kinds", operations: [describeKind(definitions)] };
}

const input = {
  kind: text({
    description: "The kind, such as alert_routes; left out, the kinds there are.",
    max: 64,
    optional: true,
  }),
} as const;

const named = { kind: text({ description: "The kind." }) };
const open = { open: true } as const;

const output = {
  kinds: list({
    description: "Every kind there is, with what its rows are: where none was named.",
    optional: true,
    items: object({
      description: "A kind.",
      fields: { ...named, description: text({ description: "What its rows are." }) },
    }),
  }),
  kind: text({ description: "The kind.", optional: true }),
  title: text({ description: "What people call its rows.", optional: true }),
  description: text({ description: "What its rows are.", optional: true }),
  shape: text({
    description: "collection: many rows; setting: one, which is there already.",
    optional: true,
  }),
  level: text({ description: "The level that writing its rows needs.", optional: true }),
  natural_key: list({
    description: "The fields that name a row.",
    optional: true,
    items: text({ description: "A field." }),
  }),
  tools: list({
    description: "What can be done with its rows, as tools and in the audit log.",
    optional: true,
    items: text({ description: "A name." }),
  }),
  filters: list({
    description: "The fields that search_rows filters by.",
    optional: true,
    items: text({ description: "A field." }),
  }),
  fields: list({
    description:
      "The fields, in order: of each its type, and where they apply unit, min, max, choices, default, example, to (the kind whose ids it holds), required, nullable, fixed (at creation only), read_only, secret (goes in, never out).",
    optional: true,
    items: object({
      ...open,
      description: "A field.",
      fields: {
        name: text({ description: "Its name." }),
        type: text({ description: "The type of its value." }),
        description: text({ description: "What it means." }),
      },
    }),
  }),
  pointed_at_by: list({
    description: "The fields of other kinds that hold ids of its rows.",
    optional: true,
    items: object({
      description: "A field.",
      fields: { ...named, field: text({ description: "The field, as a path." }) },
    }),
  }),
};

const describeKind = (definitions: Registry): ConfigurationOperation =>
  configurationOperation({
    name: "describe_kind",
    level: "read",
    title: "Describe a kind",
    description:
      "Says which fields the rows of a kind have: type, unit, bounds, default, example, and what points at them. Read it before you write a row. Without kind it lists the kinds.",
    tag: "kinds",
    reach: "own",
    method: "GET",
    path: "/api/v1/kinds",
    input,
    output,
    async answer(_call, { kind }) {
      if (kind !== undefined) return describedKind(found(definitions, kind), definitions);
      const kinds = Object.values(definitions);
      return {
        kinds: kinds.map(({ kind, description }) => ({ kind, description: firstSentence(description) })),
      };
    },
  });

function found(definitions: Registry, kind: string) {
  if (Object.hasOwn(definitions, kind)) return definitions[kind] as Registry[string];
  const known = Object.keys(definitions);
  const { field, message } = unknownField("kind", clipped(kind), known, "kind");
  throw unprocessable([{ field, message: `${message} (there are ${known.join(", ")})` }]);
}
