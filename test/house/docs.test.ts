/** The docs that the code cites, and the code that the docs cite, are there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sourceFolders = ["src", "console", "provider", "test", "bench", "scripts"];

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}

const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = sourceFolders.flatMap((folder) => filesIn(folder, /\.(ts|tsx|mjs|sql)$/));
const documents = [...filesIn("docs", /\.md$/), "README.md", "CONTRIBUTING.md"];

/** The headings of a document, the anchors that GitHub makes of them, and those that it names itself. */
function headingsOf(text: string): { titles: Set<string>; anchors: Set<string> } {
  const titles = [...text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)].map(
    ([, title = ""]) => title.replaceAll("`", ""),
  );
  const anchor = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  return { titles: new Set(titles), anchors: new Set([...titles.map(anchor), ...named]) };
}

it("comments cite headings of docs/contract.md that are there", () => {
  const { titles } = headingsOf(read("docs/contract.md"));
  const cited = sources.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/\n\s*(\*|\/\/|--) ?/g, " ")
        .matchAll(/docs\/contract\.md, "([^"]+)"/g),
    ].map(([, title = ""]) => ({ file, title })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ title }) => !titles.has(title))).toEqual([]);
});

it("no comment cites a document that is not in the repository", () => {
  const outside = sources.filter(
    (file) =>
      !file.endsWith("docs.test.ts") && /\b(decisions|specification|spec) §|decisions, §/.test(read(file)),
  );
  expect(outside).toEqual([]);
});

it("comments name documents of the repository only", () => {
  const missing = sources.flatMap((file) =>
    [...read(file).matchAll(/(?:\/\/|\*|--) .*?([\w./-]+\.md)\b/g)].flatMap(([, path = ""]) =>
      existsSync(join(root, path)) || existsSync(join(root, "docs", path)) ? [] : [`${file}: ${path}`],
    ),
  );
  expect(missing).toEqual([]);
});

it("links between documents lead to files and headings that are there", () => {
  const dead = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, path = "", anchor]) => {
        const target = path === "" ? file : relative(root, join(root, dirname(file), path));
        if (!existsSync(join(root, target))) return [`${file}: ${path}`];
        if (anchor === undefined || !target.endsWith(".md")) return [];
        return headingsOf(read(target)).anchors.has(anchor) ? [] : [`${file}: ${path}#${anchor}`];
      },
    ),
  );
  expect(dead).toEqual([]);
});

it("the walks of docs/architecture.md name files and functions that are there", () => {
  const steps = [
    ...read("docs/architecture.md").matchAll(/`((?:src|console|provider)\/[\w./-]+\.tsx?)` · `(\w+)`/g),
  ].map(([, file = "", name = ""]) => ({ file, name }));
  expect(steps.length).toBeGreaterThan(25);
  const missing = steps.filter(
    ({ file, name }) =>
      !existsSync(join(root, file)) ||
      !new RegExp(`(function\\*?|const|class|interface|type) ${name}\\b|\\b${name}(\\(|:)`).test(read(file)),
  );
  expect(missing).toEqual([]);
});

it("the table of docs/architecture.md has every folder of src and provider, and none that is not there", () => {
  const listed = [...read("docs/architecture.md").matchAll(/^\| `([\w./-]+)` +\|/gm)].map(
    ([, path = ""]) => path,
  );
  expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const folders = ["src", "provider"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/`),
  );
  expect(folders.filter((folder) => !listed.includes(folder))).toEqual([]);
});
