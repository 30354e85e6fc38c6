/** Which files a source file imports, read from its syntax, and which files import each other in a circle. */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "vite";

/** The files that a file names with a relative path: static, type-only and dynamic imports, and re-exports. */
export function importsOf(file: string, text: string): string[] {
  const { module, program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...importCalls(program),
  ];
  const relative = named.filter((name) => name?.startsWith(".") === true) as string[];
  return [...new Set(relative.map((name) => resolve(dirname(file), name)))];
}

/** By each file, what it imports; all paths are from the root. */
export function importGraph(root: string, files: readonly string[]): Map<string, readonly string[]> {
  return new Map(
    files.map((file) => {
      const path = join(root, file);
      return [file, importsOf(path, readFileSync(path, "utf8")).map((one) => relative(root, one))];
    }),
  );
}

/** `import("…")` as a value, and as a type. */
function importCalls(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, source } = node as { type?: string; source?: { value?: unknown } };
  const own =
    (type === "ImportExpression" || type === "TSImportType") && typeof source?.value === "string"
      ? [source.value]
      : [];
  return [...own, ...Object.values(node).flatMap(importCalls)];
}

/** Every set of files that reach each other (Tarjan's strongly connected components of two files or more). */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    let lowest = order.size;
    order.set(file, lowest);
    low.set(file, lowest);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) as number);
    }
    if (lowest === order.get(file)) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1 || graph.get(file)?.includes(file)) circles.push(members.sort());
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
}
