/**
 * Numbers, times and dates that people read are written in one place, src/kernel/readable.ts: two that differ look like
 * two things.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

/** Files that ask Intl or toFixed for something else: what clocks show, whether a zone exists, places of a stored number. */
const others = [
  "src/kernel/readable.ts",
  "src/kernel/time-zone.ts",
  "src/kernel/format.ts",
  "src/kernel/bounds.ts",
  "src/renderers/prometheus/read-back.ts",
  "src/renderers/prometheus/decimal.ts",
  // The browser's own zone.
  "console/parts/time.tsx",
  "src/renderers/status-page/style.ts",
];

/** Times for programs within a text: the agent's log, whose lines begin with one, and the heads of exported files. */
const stamps = [
  "src/cli/agent-run.ts",
  "src/features/reliability/rendering/openslo.ts",
  "src/surfaces/hcl/export.ts",
];

const texts = ["src/", "console/"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [`${folder}${name}`, readFileSync(new URL(`${folder}${name}`, root), "utf8")] as const),
);

const holding = (form: RegExp, but: readonly string[]) =>
  texts.filter(([name, text]) => form.test(text) && !but.includes(name)).map(([name]) => name);

it("no other file formats numbers and dates", () => {
  const form = /Intl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat|DurationFormat)|\.toLocale|\.toFixed\(/;
  expect(holding(form, [])).toContain("src/kernel/readable.ts");
  expect(holding(form, others)).toEqual([]);
});

it("no sentence holds a time as programs write it", () => {
  const form = /`[^`]*[a-z.,:] ?\$\{[^}`]*toISOString\(\)\}|`[^`]*\$\{[^}`]*toISOString\(\)\}[ ,.;:][^`]*`/;
  expect(["`ended at $", "{at.toISOString()}.`"].join("")).toMatch(form);
  expect(holding(form, stamps)).toEqual([]);
});
