/** The reference pages of the Terraform provider are those that the definitions give; `npm run golden` writes them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { members } from "../provider/people/definition.ts";
import { resources } from "../src/resources/index.ts";
import { resourcesByKind } from "../src/service.ts";
import { exampleHcl } from "../src/surfaces/hcl/example.ts";
import { referenceIndex, referencePage } from "../src/surfaces/terraform/reference.ts";

const folder = new URL("../docs/terraform/", import.meta.url);

const documented = [...resources, members];
const pages = new Map([
  ["index.md", referenceIndex(documented)],
  ...documented.map((resource): [string, string] => [
    `${resource.singular}.md`,
    referencePage(resource, exampleHcl(resource, { ...resourcesByKind, members }).text),
  ]),
]);

test.each([...pages])("docs/terraform/%s is up to date", (name, text) => {
  const file = new URL(name, folder);
  if (process.env.UPDATE_GOLDEN === "1") {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) && readFileSync(file, "utf8"), "npm run golden writes it").toBe(text);
});

test("no page is left of a kind that is gone", () => {
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
});
