import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goldenFiles } from "./support/golden.ts";
import { startService, type TestService } from "./support/service.ts";

const folder = new URL("golden/", import.meta.url);

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it.each(goldenFiles().map((file) => [file.name, file] as const))(
  "%s is as committed",
  async (name, { make }) => {
    const text = await make(test);
    const place = new URL(name, folder);
    if (process.env.UPDATE_GOLDEN === "1") {
      mkdirSync(new URL(".", place), { recursive: true });
      writeFileSync(place, text);
      return;
    }
    const kept = existsSync(place) ? readFileSync(place, "utf8") : "";
    // Compared line by line from the first difference on, because a diff of the whole is slow to read and to make.
    const [was, is] = [kept.split("\n"), text.split("\n")];
    const first = is.findIndex((line, index) => line !== was[index]);
    const differs = first >= 0 || was.length !== is.length;
    const at = Math.max(0, first < 0 ? is.length - 1 : first);
    expect(
      differs ? is.slice(at, at + 20) : [],
      `${name}, line ${at + 1}; if it is meant, npm run golden`,
    ).toEqual(differs ? was.slice(at, at + 20) : []);
  },
);

it("keeps no file that nothing makes", () => {
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = kept.map(({ parentPath, name }) => relative(fileURLToPath(folder), join(parentPath, name)));
  expect(names.sort()).toEqual(
    goldenFiles()
      .map(({ name }) => name)
      .sort(),
  );
});
