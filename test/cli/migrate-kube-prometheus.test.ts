/** The commands of examples/kube-prometheus do what its page says, against a running service. */
import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compiledProgram } from "../support/compiled.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const folder = fileURLToPath(new URL("../../examples/kube-prometheus", import.meta.url));
const page = readFileSync(join(folder, "README.md"), "utf8");
const tree = mkdtempSync(join(tmpdir(), "orgconfig-kube-prometheus-"));

let test: TestService;
let tenant: Tenant;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  cpSync(folder, tree, { recursive: true });
  const bin = mkdtempSync(join(tmpdir(), "orgconfig-kube-prometheus-bin-"));
  writeFileSync(
    join(bin, "orgconfig"),
    `#!/bin/sh\nexec '${process.execPath}' '${compiledProgram()}' "$@"\n`,
  );
  chmodSync(join(bin, "orgconfig"), 0o755);
  test = await startService();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  tenant = await test.makeTenant();
  env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    ORGCONFIG_URL: `http://127.0.0.1:${port}`,
    ORGCONFIG_KEY: tenant.key.value,
  };
});
afterAll(() => test.close());

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-e", "-c", `exec 2>&1\n${script}`], {
    cwd: tree,
    env,
  });
  return stdout;
}

it("runs the commands of the page, and prints what it shows", async () => {
  const steps = [...page.matchAll(/```sh\n(.*?)```\n\n(?:[^`]*\n\n)?```\n(.*?)```/gs)];
  expect(steps).toHaveLength(3);
  for (const [, commands = "", shown = ""] of steps) {
    const printed = await shell(commands);
    let at = 0;
    for (const line of shown.trimEnd().split("\n")) {
      expect(printed.slice(at), line).toContain(line);
      at = printed.indexOf(line, at) + line.length;
    }
  }
});

it("has the heartbeat and the inhibitions then, and the secrets of both targets", async () => {
  const [beat] = (await tenant.config("GET", "alert_heartbeats")).body.data;
  expect(beat).toMatchObject({ name: "Watchdog", status: "waiting" });
  const inhibitions = (await tenant.config("GET", "alert_inhibitions")).body.data;
  expect(inhibitions.map(({ name }: { name: string }) => name)).toContain(
    'alertname="InfoInhibitor" over severity="info"',
  );
  const targets = (await tenant.config("GET", "outbound_configs")).body.data;
  expect(targets.map(({ secret_set }: { secret_set: boolean }) => secret_set)).toEqual([true, true]);
});
