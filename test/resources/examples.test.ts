/** The example of every definition is a row that the service takes, and one that is not is named. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCollection } from "../../src/kernel/define-kind.ts";
import { exampleOf, exampleOrder, filledExample } from "../../src/kernel/example.ts";
import { computed, integer, reference, text } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { exampleProblems } from "../support/example-problems.ts";
import { makePerson } from "../support/people.ts";
import { preparations } from "../support/sample-rules.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
  await test.service.delivery.close();
});
afterAll(() => test.close());

describe.each(definitions.map((definition) => [definition.kind, definition] as const))(
  "%s",
  (kind, definition) => {
    it("has an example that its own rules accept", () => {
      expect(exampleProblems(definition, definitionsByKind)).toEqual([]);
    });

    it("is made as its example says", async () => {
      const { organization, config } = await test.makeTenant();
      const ids = new Map<string, string>();
      for (const one of exampleOrder(kind, (other) => definitionsByKind[other]?.example)) {
        const { shape, verbs, example } = definitionsByKind[one] as Kind;
        if (!verbs.includes(shape === "setting" ? "update" : "create")) continue;
        const body = filledExample(example, (target) => String(ids.get(target)));
        await preparations[one]?.prepare(body, (email) => makePerson(test.database, organization.id, email));
        const { status, body: row, text } = await config(shape === "setting" ? "PUT" : "POST", one, { body });
        expect(status, `the example of ${one}: ${text}`).toBe(201);
        ids.set(one, String(row.id));
      }
    });
  },
);

describe("a wrong example", () => {
  const description = "For a test.";
  const right = {
    kind: "shifts",
    title: "Shifts",
    group: "Alerting",
    description,
    level: "admin",
    idPrefix: "shift",
    naturalKey: ["name"],
    fields: {
      name: text({ description }),
      start: integer({ description, min: 0, max: 23 }),
      end: integer({ description, min: 0, max: 23 }),
      team_id: reference({ description, to: "teams", nullable: true }),
      length: computed({ description, shape: integer({ description }), from: "state" }),
    },
    check: ({ configuration: { start, end } }: { configuration: { start: number; end: number } }) =>
      start < end ? [] : [{ field: "end", message: "must be later than start" }],
    example: { name: "Day", start: 9, end: 17 },
    exampleState: { length: 8 },
  } as const;
  const problemsOf = (change: object) => {
    const shifts = defineCollection({ ...right, ...change });
    return exampleProblems(shifts, { ...definitionsByKind, shifts });
  };

  it("is reported by kind and field", () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ example: { name: "Day", start: 9 } })).toEqual([
      expect.stringMatching(/^shifts\.end: the example's value is required/),
    ]);
    expect(problemsOf({ example: { name: "Day", start: 9, end: 24 } })).toEqual([
      expect.stringMatching(/^shifts\.end: .*at most 23/),
    ]);
    expect(problemsOf({ example: { name: "Day", start: 17, end: 9 } })).toEqual([
      "shifts.end: the example's value must be later than start",
    ]);
    expect(problemsOf({ exampleState: {} })).toEqual([
      expect.stringMatching(/^shifts\.length: .*give one in exampleState$/),
    ]);
  });

  it("points at no kind that is missing, and not in a circle", () => {
    const pointing = (kind: string) => ({ example: { ...right.example, team_id: exampleOf(kind) } });
    expect(problemsOf(pointing("teams"))).toEqual([]);
    expect(problemsOf(pointing("squads"))).toEqual([
      "shifts: the example of shifts points at squads, which is not a kind",
    ]);
    expect(problemsOf(pointing("shifts"))).toEqual([
      "shifts: the examples of shifts, shifts point at each other in a circle",
    ]);
  });

  it("does not compile with another type of value, or another kind's row", () => {
    // @ts-expect-error: the field holds a number
    defineCollection({ ...right, example: { name: "Day", start: "9", end: 17 } });
    // @ts-expect-error: the field points at a team
    defineCollection({ ...right, example: { ...right.example, team_id: exampleOf("slos") } });
  });
});
