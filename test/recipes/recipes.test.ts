/** The examples of docs/recipes/: planted in a copy of the tree, they are formatted, compile, and pass their tests. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Copy, type Recipe } from "./plant.ts";

const here = new URL("./", import.meta.url);
const pages = new URL("../../docs/recipes/", here);
const names = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** What each step may take on a machine that has much else to do; on an idle one all of them take half a minute. */
const patience = 600_000;
const copy = new Copy();
afterAll(() => copy.remove());

beforeAll(async () => {
  for (const name of names) {
    const { recipe } = (await import(`./${name}/recipe.ts`)) as { recipe: Recipe };
    copy.plant(name, recipe);
  }
}, patience);

describe("recipes", () => {
  it.each(names)("%s has a page that names its example, and is in the index", (name) => {
    expect(existsSync(new URL(`${name}.md`, pages))).toBe(true);
    expect(readFileSync(new URL(`${name}.md`, pages), "utf8")).toContain(`test/recipes/${name}`);
    expect(readFileSync(new URL("README.md", pages), "utf8")).toContain(`](${name}.md)`);
  });

  it("are formatted, and import what their folder may", () => {
    const { status, output } = copy.lint();
    expect(status, output).toBe(0);
  });

  it(
    "compile",
    () => {
      const { status, output } = copy.compile();
      expect(status, output).toBe(0);
    },
    patience,
  );

  it(
    "pass their tests",
    () => {
      const { status, output } = copy.run();
      expect(status, output).toBe(0);
    },
    patience,
  );
});
