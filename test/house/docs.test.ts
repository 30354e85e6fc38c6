/** The docs that the code cites, and the code that the docs cite, are there. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
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
/** Every page of the repository: those in git, and new ones that nobody has added yet. */
const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

const withoutCode = (text: string) => text.replaceAll(/^( *)```[\s\S]*?^\1```/gm, "");

/** The headings of a document, the anchors that GitHub makes of them, and those that it names itself. */
function headingsOf(text: string): { titles: Set<string>; anchors: Set<string> } {
  const titles = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title.replaceAll("`", ""),
  );
  const seen = new Map<string, number>();
  const anchor = (title: string) => {
    const base = title
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const before = seen.get(base) ?? 0;
    seen.set(base, before + 1);
    return before === 0 ? base : `${base}-${before}`;
  };
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  return { titles: new Set(titles), anchors: new Set([...titles.map(anchor), ...named]) };
}

/** The links of a document that lead nowhere: to a file, or to a heading, that is not there. */
function deadLinks(file: string, text: string): string[] {
  const links = withoutCode(text).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  return [...links].flatMap(([, path = "", anchor]) => {
    const target = path === "" ? file : relative(root, join(root, dirname(file), path));
    if (!existsSync(join(root, target))) return [`${file}: ${path}`];
    if (anchor === undefined || !target.endsWith(".md")) return [];
    return headingsOf(read(target)).anchors.has(anchor) ? [] : [`${file}: ${path}#${anchor}`];
  });
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
  expect(documents.length).toBeGreaterThan(100);
  expect(documents.flatMap((file) => deadLinks(file, read(file)))).toEqual([]);
});

it("finds a link to nowhere", () => {
  const text = "[a](none.md) [b](agent.md#none) [c](#none) [d](agent.md#start-it) [e](https://example.com)";
  expect(deadLinks("docs/alerts.md", text)).toEqual([
    "docs/alerts.md: none.md",
    "docs/alerts.md: agent.md#none",
    "docs/alerts.md: #none",
  ]);
});

it("every picture that a page shows is there, and every one that is there is shown", () => {
  const shown = documents.flatMap((file) =>
    [...read(file).matchAll(/(?:src|srcset)="(?!https?:)([^"]+\.png)"|\]\(([^)\s]+\.png)\)/g)].map(
      ([, tag, link]) => join(dirname(file), tag ?? link ?? ""),
    ),
  );
  const there = readdirSync(join(root, "docs/images")).map((name) => join("docs/images", name));
  expect([...new Set(shown)].sort()).toEqual(there.sort());
});

it("every page of docs/ is in its index, but for decisions and the pages of Terraform", () => {
  const index = read("docs/README.md");
  const pages = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== "docs/README.md");
  expect(pages.filter((file) => !index.includes(`](${file.slice("docs/".length)})`))).toEqual([]);
});

it("files that pages name are there, but for the key that a release brings", () => {
  const places = /`((?:src|console|provider|test|bench|scripts|docs)\/[\w./-]+)`/g;
  const named = documents.flatMap((file) =>
    [...withoutCode(read(file)).matchAll(places)].map(([, place = ""]) => ({ file, place })),
  );
  expect(named.length).toBeGreaterThan(300);
  const gone = named.filter(({ place }) => !existsSync(join(root, place)));
  expect([...new Set(gone.map(({ file, place }) => `${file}: ${place}`))]).toEqual([
    "docs/releasing.md: docs/release-key.asc",
  ]);
});

it("README.md has at most 6 KB", () => {
  expect(statSync(join(root, "README.md")).size).toBeLessThanOrEqual(6 * 1024);
});

/** `npm run golden` writes these: a field's description is one line there, as the registry wants it. */
const written = /^docs\/terraform\/(resources\/|data-sources\/|index\.md$)/;

it("no line of a page is longer than 400 characters, code apart", () => {
  const long = documents
    .filter((file) => !written.test(file))
    .flatMap((file) =>
      withoutCode(read(file))
        .split("\n")
        .filter((line) => line.length > 400)
        .map((line) => `${file}: ${line.slice(0, 80)}…`),
    );
  expect(long).toEqual([]);
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
