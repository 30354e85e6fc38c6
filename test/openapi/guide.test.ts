/** docs/api.md: its examples, in the page's order, against a running service. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { blocksOf, openShell, type Shell } from "../support/guide.ts";
import { root } from "../support/program.ts";
import { startService, type TestService } from "../support/service.ts";

const blocks = blocksOf(readFileSync(join(root, "docs/api.md"), "utf8"));
let test: TestService;
let shell: Shell;
let folder: string;
beforeAll(async () => {
  test = await startService();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const tenant = await test.makeTenant();
  folder = mkdtempSync(join(tmpdir(), "orgconfig-api-guide-"));
  shell = openShell(folder);
  await shell.run(`URL=http://127.0.0.1:${port} KEY=${tenant.key.value}`);
});
afterAll(async () => {
  shell.close();
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

it("has examples", () => {
  expect(blocks.length).toBeGreaterThan(6);
});

it.each(blocks.map((block) => [block.trim().split("\n")[0], block]))("runs: %s", async (_first, block) => {
  await shell.run(block ?? "");
});

it("would stop at one that does not hold", async () => {
  await expect(shell.run(`call "$URL/api/v1/config/teams" | jq -e '.data == []'`)).rejects.toThrow("block");
});
