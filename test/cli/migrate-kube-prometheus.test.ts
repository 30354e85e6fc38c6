/** The commands of examples/kube-prometheus do what its page says, against a running service. */
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { expectShown, type PageShell, pageShell } from "./page-commands.ts";

const folder = fileURLToPath(new URL("../../examples/kube-prometheus", import.meta.url));
const page = readFileSync(join(folder, "README.md"), "utf8");
const tree = mkdtempSync(join(tmpdir(), "orgconfig-kube-prometheus-"));

let test: TestService;
let tenant: Tenant;
let shell: PageShell;
beforeAll(async () => {
  cpSync(folder, tree, { recursive: true });
  test = await startService();
  tenant = await test.makeTenant();
  shell = await pageShell(test, tenant.key.value, tree);
});
afterAll(() => test.close());

it("runs the commands of the page, and prints what it shows", async () => {
  const steps = [...page.matchAll(/```sh\n(.*?)```\n\n(?:[^`]*\n\n)?```\n(.*?)```/gs)];
  expect(steps).toHaveLength(3);
  for (const [, commands = "", shown = ""] of steps) await expectShown(shell, commands, shown);
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
