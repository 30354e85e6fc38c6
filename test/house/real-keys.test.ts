/**
 * Tests in a browser type with real keys. Playwright's fill sets a value at one stroke, which no person can do:
 * inputs that garbled what was typed letter by letter looked sound.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const drivesBrowser = /"playwright-core"|\/browser\.ts"/;
const setsValue = /\.(fill|setValue|selectOption)\(/;

function sources(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
    .map((name) => `${folder}${name}`);
}

it("no test and no script sets an input's value", () => {
  const texts = [...sources("test/"), ...sources("scripts/")].map(
    (name) => [name, readFileSync(new URL(name, root), "utf8")] as const,
  );
  const driving = texts.filter(([, text]) => drivesBrowser.test(text));
  expect(driving.map(([name]) => name)).toContain("test/console/journeys.browser.test.ts");
  expect(driving.filter(([, text]) => setsValue.test(text)).map(([name]) => name)).toEqual([]);
});
