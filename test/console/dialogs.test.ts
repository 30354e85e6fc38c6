/** The list of dialogs that a test walks through has every one that the console draws. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { dialogs, ofSecondFactors, overAll } from "./dialogs.ts";

const root = fileURLToPath(new URL("../../console", import.meta.url));

const drawn = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => [file, readFileSync(`${root}/${file}`, "utf8")] as const)
  .filter(([, text]) => /<(Modal|Drawer)\b/.test(text));

it("has every file that draws one", () => {
  const drawing = drawn.map(([file]) => file);
  const listed = new Set([...dialogs.map(({ file }) => file), ...overAll, ...ofSecondFactors]);
  expect([...listed].sort()).toEqual(drawing.sort());
});

// One that is drawn while it is closed would take Escape from those that are open (console/parts/uppermost.ts).
it("has none that is drawn while it is closed", () => {
  for (const [file, text] of drawn)
    for (const [, props] of text.matchAll(/<(?:Modal|Drawer)\s((?:[^<>]|=>)*)/g))
      expect({ file, opened: /\bopened(?!=)/.test(props ?? "") }).toEqual({ file, opened: true });
});
