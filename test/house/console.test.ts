/** The console's one convention: a folder a page, and what is drawn for a kind in one place. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { definitions } from "../../src/resources/index.ts";
import { importsOf } from "./imports.ts";

const root = fileURLToPath(new URL("../../console", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
/** Folders with files: git leaves empty ones where it moved files away. */
const within = (folder: string) =>
  [
    ...new Set(
      files
        .filter((file) => file.startsWith(folder) && file.slice(folder.length).includes("/"))
        .map((file) => file.slice(folder.length).split("/")[0] as string),
    ),
  ].sort();
const pages = within("pages/");

/** `new-row` is exported as `NewRowPage`. */
const componentOf = (page: string) =>
  `${page.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Page`;

function imports(): (readonly [string, string])[] {
  return files.flatMap((file) => {
    const path = join(root, file);
    return importsOf(path, readFileSync(path, "utf8")).map((to) => [file, relative(root, to)] as const);
  });
}

it("has these folders", () => {
  expect(within("")).toEqual(["api", "forms", "kinds", "pages", "parts", "shell", "worker"]);
});

it.each(pages)("has the page %s in its folder's page.tsx", (page) => {
  const text = readFileSync(join(root, "pages", page, "page.tsx"), "utf8");
  expect(text).toContain(`export function ${componentOf(page)}(`);
});

it("leaves a page's parts to the page: others import its page.tsx only", () => {
  const pageOf = (file: string) => /^pages\/([^/]+)\//.exec(file)?.[1];
  const foreign = imports().filter(
    ([from, to]) => pageOf(to) !== undefined && pageOf(to) !== pageOf(from) && basename(to) !== "page.tsx",
  );
  expect(foreign).toEqual([]);
});

it("lists pages in the router, and nothing else that is drawn but the frame", () => {
  const listed = imports().filter(([from]) => from === "router.tsx");
  expect(
    listed
      .map(([, to]) => to)
      .filter((to) => !/^pages\/[^/]+\/page\.tsx$/.test(to) && !to.startsWith("shell/")),
  ).toEqual(["parts/in-time.ts"]);
  const reached = new Set(imports().map(([, to]) => dirname(to)));
  expect(pages.filter((page) => !reached.has(join("pages", page)))).toEqual([]);
});

it("names kinds in two files only", () => {
  const named = new RegExp(`"(${definitions.map(({ kind }) => kind).join("|")})"`);
  const naming = files.filter((file) => named.test(readFileSync(join(root, file), "utf8")));
  expect(naming.filter((file) => !["kinds/names.ts", "kinds/special.ts"].includes(file))).toEqual([]);
});

it("has a folder of kinds/special for kinds only", () => {
  const kinds = definitions.map(({ kind }) => kind.replaceAll("_", "-"));
  for (const folder of within("kinds/special/")) expect(kinds).toContain(folder);
});
