/** The list of dialogs that a test walks through has every one that the console draws. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { dialogs, ofSecondFactors, overAll } from "./dialogs.ts";

const root = fileURLToPath(new URL("../../console", import.meta.url));

it("has every file that draws one", () => {
  const drawing = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && /<(Modal|Drawer)\b/.test(readFileSync(`${root}/${file}`, "utf8")),
  );
  const listed = new Set([...dialogs.map(({ file }) => file), ...overAll, ...ofSecondFactors]);
  expect([...listed].sort()).toEqual(drawing.sort());
});
