/** The list of pages that tests and pictures walk through has every address that the router has. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { pagesOf, pagesOfGuests } from "./pages.ts";
import type { Seeded } from "./seed.ts";

const root = fileURLToPath(new URL("../../console", import.meta.url));
const router = readFileSync(`${root}/router.tsx`, "utf8");
const bases: Readonly<Record<string, string>> = {
  ofRoot: "/",
  ofFrame: "/",
  ofOrganization: "/o/$org/",
  createRoute: "/",
};
/** Drawn by the frame wherever somebody has to sign in, or to choose a password, first; and a setting in place of a list. */
const withoutAddress = ["sign-in", "temporary-password", "setting"];

/** An address, and the folder of its page; redirects have none. */
interface Address {
  readonly address: string;
  readonly folder: string | undefined;
}

function addresses(): readonly Address[] {
  const routes = router.split(/\b(?=(?:ofRoot|ofFrame|ofOrganization|createRoute)\()/).slice(1);
  return routes.flatMap((text) => {
    const [, maker = "", path] = /^(\w+)\(\s*(?:\{[^"]*path: )?"([^"]+)"/.exec(text) ?? [];
    if (path === undefined || path.startsWith("o/$org")) return [];
    const folder = /import\("\.\/pages\/([^/]+)\/page\.tsx"\)/.exec(text)?.[1];
    return [{ address: `${bases[maker]}${path}`.replace(/^\/\/|(?<=.)\/\/$/g, "/"), folder }];
  });
}

const folders = readdirSync(`${root}/pages`);
const ids = new Proxy({}, { get: (_, name) => String(name) }) as Seeded;
const listed = [
  ...pagesOf({ organization: { id: "org_1", slug: "acme", name: "Acme" }, seeded: ids }),
  ...pagesOfGuests({ invitation: "/invitations/a", reset: "/resets/a" }),
];

it("reads each page's address from the router", () => {
  const found = addresses().flatMap(({ folder }) => folder ?? []);
  expect([...found, ...withoutAddress].sort()).toEqual([...folders].sort());
});

it.each(addresses().filter(({ folder }) => folder !== undefined))("has a page at $address", ({ address }) => {
  const pattern = new RegExp(`^${address.replace(/\/$/, "").replaceAll(/\$\w+/g, "[^/]+")}/?$`);
  expect(listed.filter(({ path }) => pattern.test(path.split("?")[0] ?? ""))).not.toEqual([]);
});

it("names no page twice", () => {
  for (const part of ["name", "path"] as const)
    expect(new Set(listed.map((page) => page[part])).size).toBe(listed.length);
});
