/** The pages of the Terraform provider are those that the definitions give; `npm run golden` writes them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { mostBytes, registryLinks } from "../src/surfaces/terraform/pages/page.ts";
import { folder, generated, guides } from "./support/provider-pages.ts";

const update = process.env.UPDATE_GOLDEN === "1";

test.each([...generated])("docs/terraform/%s is up to date", (path, text) => {
  const file = new URL(path, folder);
  if (update) {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) && readFileSync(file, "utf8"), "npm run golden writes it").toBe(text);
});

test("no page is left of a kind that is gone", () => {
  const known = [...generated.keys(), ...guides.map(({ path }) => path)].sort();
  if (update) for (const path of files()) if (!known.includes(path)) rmSync(new URL(path, folder));
  expect(files().sort()).toEqual(known);
});

describe("as the registry takes them", () => {
  const pages = files().map((path) => ({ path, text: readFileSync(new URL(path, folder), "utf8") }));

  test.each(pages)("$path has a head, and is no longer than is shown", ({ text }) => {
    expect(Buffer.byteLength(text)).toBeLessThan(mostBytes);
    expect(text).toMatch(/^---\npage_title: ".+"\nsubcategory: ".*"\ndescription: ".+"\n---\n\n/);
  });

  test.each(pages)("$path leads to the same pages in the registry", ({ path, text }) => {
    const here = (page: string) =>
      new URL(page, "https://registry.example/providers/orgconfig/orgconfig/1.0.0/");
    const shownAt = (page: string) =>
      here(page === "index.md" ? "docs" : `docs/${page.replace(/\.md$/, "")}`).pathname;
    const [before, after] = [text, registryLinks(path, text)].map((form) =>
      [...form.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target = ""]) => target),
    );
    const targets = before?.map((target) => posix.join(posix.dirname(path), target)) ?? [];
    // The registry has nothing of the repository but these pages.
    expect(files()).toEqual(expect.arrayContaining(targets));
    const wanted = targets.map(shownAt);
    expect(after?.map((target) => new URL(target, here(shownAt(path))).pathname)).toEqual(wanted);
  });
});

function files(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
}
