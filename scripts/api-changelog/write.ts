/**
 * Writes docs/api-changelog.md: what changed of the API since the last release, call by call, from the golden description.
 * With `release` what is listed becomes the release's, and the next changes are counted from there (docs/releasing.md).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Changes, changesBetween, versionAfter } from "./changes.ts";
import { type Shapes, shapesOf } from "./shapes.ts";

const pageFile = new URL("../../docs/api-changelog.md", import.meta.url);
const goldenFile = new URL("../../test/golden/openapi.json", import.meta.url);
const releasedFile = new URL("released.json", import.meta.url);

/** What stands between the changes since the last release and those of releases. */
const mark = "<!-- releases -->";

const introduction = `# Changes of the API

What changed of the [description](api.md#generate-it-or-write-it) (\`GET /api/v1/config/openapi.json\`), call by call, and of the schemas that calls share. It is made from the description by \`npm run changelog:api\`.
Its version, \`info.version\`, follows [SemVer](https://semver.org): the first number rises where a client may have to change, the second where something is new. What stays for how long is in [contract.md](contract.md#what-may-change).
`;

export function present(): Shapes {
  return shapesOf(JSON.parse(readFileSync(goldenFile, "utf8")));
}

export function released(): Shapes {
  return JSON.parse(readFileSync(releasedFile, "utf8"));
}

/** The page as it has to be. @param page as it is, whose releases stay */
export function pageOf(before: Shapes, after: Shapes, page: string): string {
  const changes = changesBetween(before, after);
  const [, releases = "\n"] = page.split(mark);
  return `${introduction}\n## ${after.version}, not released\n\n${listed(changes)}\n${mark}${releases}`;
}

export function readPage(): string {
  return readFileSync(pageFile, "utf8");
}

/** The version that the description has to have. */
export function dueVersion(before: Shapes, after: Shapes): string {
  return versionAfter(before.version, changesBetween(before, after));
}

function listed({ added, changed, deprecated, removed }: Changes): string {
  const parts = [
    ["Removed", removed],
    ["Deprecated", deprecated],
    ["Changed", changed],
    ["Added", added],
  ] as const;
  const texts = parts.flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [`### ${title}\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`],
  );
  return texts.length === 0 ? "Nothing.\n" : texts.join("\n");
}

function release(day: string): void {
  const after = present();
  const [introduced = "", releases = ""] = pageOf(released(), after, readPage()).split(mark);
  const [start = "", section = ""] = introduced.split(/(?=^## )/m);
  const done = section.replace(", not released", ` (${day})`);
  writeFileSync(pageFile, `${start}${mark}\n\n${done}${releases}`);
  writeFileSync(releasedFile, compact(after));
}

/** One call or schema a line. */
export function compact({ version, calls, schemas }: Shapes): string {
  const lines = (of: object) =>
    Object.entries(of).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{"version": ${JSON.stringify(version)},\n"calls": {\n${lines(calls).join(",\n")}\n},\n"schemas": {\n${lines(schemas).join(",\n")}\n}}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === "release") release(new Date().toISOString().slice(0, 10));
  writeFileSync(pageFile, pageOf(released(), present(), readPage()));
}
