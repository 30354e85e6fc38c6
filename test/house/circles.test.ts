/** No file imports itself by way of others: not when the program runs, not in its types, and not by a late import. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { circlesOf, importGraph, importsOf } from "./imports.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const sources = (folder: string) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);
const graph = importGraph(root, ["src", "console", "provider"].flatMap(sources));

it("no circle of imports in src, console or provider", () => {
  expect(graph.size).toBeGreaterThan(300);
  expect(circlesOf(graph)).toEqual([]);
});

/** A feature is a folder of a wing that has an index.ts, or the wing itself: `alerting/delivery`, `status-page`. */
const features = "src/features/";
const wingOf = (path: string) => path.split("/")[0] as string;
const featureOf = (file: string) => {
  if (!file.startsWith(features)) return undefined;
  const [wing, feature, ...more] = file.slice(features.length).split("/");
  if (feature === undefined) return undefined;
  return more.length > 0 && existsSync(`${root}${features}${wing}/${feature}/index.ts`)
    ? `${wing}/${feature}`
    : wing;
};

/** By what a file belongs to, what its files import that belongs to another. */
function arrowsBetween(ownerOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    const owner = ownerOf(file);
    if (owner === undefined) continue;
    const known = arrows.get(owner) ?? new Set();
    arrows.set(owner, known);
    for (const other of imported.map(ownerOf)) if (other !== undefined && other !== owner) known.add(other);
  }
  return arrows;
}

const asLists = (arrows: ReadonlyMap<string, ReadonlySet<string>>) =>
  new Map([...arrows].map(([name, others]) => [name, [...others].sort()]));

it("no circle among features", () => {
  // A wing's face names its features, and is not a feature.
  const arrows = asLists(arrowsBetween(featureOf));
  for (const [name, others] of arrows)
    arrows.set(
      name,
      others.filter((other) => wingOf(other) === wingOf(name) && other !== wingOf(name)),
    );
  expect(arrows.size).toBeGreaterThan(20);
  expect(circlesOf(arrows)).toEqual([]);
});

describe("wings", () => {
  const wings = asLists(
    arrowsBetween((file) => {
      const feature = featureOf(file);
      return feature && wingOf(feature);
    }),
  );

  it("are six to eight, without a circle, with at most 15 arrows", () => {
    expect(wings.size).toBeGreaterThanOrEqual(6);
    expect(wings.size).toBeLessThanOrEqual(8);
    expect(circlesOf(wings)).toEqual([]);
    expect([...wings.values()].flat().length).toBeLessThanOrEqual(15);
  });

  it("are drawn in docs/architecture.md as they are", () => {
    const sorted = [...wings].sort(([one, its], [other, others]) => {
      return its.length - others.length || (one < other ? -1 : 1);
    });
    const drawn = sorted.map(([name, others]) => `${name.padEnd(13)}→ ${others.join(", ") || "no other"}`);
    const docs = readFileSync(`${root}docs/architecture.md`, "utf8");
    expect(/```wings\n([^`]*)```/.exec(docs)?.[1]).toBe(`${drawn.join("\n")}\n`);
  });

  it.each(readdirSync(`${root}${features}`).filter((name) => !name.includes(".")))(
    "%s says what is in it",
    (wing) => {
      expect(existsSync(`${root}${features}${wing}/index.ts`)).toBe(true);
      const text = readFileSync(`${root}${features}${wing}/README.md`, "utf8");
      const folders = readdirSync(`${root}${features}${wing}`).filter((name) =>
        existsSync(`${root}${features}${wing}/${name}/index.ts`),
      );
      expect(folders.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
      expect(text.split("\n").length).toBeLessThanOrEqual(20);
    },
  );
});

describe("the check itself", () => {
  it.each([
    'import { b } from "./b.ts";',
    'import type { B } from "./b.ts";',
    'import { type B } from "./b.ts";',
    'import "./b.ts";',
    'export { b } from "./b.ts";',
    'export type { B } from "./b.ts";',
    'export * from "./b.ts";',
    'export const load = () => import("./b.ts");',
    'export type B = import("./b.ts").B;',
  ])("sees %s", (text) => {
    expect(importsOf("/a.tsx", text)).toEqual(["/b.ts"]);
  });

  it("sees no package, and no text that only looks like an import", () => {
    expect(
      importsOf("/a.ts", 'import react from "react"; const a = `import "./b.ts"`; // import "./c.ts"'),
    ).toEqual([]);
  });

  it("finds circles of one file, of two and of more, and nothing else", () => {
    const graph = {
      one: ["one"],
      two: ["three", "elsewhere"],
      three: ["two", "four"],
      four: ["five", "six"],
      five: ["six"],
      six: ["seven"],
      seven: ["five"],
    };
    expect(circlesOf(new Map(Object.entries(graph)))).toEqual([
      ["five", "seven", "six"],
      ["one"],
      ["three", "two"],
    ]);
  });
});
