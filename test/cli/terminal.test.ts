/** `orgconfig apply` at a terminal: `script` gives it a real one, in which it asks and paints. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { barText } from "../../src/cli/progress.ts";
import { compiledProgram } from "../support/compiled.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
let url: string;
const file = join(mkdtempSync(join(tmpdir(), "orgconfig-terminal-")), "teams.yaml");
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

/** What the terminal showed, and the exit code. */
function atTerminal(args: string, typed: string, env = {}): Promise<{ code: number; shown: string }> {
  const command = `'${process.execPath}' '${compiledProgram()}' ${args}`;
  return new Promise((resolve) => {
    // The standard input stays open until the program ends: at its end script would type the end of the input.
    const child = execFile(
      "script",
      ["--quiet", "--return", "--command", command, "/dev/null"],
      {
        // Nothing else is handed on: NO_COLOR, CI, TMUX and more each change what Node says of a terminal's colours.
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          TERM: "xterm-256color",
          ORGCONFIG_URL: url,
          ORGCONFIG_KEY: tenant.key.value,
          ...env,
        },
      },
      (error, shown) => resolve({ code: error === null ? 0 : Number(error.code), shown }),
    );
    child.stdin?.on("error", () => {}).write(typed);
  });
}

async function teams(): Promise<string[]> {
  const { body } = await tenant.config("GET", "teams");
  return body.data.map(({ name }: { name: string }) => name);
}

it("asks, takes nothing but yes, and paints unless it is asked not to", async () => {
  writeFileSync(file, 'teams:\n  - name: "A"\n');
  const no = await atTerminal(`apply -f ${file} --no-color`, "y\n");
  expect(no.code).toBe(1);
  expect(no.shown).toContain('+ teams "A"');
  expect(no.shown).toContain("nothing was applied");
  expect(no.shown).not.toContain("\u001b[32m");
  expect(await teams()).toEqual([]);

  const yes = await atTerminal(`apply -f ${file}`, "yes\n");
  expect(yes.code).toBe(0);
  expect(yes.shown).toContain('\u001b[32m+\u001b[39m \u001b[1mteams "A"\u001b[22m');
  expect(yes.shown).toMatch(/Applied plan_\w+: 1 created\./);
  expect(await teams()).toEqual(["A"]);
});

it("respects NO_COLOR, and lets no stored control character through", async () => {
  const notes = "one\\n\\e[31mtwo\\x9b";
  writeFileSync(
    file,
    `compliance_periods:\n  - {name: B, framework: soc2_type2, starts_on: 2026-01-01, ends_on: 2026-12-31, services: [a], notes: "${notes}"}\n`,
  );
  const { code, shown } = await atTerminal(`plan -f ${file} --detailed-exitcode`, "", { NO_COLOR: "1" });
  expect(code).toBe(2);
  expect(shown).toContain('+ compliance_periods "B"');
  expect(shown).toContain("| \\u001b[31mtwo\\u009b");
  expect(shown.replace(/[\r\n]/g, "")).not.toMatch(/\p{Cc}/u);
});

it.each([
  [0, 0, "backup [########################] 100 %  0 of 0 rows: users"],
  [0, 3_000_000, "backup [------------------------]   0 %  0 of 3,000,000 rows: users"],
  [1_000_000, 3_000_000, "backup [########----------------]  33 %  1,000,000 of 3,000,000 rows: users"],
])("a bar of %d of %d shows how much is done", (done, all, bar) => {
  expect(barText("backup", "users", done, all)).toBe(bar);
});
