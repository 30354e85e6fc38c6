/** Groups are read piece by piece, and come to the same as the whole text read at once. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { type Groups, meaningOf, readGroups } from "../../src/agent/engines/group-yaml.ts";
import "../support/property.ts";

const asObject = (groups: Groups) =>
  Object.fromEntries([...groups].map(([key, named]) => [key, [...named.values()]]));

const text = fc.oneof(
  fc.string(),
  fc.constantFrom("a: b", "- c", "x\n- y\n  - name: z\n", "1", "null", "#", "---", "  - name: q"),
);
const rule = fc.record({
  record: text,
  expr: text,
  labels: fc.dictionary(fc.string({ minLength: 1 }), text, { maxKeys: 2 }),
});
const groups = fc.array(fc.record({ name: text, rules: fc.array(rule, { maxLength: 2 }) }), { maxLength: 3 });
const styles = fc.constantFrom(
  { indent: 2 },
  { indent: 4 },
  { indentSeq: false },
  { collectionStyle: "flow" as const },
);

it("comes to what the whole text says, however it is laid out", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, groups, { maxKeys: 3 }), styles, async (given, style) => {
      const written = stringify(given, { lineWidth: 0, ...style });
      const whole = parse(written) as Record<string, { name: string }[]>;
      const last = Object.entries(whole).map(([key, list]) => [
        key,
        [...new Map(list.map((group) => [group.name, group])).values()],
      ]);
      expect(asObject(await readGroups(written, "it"))).toEqual(Object.fromEntries(last));
    }),
  );
});

const size = 4 * 1024 * 1024;
const filled = (unit: string) => unit.repeat(size / unit.length);

it.each([
  ["flow style", `[${filled("{}, ")}]`, "lists in braces or brackets of more than 256 KiB, and is not read"],
  ["JSON", `{"a": [${filled("[],")}]}`, "lists in braces or brackets of more than 256 KiB"],
  ["one group", `a:\n- name: b\n${filled("  x: {}\n")}`, "a group of more than 256 KiB"],
  ["one group of empty lines", `a:\n-\n${filled("\n")}x:\n`, "a group of more than 256 KiB"],
  ["one key's line", `a: [${filled("'' ")}]`, "a line of more than 256 KiB"],
  // With yaml's own messages, this takes many seconds.
  ["one line with many faults", `a:\n- ${"'' ".repeat(40_000)}`, "is not YAML with groups of rules"],
])("refuses %s, as far as it is parsed at all", async (_, hostile, said) => {
  await expect(readGroups(hostile, "the list")).rejects.toThrow(said);
});

it("lets others have their turn in a text of keys alone", async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  await readGroups("a:\n".repeat(20_000), "the list");
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
});

it.each([
  [{ interval: "60s" }, { interval: "1m" }],
  [{ rules: [{ for: "14d" }] }, { rules: [{ for: "2w" }] }],
  [{ rules: [{ for: "0s", labels: {} }] }, { rules: [{ annotations: {} }] }],
  [{ rules: [{ labels: { a: 1 } }] }, { rules: [{ labels: { a: "1" } }] }],
])("%j means the same as %j", (one, other) => {
  expect(meaningOf({ name: "a", ...one })).toBe(meaningOf({ name: "a", ...other }));
});

it("distinguishes groups that mean something else", () => {
  const of = (rest: object) => meaningOf({ name: "a", rules: [{ expr: "x", ...rest }] });
  const all = [
    {},
    { for: "1m" },
    { labels: { a: "1" } },
    { annotations: { a: "1" } },
    { expr: "y" },
    { keep_firing_for: "1m" },
  ];
  expect(new Set(all.map(of)).size).toBe(all.length);
});
