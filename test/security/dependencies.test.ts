/** docs/dependencies.md names every package that package.json does, with its licence, and no other. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/program.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
  string,
  Record<string, string>
>;
const named = [...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})].filter(
  (name) => !name.startsWith("@types/"),
);

interface Line {
  readonly names: readonly string[];
  readonly licences: readonly string[];
  readonly purpose: string;
}

/** The rows of the tables of packages: packages first, then what for, the licences last. */
const lines: Line[] = read("docs/dependencies.md")
  .split(/^## /m)
  .filter((section) => /^\| package /m.test(section))
  .flatMap((section) => section.split("\n"))
  .filter((line) => line.startsWith("| ") && !/^\| (package|-+) /.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map((cells) => ({
    names: (cells[0] ?? "").split(", "),
    purpose: cells[1] ?? "",
    licences: (cells.at(-1) ?? "").split(/, | or /),
  }));

describe("docs/dependencies.md", () => {
  it("names every package once, and none that is not used", () => {
    const reported = lines.flatMap(({ names }) => names).filter((name) => !name.startsWith("@types/"));
    expect(reported.toSorted()).toEqual(named.toSorted());
  });

  it.each(named)("says what %s is for, and its licence as the package has it", (name) => {
    const line = lines.find(({ names }) => names.includes(name));
    expect(line?.purpose).not.toBe("");
    const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { license?: string };
    const own = String(license)
      .replace(/^\(|\)$/g, "")
      .split(" OR ");
    expect([name, own.some((licence) => line?.licences.includes(licence))]).toEqual([name, true]);
  });
});

describe("the lock file", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<
      string,
      {
        hasInstallScript?: boolean;
        resolved?: string;
        integrity?: string;
        dev?: boolean;
        inBundle?: boolean;
        optional?: boolean;
        os?: string[];
      }
    >;
  };
  const entries = Object.entries(packages).filter(([path]) => path !== "");

  it("holds every package to its content, and takes it from the registry alone", () => {
    const loose = entries.filter(
      // What is bundled with a package is held by that package's own content; and scripts/complete-lock.mjs
      // names tools for machines of other sorts, whose content was not at hand.
      ([, { resolved, integrity, inBundle, dev, optional, os }]) =>
        (integrity === undefined && !inBundle && !(dev && optional && os)) ||
        (resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it("has no install script in anything that runs, and lets none run at all", () => {
    const scripts = entries.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
    expect(scripts.map(([path]) => path)).toEqual([]);
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });

  it("pins every version", () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(existsSync(join(root, "npm-shrinkwrap.json"))).toBe(false);
  });

  it("asks for no newer Node than ours, so that npm ci warns of nothing", () => {
    const folder = mkdtempSync(join(tmpdir(), "orgconfig-install-"));
    try {
      for (const file of ["package.json", "package-lock.json", ".npmrc"])
        copyFileSync(join(root, file), join(folder, file));
      const { status, stderr } = spawnSync("npm", ["ci", "--dry-run", "--offline"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect([status, stderr.match(/EBADENGINE.*package.*/g) ?? []]).toEqual([0, []]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
