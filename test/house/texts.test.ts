/**
 * What a reader sees stands in the `texts.ts` of its folder, where a translator finds it. Biome refuses text between tags
 * (noJsxLiterals); this is about attributes, and about sentences anywhere else in a component.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../console", import.meta.url));
const names = readdirSync(root, { recursive: true, encoding: "utf8" });
const components = names.filter((name) => name.endsWith(".tsx"));

/** Attributes that readers see or that are read out to them. */
const shown =
  /^(label|title|about|description|aria-label|placeholder|alt|consequence|leave|legend|heading|hint|note|summary|verb|what)$/;
/** Examples of what to type, which no language changes: names, addresses, and lines of files. */
const examples =
  /^(checkout|up|terraform-ci|platform-repo|[\w.-]+\.com|https:\/\/\S+|[\w-]+[:=].*\n[\s\S]*)$/;
/** Attributes and calls whose texts are for programs. */
const unseen = /^(className|style|d|points|transform|viewBox|gridTemplateColumns|rel|accept|autoComplete)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/** Texts that a component has of its own, each with its line. */
function ownTexts(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const visit = (value: unknown, attribute: string | undefined): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, attribute);
      return;
    }
    const node = value as Node;
    if (/^(ImportDeclaration|TS\w*(Type|Literal)\w*|ThrowStatement|NewExpression)$/.test(node.type)) return;
    const words = wordsOf(node);
    if (words !== undefined && isText(words, attribute))
      found.push(`${file}:${text.slice(0, node.start).split("\n").length} ${JSON.stringify(words)}`);
    const within = attributeOf(node, attribute);
    if (within !== undefined && unseen.test(within)) return;
    for (const [name, member] of Object.entries(node))
      if (name !== "key" || node.computed === true) visit(member, within);
  };
  visit(program, undefined);
  return found;
}

/** The attribute that a part of the syntax is in: none within an element, a call or a function of it. */
function attributeOf({ type, name }: Node, outer: string | undefined): string | undefined {
  if (type === "JSXAttribute") return String((name as { readonly name?: unknown }).name);
  return /^(JSXElement|JSXFragment|CallExpression|ArrowFunctionExpression|BinaryExpression)$/.test(type)
    ? undefined
    : outer;
}

function wordsOf({ type, value }: Node): string | undefined {
  if (type === "Literal") return typeof value === "string" ? value : undefined;
  return type === "TemplateElement" ? String((value as { readonly cooked?: unknown }).cooked) : undefined;
}

/** In an attribute that is seen any words are a text; elsewhere two words and more that end or begin as a sentence does. */
function isText(words: string, attribute: string | undefined): boolean {
  if (attribute !== undefined && shown.test(attribute))
    return /\p{L}{2}/u.test(words) && !examples.test(words);
  return /^\s*\p{Lu}\p{Ll}* \p{L}+/u.test(words) || /\p{L}+ \p{L}+.*[.?!…]$/u.test(words);
}

it.each(components)("%s has its texts in texts.ts", (name) => {
  const found = ownTexts(name, readFileSync(join(root, name), "utf8"));
  expect(
    found,
    "move each to the texts.ts of its folder, and write texts.name (docs/architecture.md, Texts)",
  ).toEqual([]);
});

it("has only texts in texts.ts: constants, and functions of the values in them", () => {
  for (const name of names.filter((one) => basename(one) === "texts.ts"))
    expect([name, readFileSync(join(root, name), "utf8")]).toEqual([
      name,
      expect.not.stringMatching(/from "react"|from "@mantine/),
    ]);
});

it("has no text twice in a folder's texts.ts", () => {
  const twice = names
    .filter((one) => basename(one) === "texts.ts")
    .flatMap((name) => {
      const texts = [...readFileSync(join(root, name), "utf8").matchAll(/^export const \w+ =\s+(".*");$/gm)];
      const all = texts.map(([, text = ""]) => text);
      return all.filter((text, at) => all.indexOf(text) !== at).map((text) => `${name}: ${text}`);
    });
  expect(twice).toEqual([]);
});

it.each([
  'const a = <Button title="Save" />;',
  'const a = <Button aria-label={open ? "Close" : texts.open} />;',
  "const a = <Button title={`Delete $" + "{name}`} />;",
  'const a = { about: "No alert is open." };',
  'const a = <Page about={texts.about} action={<Button label="New" />} />;',
])("finds the text in %s", (text) => {
  expect(ownTexts("a.tsx", text)).toHaveLength(1);
});

it.each([
  'import { Button } from "@mantine/core";',
  "const a = <Button title={texts.save} />;",
  'const a = <Text className="mono clip" size="sm" />;',
  'const a = <Input placeholder="checkout" />;',
  'const a = <Badge title={texts[kind === "open" ? "a" : "b"]} />;',
  'throw new Error("there is no such page");',
])("passes %s", (text) => {
  expect(ownTexts("a.tsx", text)).toEqual([]);
});
