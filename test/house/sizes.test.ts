/** No function is longer than 80 lines, and no file than 400, in what is written by hand. */
import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const [longestFunction, longestFile] = [80, 400];

const files = ["src", "console", "provider", "bench", "scripts"]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/generated|node_modules/.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(`${root}${file}`, "utf8")]));

it("files have at most 400 lines", () => {
  const long = [...texts].flatMap(([file, text]) => {
    const lines = linesOf(text);
    return lines <= longestFile ? [] : [`${file}: ${lines} lines`];
  });
  expect(long).toEqual([]);
});

it("functions have at most 80 lines", { timeout: 120_000 }, () => {
  const long = [...texts].flatMap(([file, text]) =>
    functionsOf(file, text).flatMap(({ name, lines }) =>
      lines <= longestFunction ? [] : [`${file} ${name}: ${lines} lines`],
    ),
  );
  expect(long).toEqual([]);
});

function linesOf(text: string): number {
  return text.trimEnd().split("\n").length;
}

interface Node {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
}

/** Every function with a body; one without a name of its own has that of what holds it. */
function functionsOf(file: string, text: string): { readonly name: string; readonly lines: number }[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: { readonly name: string; readonly lines: number }[] = [];
  (function walk(node: unknown, around: string): void {
    if (typeof node !== "object" || node === null) return;
    const { type, start, end, id, key } = node as Node;
    const name = id?.name ?? key?.name ?? around;
    if (type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression")
      found.push({ name, lines: linesOf(text.slice(start, end)) });
    for (const part of Object.values(node)) walk(part, name);
  })(program, "");
  return found;
}
