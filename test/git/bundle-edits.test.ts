/** Edits of a bundle's file: what was wanted is there, and every other line stays as it was. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { editText, type FileEdit, NotEditable } from "../../src/kernel/bundle-edits.ts";
import { Rewriting } from "../../src/kernel/bundle-rewrite.ts";

/** Counts how often a file is read. */
vi.mock("yaml", async (original) => {
  const yaml = await original<typeof import("yaml")>();
  return { ...yaml, parseAllDocuments: vi.fn(yaml.parseAllDocuments) };
});

const file = `# Who is called at night.
teams:
  # Takes payments.
  - name: Payments # the old name stays
    description: 'it''s theirs'
    labels: {tier: "1", zone: eu}

  - description: "Second"
    name: "Checkout"   # quoted

  # Goes with it.
  - name: Old

slos:
  - name: &name Latency
    service: checkout
    target: 99.9
    tags:
    - a
    - b   # last
  - name: *name
    service: cart
`;
const set = (path: FileEdit["path"], value: never): FileEdit =>
  ({ op: "set", document: 0, path, value }) as FileEdit;
const lines = (text: string) => text.split("\n");
/** Lines that differ, as - and +. */
function diff(before: string, after: string): string[] {
  const [a, b] = [lines(before), lines(after)];
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [
    ...a.slice(start, a.length - end).map((line) => `-${line}`),
    ...b.slice(start, b.length - end).map((line) => `+${line}`),
  ];
}

describe("an edit touches its own place alone", () => {
  const cases: readonly [string, FileEdit, readonly string[]][] = [
    [
      "a plain text",
      set(["teams", 0, "name"], "Pay" as never),
      ["-  - name: Payments # the old name stays", "+  - name: Pay # the old name stays"],
    ],
    [
      "a quoted one",
      set(["teams", 1, "name"], "Basket" as never),
      ['-    name: "Checkout"   # quoted', '+    name: "Basket"   # quoted'],
    ],
    [
      "single quotes",
      set(["teams", 0, "description"], "ours" as never),
      ["-    description: 'it''s theirs'", "+    description: 'ours'"],
    ],
    ["a number", set(["slos", 0, "target"], 99.5 as never), ["-    target: 99.9", "+    target: 99.5"]],
    [
      "within a line",
      set(["teams", 0, "labels", "zone"], "us" as never),
      ['-    labels: {tier: "1", zone: eu}', '+    labels: {tier: "1", zone: us}'],
    ],
    [
      "a member of a line",
      set(["teams", 0, "labels", "team"], "x" as never),
      ['-    labels: {tier: "1", zone: eu}', '+    labels: {tier: "1", zone: eu, team: x}'],
    ],
    ["a new member", set(["slos", 1, "target"], 99 as never), ["+    target: 99"]],
    [
      "an item of a list",
      set(["slos", 0, "tags", 1], "c" as never),
      ["-    - b   # last", "+    - c   # last"],
    ],
    [
      "what an alias says",
      set(["slos", 1, "name"], "Errors" as never),
      ["-  - name: *name", "+  - name: Errors"],
    ],
    [
      "a row that goes",
      { op: "delete", document: 0, path: ["teams", 2] },
      ["-  # Goes with it.", "-  - name: Old", "-"],
    ],
    ["a member that goes", { op: "delete", document: 0, path: ["slos", 0, "target"] }, ["-    target: 99.9"]],
    [
      "a new row",
      { op: "append", document: 0, path: ["teams"], value: { name: "New", description: "x" } },
      ["+  - name: New", "+    description: x"],
    ],
  ];
  it.each(cases)("%s", (_, edit, expected) => {
    expect(diff(file, editText(file, [edit]))).toEqual(expected);
  });

  it("what an anchor names: the anchor moves to the first place that says the same", () => {
    const after = editText(file, [set(["slos", 0, "name"], "Errors" as never)]);
    expect(after).toContain("  - name: Errors\n");
    expect(after).toContain("  - name: &name Latency\n    service: cart");
  });
});

const scalar = fc.oneof(
  fc.constantFrom(
    "yes",
    "010",
    "null",
    "a: b",
    "#x",
    "- a",
    "",
    " x ",
    "*a",
    "&a",
    "é",
    "line\nbreak",
    "it's",
    '"',
  ),
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b", "c"), scalar, { maxKeys: 3, noNullPrototype: true }),
);
const yamls = [
  file,
  JSON.stringify(parseAllDocuments(file)[0]?.toJS(), null, 2),
  file.replaceAll("\n", "\r\n"),
];

it("whatever is edited, the file says it, and rows that are not meant keep their lines", () => {
  const edit = fc.oneof(
    fc.record({
      path: fc.constantFrom(
        ["teams", 0, "name"],
        ["teams", 1, "description"],
        ["teams", 0, "labels"],
        ["slos", 0, "tags"],
        ["slos", 0, "extra"],
        ["teams", 1, "extra"],
      ),
      value,
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...yamls), fc.array(edit, { minLength: 1, maxLength: 3 }), (text, edits) => {
      const all = edits.map(({ path, value }) => set(path as never, value as never));
      let after: string;
      try {
        after = editText(text, all);
      } catch (error) {
        if (error instanceof NotEditable) return false;
        throw error;
      }
      const said = parseAllDocuments(after)[0]?.toJS({ maxAliasCount: 100 });
      for (const { path, value } of edits.filter(
        ({ path }, index) => !edits.slice(index + 1).some((later) => String(later.path) === String(path)),
      ))
        expect(path.reduce((inner, step) => inner[step], said)).toEqual(value);
      if (text === file) {
        expect(after).toContain("  # Goes with it.\n  - name: Old\n");
        expect(after.startsWith("# Who is called at night.\nteams:\n  # Takes payments.\n")).toBe(true);
        expect(after.endsWith("  - name: *name\n    service: cart\n")).toBe(true);
      }
      return true;
    }),
    { numRuns: 300 },
  );
});

it("items that come together are written as they would be one after the other", () => {
  const places = fc.constantFrom<[string, (string | number)[]]>(
    ...yamls.map((text): [string, (string | number)[]] => [text, ["teams"]]),
    ...yamls.map((text): [string, (string | number)[]] => [text, ["slos", 0, "tags"]]),
    ["teams: []\n", ["teams"]],
    ["a:\n  list: []\n", ["a", "list"]],
  );
  const outcome = (write: () => string) => {
    try {
      return write();
    } catch (error) {
      if (error instanceof NotEditable) return "not editable";
      throw error;
    }
  };
  fc.assert(
    fc.property(places, fc.array(value, { minLength: 2, maxLength: 4 }), ([text, path], values) => {
      const all = values.map((one) => ({ op: "append" as const, document: 0, path, value: one as never }));
      const single = outcome(() => all.reduce((before, edit) => editText(before, [edit]), text));
      expect(outcome(() => editText(text, all))).toBe(single);
    }),
    { numRuns: 300 },
  );
});

it("values of many rows are set at one reading, as they would be one after the other", () => {
  const paths = fc.constantFrom<(string | number)[]>(
    ["teams", 0, "name"],
    ["teams", 0, "labels", "zone"],
    ["teams", 0, "labels", "new"],
    ["teams", 1, "description"],
    ["teams", 1, "extra"],
    ["teams", 1, "more"],
    ["teams", 2, "name"],
    ["slos", 0, "name"],
    ["slos", 0, "tags"],
    ["slos", 0, "tags", 1],
    ["slos", 1, "name"],
    ["slos", 1, "extra"],
  );
  const outcome = (write: () => string) => {
    try {
      return write();
    } catch (error) {
      if (error instanceof NotEditable) return "not editable";
      throw error;
    }
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...yamls),
      fc.array(fc.tuple(paths, value), { minLength: 2, maxLength: 6 }),
      (text, pairs) => {
        const all = pairs.map(([path, one]) => set(path, one as never));
        const single = outcome(() => all.reduce((before, edit) => editText(before, [edit]), text));
        expect(outcome(() => editText(text, all))).toBe(single);
      },
    ),
    { numRuns: 300 },
  );
});

describe("an item that comes in between touches its own place alone", () => {
  const lists = `slos:
  - name: A
    tags: [x, y]
    objectives:
      # The first.
      - {target: 1}

      # The last.
      - target: 2   # of all
  - name: B
`;
  const kinds = new Map();
  const rewritten = (name: string, was: unknown, now: unknown) => {
    const rewriting = new Rewriting([{ name: "a.yaml", text: lists }], kinds, "");
    const fields = [{ name, was: was as never, value: now as never }];
    const [made] = rewriting.step([{ op: "fields", kind: "slos", index: 0, fields }]);
    return diff(lists, made?.text ?? lists);
  };
  it.each([
    ["in a line", "tags", ["x", "y"], ["x", "z", "y"], ["-    tags: [x, y]", "+    tags: [x, z, y]"]],
    [
      "in a block, above the comment of the next one",
      "objectives",
      [{ target: 1 }, { target: 2 }],
      [{ target: 1 }, { target: 3 }, { target: 2 }],
      ["+      - target: 3"],
    ],
    [
      "before all others",
      "objectives",
      [{ target: 1 }, { target: 2 }],
      [{ target: 0 }, { target: 1 }, { target: 2 }],
      ["+      - target: 0"],
    ],
    [
      "where another one goes",
      "objectives",
      [{ target: 1 }, { target: 2 }],
      [{ target: 2 }, { target: 4 }],
      [
        ...["-      # The first.", "-      - {target: 1}", "-", "-      # The last."],
        ...["-      - target: 2   # of all", "+", "+      # The last."],
        ...["+      - target: 2   # of all", "+      - target: 4"],
      ],
    ],
  ])("%s", (_, name, was, now, expected) => {
    expect(rewritten(name, was, now)).toEqual(expected);
  });
});

it("a thousand rows that change are read a few times, not a thousand", () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => `  - name: Team ${index} # ${index}\n`);
  const text = `teams:\n${rows.join("")}`;
  const rewriting = new Rewriting([{ name: "a.yaml", text }], new Map(), "");
  const reads = vi.mocked(parseAllDocuments).mockClear();
  const [made] = rewriting.step(
    rows.map((_, index) => {
      const fields = [{ name: "name", was: `Team ${index}`, value: `T ${index}` }];
      return { op: "fields", kind: "teams", index, fields } as const;
    }),
  );
  expect(made?.text).toBe(text.replaceAll("Team", "T"));
  expect(reads.mock.calls.length).toBeLessThan(10);
});
