/**
 * What a plan says of an update is what the service then answers: for every kind, and every field that can change
 * by itself. A value that the plan knows and the answer has otherwise is "inconsistent result after apply".
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planRow } from "../../provider/plan.ts";
import { asFieldValue, bodyOf, meansTheSame, settableFields, stateOf } from "../../provider/row-values.ts";
import { type ObjectValue, UNKNOWN, type Value } from "../../provider/wire/values.ts";
import { isConfiguration, isFound } from "../../src/kernel/field.ts";
import { fieldsOf, type Kind } from "../../src/kernel/kind.ts";
import { argumentName, secretArguments } from "../../src/kernel/terraform.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { makePerson } from "../support/people.ts";
import { createSamples, type Samples } from "../support/samples.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const updatable = definitions.filter(({ verbs }) => verbs.includes("update"));

let service: TestService;
let tenant: Tenant;
let samples: Samples;

beforeAll(async () => {
  service = await startService();
  // It turns off what posts to addresses where nobody listens.
  await service.service.delivery.close();
  tenant = await service.makeTenant();
  samples = createSamples({
    definitions: definitionsByKind,
    config: tenant.config,
    join: (email) => makePerson(service.database, tenant.organization.id, email),
  });
});
afterAll(() => service.close());

/** The block that sets a row to these values, and one secret of them anew. */
function blockOf(definition: Kind, row: JsonObject, change: JsonObject): ObjectValue {
  const written = { ...row, ...change };
  const settable = settableFields(definition).map(([name, field]): [string, Value] => [
    argumentName(name),
    // Who leaves it to the service goes on doing so.
    asFieldValue(field, isFound(field) && !(name in change) ? null : written[name]),
  ]);
  const secrets = Object.keys(definition.fields).flatMap((name): [string, Value][] => {
    if (definition.fields[name]?.type !== "secret") return [];
    const { value, version } = secretArguments(name);
    return name in change
      ? [
          [value, "new"],
          [version, 1],
        ]
      : [
          [value, null],
          [version, null],
        ];
  });
  return Object.fromEntries([...settable, ...secrets]);
}

/**
 * Plans another value of the field and makes it. Gives what was written, and the attributes of which the plan said
 * nothing yet; undefined where the rules would have no other value.
 */
async function changed(
  definition: Kind,
  path: string,
  field: string,
): Promise<{ change: JsonObject; unknown: string[] } | undefined> {
  const before = await tenant.config("GET", path);
  const change = await samples.moved(definition, before.body, field);
  if (change === undefined) return undefined;
  const prior = stateOf(definition, before.body, null);
  const { planned } = planRow(definition, blockOf(definition, before.body, change), prior);
  const secrets = Object.entries(change).filter(([name]) => definition.fields[name]?.type === "secret");
  const answer = await tenant.config("PUT", path, {
    body: { ...bodyOf(definition, planned), ...Object.fromEntries(secrets) },
    headers: { "if-match": String(before.headers.etag) },
  });
  // Some rows move by themselves meanwhile, such as a maintenance whose time is over: another change moves them then.
  if (answer.status === 412) return changed(definition, path, field);
  const reported = `${definition.kind} ${JSON.stringify(change)}`;
  expect(answer.status, `${reported} ${answer.text}`).toBe(200);
  for (const [name, field] of Object.entries(fieldsOf(definition))) {
    if (field.type === "secret") {
      const { set } = secretArguments(name);
      expect(planned[set], `${reported}: ${set}`).toBe(answer.body[set]);
      continue;
    }
    const known = planned[argumentName(name)] ?? null;
    if (known === UNKNOWN) continue;
    const answered = asFieldValue(field, answer.body[name]);
    const same = meansTheSame(definition, name, known, answered);
    expect(same, `${reported}: ${name} ${JSON.stringify([known, answered])}`).toBe(true);
  }
  const unknown = Object.keys(fieldsOf(definition)).filter((name) => planned[argumentName(name)] === UNKNOWN);
  return { change, unknown };
}

describe("an update", () => {
  test.each(updatable)("of $kind answers what its plan knows, whatever field changes", async (definition) => {
    const { path } = await samples.row(definition);
    let moves = 0;
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.type === "computed" || field.fixed) continue;
      const done = await changed(definition, path, name);
      if (done === undefined) continue;
      const { change, unknown } = done;
      const movable = Object.entries(fieldsOf(definition)).flatMap(([computed, other]) => {
        const { movedBy = [] } = other.type === "computed" ? other : {};
        return movedBy === "any change" || movedBy.some((mover) => mover in change) ? [computed] : [];
      });
      // What the service finds where nobody chose it is left open at any change.
      const ofService = unknown.filter((one) => !isFound(definition.fields[one]));
      expect(ofService, `${definition.kind}.${name}`).toEqual(movable);
      moves += 1;
    }
    expect(moves).toBeGreaterThan(0);
  });

  test("is moved only by settings that there are", () => {
    for (const { kind, fields } of definitions) {
      const settable = Object.keys(fields).filter((name) => {
        const field = fields[name];
        return field !== undefined && isConfiguration(field);
      });
      for (const field of Object.values(fields)) {
        if (field.type !== "computed" || field.movedBy === undefined || field.movedBy === "any change")
          continue;
        expect(settable, kind).toEqual(expect.arrayContaining([...field.movedBy]));
      }
    }
  });
});
