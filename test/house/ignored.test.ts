import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it.each([
  [".gitignore", ".env"],
  [".gitignore", ".env.*"],
  [".dockerignore", "**/.env"],
  [".dockerignore", "**/.env.*"],
])("%s leaves %s out, where compose.yaml has people keep their keys", (file, pattern) => {
  const lines = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").split("\n");
  expect(lines).toContain(pattern);
});
