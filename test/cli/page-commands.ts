/** The commands of a page, as its reader types them next to a running service. */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { compiledProgram } from "../support/compiled.ts";
import type { TestService } from "../support/service.ts";

/** Runs a script in a folder with `orgconfig` on the path, and answers all that it printed; a command that fails ends it. */
export type PageShell = (script: string) => Promise<string>;

/** Lets the service listen. @param tree the folder of the commands */
export async function pageShell(test: TestService, key: string, tree: string): Promise<PageShell> {
  const bin = mkdtempSync(join(tmpdir(), "orgconfig-page-bin-"));
  writeFileSync(
    join(bin, "orgconfig"),
    `#!/bin/sh\nexec '${process.execPath}' '${compiledProgram()}' "$@"\n`,
  );
  chmodSync(join(bin, "orgconfig"), 0o755);
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    ORGCONFIG_URL: `http://127.0.0.1:${port}`,
    ORGCONFIG_KEY: key,
  };
  return async (script) => {
    const options = { cwd: tree, env };
    const { stdout } = await promisify(execFile)("sh", ["-e", "-c", `exec 2>&1\n${script}`], options);
    return stdout;
  };
}

/** Runs a block of commands: it prints the lines that the page shows, in their order. */
export async function expectShown(shell: PageShell, commands: string, shown: string): Promise<void> {
  const printed = await shell(commands);
  let at = 0;
  for (const line of shown.trimEnd().split("\n")) {
    expect(printed.slice(at), line).toContain(line);
    at = printed.indexOf(line, at) + line.length;
  }
}
