/** What is wrong with the example of a definition, each problem with its kind and field. */
import { exampleOrder, filledExample } from "../../src/kernel/example.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import { examplesOf } from "../../src/surfaces/openapi/examples.ts";
import { judge } from "../resources/rules.ts";

/** The engine's validator and the kind's own rules over the body, then the fields that only the service fills. */
export function exampleProblems(definition: Kind, kinds: Readonly<Record<string, Kind>>): string[] {
  const { kind, example, fields } = definition;
  try {
    exampleOrder(kind, (other) => kinds[other]?.example);
  } catch (error) {
    return [`${kind}: ${(error as Error).message}`];
  }
  const body = filledExample(example, (target) => `${kinds[target]?.idPrefix}_example`);
  const { problems } = judge(definition, body);
  if (problems.length > 0)
    return problems.map(({ field, message }) => `${kind}.${field}: the example's value ${message}`);
  const { row } = examplesOf(definition, kinds);
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.type !== "computed") return [];
    const { problems } = parseBody({ [name]: field.shape }, { [name]: row[name] ?? null }, "create");
    return problems.map(
      ({ field, message }) =>
        `${kind}.${field}: the example row's value ${message}; give one in exampleState`,
    );
  });
}
