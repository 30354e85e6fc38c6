/** A change in each wing leads to its tests, and not to all of them. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { reachedBy } from "../../scripts/changed/reached.ts";
import { importGraph } from "./imports.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("npm run test:changed", () => {
  let imports: ReadonlyMap<string, readonly string[]>;
  beforeAll(() => {
    const files = execFileSync("git", ["ls-files", "src", "test"], { cwd: root, encoding: "utf8" });
    imports = importGraph(
      root,
      files.split("\n").filter((file) => file.endsWith(".ts")),
    );
  });

  it.each([
    ["identity/sso/claims.ts", "test/sso/claims.test.ts"],
    ["reliability/deploy-gate/judge.ts", "test/features/deploy-gate.test.ts"],
    ["alerting/alerts/notify.ts", "test/alerts/delivery.test.ts"],
    ["changes/plans/stale.ts", "test/plans/applying.test.ts"],
    ["status-page/settle.ts", "test/features/status-page/settle.test.ts"],
    ["organization/attention/index.ts", "test/features/attention.test.ts"],
  ])("finds for features/%s %s, and leaves most others out", (file, test) => {
    expect(imports.has(`src/features/${file}`)).toBe(true);
    const found = reachedBy([`src/features/${file}`], imports);
    expect(found).toContain(test);
    const all = [...imports.keys()].filter((name) => /^test\/[^.]*\.test\.ts$/.test(name));
    expect(found.length).toBeLessThan(all.length / 4);
  });

  it("finds a test that changed itself, and what imports a file by way of others", () => {
    const files = {
      "test/a.test.ts": ["src/x.ts"],
      "src/x.ts": ["src/y.ts"],
      "src/y.ts": [],
      "test/b.test.ts": [],
    };
    const graph = new Map(Object.entries(files));
    expect(reachedBy(["src/y.ts"], graph)).toEqual(["test/a.test.ts"]);
    expect(reachedBy(["test/b.test.ts"], graph)).toEqual(["test/b.test.ts"]);
  });

  it("stops where everything is put together", () => {
    const graph = new Map(
      Object.entries({
        "test/a.test.ts": ["src/service.ts"],
        "src/service.ts": ["src/y.ts"],
        "src/y.ts": [],
      }),
    );
    expect(reachedBy(["src/y.ts"], graph)).toEqual([]);
  });
});
