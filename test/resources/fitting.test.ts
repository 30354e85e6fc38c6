/** Samples fit rules that no test knows of: two numbers that follow each other, a sum, rows side by side. */
import { expect, it } from "vitest";
import { defineCollection } from "../../src/kernel/define-kind.ts";
import type { Json } from "../../src/kernel/field.ts";
import { choice, integer, text } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { fitted } from "../support/fitting.ts";
import { judge } from "./rules.ts";

const description = "For a test.";
const shifts = defineCollection({
  kind: "shifts",
  title: "Shifts",
  group: "Alerting",
  description,
  level: "admin",
  naturalKey: ["name"],
  peers: ["squad"],
  fields: {
    name: text({ description }),
    squad: choice({ description, choices: ["red", "blue"] }),
    start: integer({ description, min: 0, max: 23 }),
    end: integer({ description, min: 0, max: 23 }),
    room: text({ description, default: "none" }),
    first_share: integer({ description, min: 0, max: 100 }),
    second_share: integer({ description, min: 0, max: 100 }),
  },
  example: { name: "Day", squad: "red", start: 9, end: 17, first_share: 60, second_share: 40 },
  check({ configuration }, _before, _context, peers) {
    const { start, end, room, first_share, second_share } = configuration;
    return [
      ...(start < end ? [] : [{ field: "end", message: "must be later than start" }]),
      ...(/^(none|R[0-9]+)$/.test(room) ? [] : [{ field: "room", message: "must be a room, such as R101" }]),
      ...(first_share + second_share === 100
        ? []
        : [{ field: "second_share", message: "must make 100 with first_share" }]),
      ...peers
        .filter((other) => start < other.end && other.start < end)
        .map(() => ({ field: "start", message: "is taken" })),
    ];
  },
});
const example = { ...shifts.example, room: "none" } as JsonObject;
const raw = { name: "1", squad: "blue", start: 20, end: 20, room: "room 1", first_share: 7, second_share: 7 };

function fitting(
  body: JsonObject,
  pinned: readonly string[] = [],
  rows: readonly JsonObject[] = [],
  turn = 0,
) {
  const others: Readonly<Record<string, readonly Json[]>> = {
    squad: ["red", "blue", "nobody's"],
    start: [9, 21, 2, "9"],
    end: [17, 21, 22, null],
    room: ["none"],
    first_share: [60, 8],
    second_share: [40, 8],
  };
  return fitted(shifts, { body, pinned: new Set(pinned), others, fallback: example, rows, turn });
}

it("leaves alone what fits", () => {
  expect(fitting({ ...example, name: "2" }, [], [{ ...example, squad: "blue" }])).toEqual({
    ...example,
    name: "2",
  });
});

it.each([0, 1, 2, 3, 4, 5, 6, 7])("changes what the rules refuse, beginning at %i", (turn) => {
  const whole = fitting(raw, [], [], turn) as JsonObject;
  expect(judge(shifts, whole).paths).toEqual([]);
  expect(whole.name).toBe("1");
});

it("keeps what is pinned, or says that it cannot", () => {
  expect(fitting(raw, ["start"])).toMatchObject({ start: 20 });
  expect(fitting({ ...raw, start: 23 }, ["start"])).toBeUndefined();
});

it("takes what the refusal offers", () => {
  expect(fitting({ ...example, room: "here", squad: "blue" }, ["squad"])?.room).toMatch(/^(none|R101)$/);
});

it("stays clear of the rows that its rules compare it with", () => {
  const whole = fitting({ ...example, name: "2" }, ["squad"], [example]) as JsonObject;
  expect(judge(shifts, whole, { peers: [example] }).paths).toEqual([]);
});
