/** No file imports itself by way of others: not when the program runs, not in its types, and not by a late import. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { circlesOf, importsOf } from "./imports.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

function sources(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${root}${folder}/${name}`);
}

it("no circle of imports in src, console or provider", () => {
  const graph = new Map(
    ["src", "console", "provider"]
      .flatMap(sources)
      .map((file) => [file, importsOf(file, readFileSync(file, "utf8"))]),
  );
  expect(graph.size).toBeGreaterThan(300);
  const circles = circlesOf(graph).map((files) => files.map((file) => file.slice(root.length)));
  expect(circles).toEqual([]);
});

it("no circle among features, and each has an index.ts", () => {
  const folder = `${root}src/features/`;
  const featureOf = (file: string) =>
    file.startsWith(folder) ? /^([^/]+)\//.exec(file.slice(folder.length))?.[1] : undefined;
  const graph = new Map<string, string[]>();
  const indexes = new Set<string>();
  for (const file of sources("src/features")) {
    const feature = featureOf(file);
    if (feature === undefined) continue;
    if (file === `${folder}${feature}/index.ts`) indexes.add(feature);
    const others = importsOf(file, readFileSync(file, "utf8")).map(featureOf);
    const known = graph.get(feature) ?? [];
    for (const other of others)
      if (other !== undefined && other !== feature && !known.includes(other)) known.push(other);
    graph.set(feature, known);
  }
  expect(graph.size).toBeGreaterThan(20);
  expect([...graph.keys()].filter((feature) => !indexes.has(feature))).toEqual([]);
  expect(circlesOf(graph)).toEqual([]);
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
