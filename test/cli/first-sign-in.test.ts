/** Where the first password and key go: to a terminal, or into a file of their own. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFirstSignIn } from "../../src/cli/first-sign-in.ts";

const url = "http://127.0.0.1:8080";
const first = {
  organization: { id: "org_1", slug: "main", name: "Main" },
  email: "admin@example.com",
  password: "made-up-password",
  key: "svc_ak_made_up",
};

const { isTTY } = process.stdout;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgconfig-first-"));
});
afterEach(() => {
  process.stdout.isTTY = isTTY;
});

it("shows them at a terminal, and keeps them nowhere", () => {
  process.stdout.isTTY = true;
  const signIn = createFirstSignIn({ dataDirectory: folder, publicUrl: undefined }, url);
  signIn.keep(first);
  expect(signIn.shown(first)).toContain(
    `Sign in at ${url} as admin@example.com with the password made-up-password\nIts first API key is svc_ak_made_up\nNone of this is shown again.\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

it("writes them into a file where no terminal is, in a data directory that it makes", () => {
  process.stdout.isTTY = false;
  const publicUrl = "https://config.example.com";
  const dataDirectory = join(folder, "deep", "data");
  const signIn = createFirstSignIn({ dataDirectory, publicUrl }, url);
  signIn.keep(first);
  const path = join(dataDirectory, "first-sign-in");
  const shown = signIn.shown(first);
  expect(shown).toContain(path);
  expect(shown).not.toMatch(/made-up-password|svc_ak_made_up/);
  expect([statSync(path).mode & 0o777, statSync(dataDirectory).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readFileSync(path, "utf8")).toBe(
    `Sign in at ${publicUrl} as admin@example.com with the password made-up-password\nIts first API key is svc_ak_made_up\nA first call:\n\n  curl -H "Authorization: Bearer svc_ak_made_up" ${publicUrl}/api/v1/config/teams\n`,
  );
  // One that an earlier database left is replaced.
  signIn.keep({ ...first, password: "another-password" });
  expect(readFileSync(path, "utf8")).toContain("another-password");
  expect(readdirSync(dataDirectory)).toEqual(["first-sign-in"]);
});

it("names the way out where it cannot write the file", () => {
  process.stdout.isTTY = false;
  writeFileSync(join(folder, "file"), "");
  const signIn = createFirstSignIn({ dataDirectory: join(folder, "file"), publicUrl: undefined });
  expect(() => signIn.keep(first)).toThrow(
    /first-sign-in, because standard output is not a terminal, and it cannot be written: .+ORGCONFIG_ADMIN_PASSWORD/,
  );
});

it("has nothing to keep where both were given", () => {
  process.stdout.isTTY = false;
  const signIn = createFirstSignIn({ dataDirectory: folder, publicUrl: undefined }, url);
  const given = { ...first, password: undefined, key: undefined };
  signIn.keep(given);
  expect(signIn.shown(given)).toContain(`Sign in at ${url} as admin@example.com\n`);
  expect(readdirSync(folder)).toEqual([]);
});
