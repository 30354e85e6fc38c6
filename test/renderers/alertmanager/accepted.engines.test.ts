/** Alertmanager itself judges what is rendered: one line that it refuses would hold up everybody's routes. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checker } from "../promtool.ts";
import { goldenRoutes } from "./golden.ts";

const check = (content: string) => checker("amtool", ["check-config", "a.yml"], { "a.yml": content });

const golden = (name: string) => readFileSync(new URL(`../../golden/${name}`, import.meta.url), "utf8");

const newNames = "backends/alertmanager/since-0.27.yml";

it.each(Object.keys(goldenRoutes).filter((name) => name !== newNames))("takes %s", (name) => {
  expect(check(golden(name))).toMatchObject({ ok: true });
});

it("needs 0.27 for names of labels that 0.25 is not given", () => {
  const { ok, printed } = check(golden(newNames));
  expect({ ok, printed }).toMatchObject({ ok: false, printed: expect.stringContaining("betalsätt") });
  const others = golden(newNames)
    .replace(/matchers: \[.*betalsätt.*\]/, 'matchers: ["a=b"]')
    .replace(/group_by: \[.*betalsätt.*\]/, "group_by: []");
  expect(check(others)).toMatchObject({ ok: true });
});
