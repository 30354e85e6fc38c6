/** `orgconfig apply --in-parts`, typed: what is more than one plan takes, with what its parts say together. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { listen, makeTypist, type Typist } from "./typed.ts";

let test: TestService;
let tenant: Tenant;
let folder: string;
let orgconfig: Typist["orgconfig"];
beforeAll(async () => {
  test = await startService();
  ({ tenant, folder, orgconfig } = await makeTypist(test, await listen(test)));
});
afterAll(() => test.close());

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

it("applies in parts what is more than one plan takes, and prunes at the end", {
  timeout: 180_000,
}, async () => {
  const teams = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `  - name: ${prefix} ${at}\n`).join("");
  write("teams.yaml", `teams:\n  - name: Gone\n`);
  await orgconfig(["apply", "-f", folder, "--set", "s", "--auto-approve"]);
  write("teams.yaml", `teams:\n${teams("Team", 2_001)}`);
  write(
    "routes.yaml",
    'alert_routes:\n  - name: All\n    matchers: ["a=b"]\n    destinations: [{team_id: {name: Team 2000}}]\n',
  );
  const files = ["-f", folder, "--set", "s", "--prune", "delete"];
  const whole = await orgconfig(["plan", ...files]);
  expect(whole).toMatchObject({ code: 1, stderr: expect.stringContaining("apply --in-parts") });
  const { code, stdout, stderr } = await orgconfig(["apply", ...files, "--in-parts", "--auto-approve"]);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("Part 4 of 4\n");
  expect(stdout.match(/: .*\.$/gm)).toEqual([
    ": 1000 created.",
    ": 1000 created.",
    ": 2 created.",
    ": 1 deleted, 2002 unchanged.",
  ]);
  const after = await orgconfig(["plan", ...files, "--detailed-exitcode"]);
  expect(after.code).toBe(0);
  expect((await tenant.api("GET", "plans")).body.sets).toMatchObject([{ name: "s", rows: 2_002 }]);

  // Another set takes over all of it, which is as much drift of the first.
  const other = ["-f", folder, "--set", "t", "--in-parts", "--auto-approve"];
  expect((await orgconfig(["apply", ...other, "--adopt"])).code).toBe(0);
  const drift = await orgconfig(["drift", "--set", "s"]);
  expect(drift).toMatchObject({ code: 1, stderr: expect.stringContaining("has drifted in 2002 rows") });

  write("teams.yaml", "teams: []\n");
  write("routes.yaml", "alert_routes: []\n");
  const prune = ["apply", ...other, "--prune", "delete", "--allow-deletes"];
  const together = await orgconfig([...prune, "3000"].filter((word) => word !== "--in-parts"));
  expect(together).toMatchObject({ code: 1, stderr: expect.stringMatching(/apply --in-parts\n$/) });
  const held = await orgconfig([...prune, "2001"]);
  expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining("--allow-deletes 2002\n") });
  const rows = async () =>
    (await tenant.api("GET", "plans")).body.sets.map(({ rows }: { rows: number }) => rows);
  expect(await rows()).toEqual([0, 2_002]);
  const pruned = await orgconfig([...prune, "3000"]);
  expect(pruned.stderr, pruned.stderr.slice(-400)).toContain("Part 3 of 3\n");
  expect(pruned.stdout.match(/: .*\.$/gm)).toEqual([": 1000 deleted.", ": 1000 deleted.", ": 2 deleted."]);
  expect(await rows()).toEqual([0]);
});
