/** What several statements share stands once, in an include; and every include is used. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { withIncludes } from "../../src/database/statement.ts";

const source = fileURLToPath(new URL("../../src", import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /\b(?:queries|includes)[/\\][\w-]+\.sql$/.test(file))
  .map((file) => ({
    file,
    lines: readFileSync(join(source, file), "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  }));

/** Lines that two files may share. */
const most = 9;

it("no two .sql files share ten lines", () => {
  const seen = new Map<string, string>();
  const shared: string[] = [];
  for (const { file, lines } of files) {
    for (let from = 0; from + most < lines.length; from += 1) {
      const run = lines.slice(from, from + most + 1).join("\n");
      const other = seen.get(run);
      if (other !== undefined) shared.push(`${other} and ${file}: ${lines[from]}`);
      seen.set(run, file);
    }
  }
  expect(files.length).toBeGreaterThan(300);
  expect(shared).toEqual([]);
});

it("every include is used, by a file of the same feature", () => {
  for (const { file } of files.filter(({ file }) => basename(dirname(file)) === "includes")) {
    const line = `-- @include ${basename(file, ".sql")}`;
    const home = dirname(dirname(file));
    const users = files.filter(
      (other) => dirname(dirname(other.file)) === home && other.lines.includes(line),
    );
    expect([file, users.length > 0]).toEqual([file, true]);
  }
});

it("an include may include others, wherever its line stands", () => {
  const texts: Readonly<Record<string, string>> = { one: "1,\n  -- @include two\n", two: "2\n" };
  expect(withIncludes("SELECT\n  -- @include one\nAS a", (name) => texts[name] as string)).toBe(
    "SELECT\n1,\n2\nAS a",
  );
});
