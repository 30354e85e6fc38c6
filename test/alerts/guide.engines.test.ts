/** Every command of "From an alert to a webhook in five minutes" in docs/alerts.md, in one shell. */
import { mkdtempSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { blocksOf, openShell, type Shell } from "../support/guide.ts";
import { startService, type TestService } from "../support/service.ts";

const page = readFileSync(new URL("../../docs/alerts.md", import.meta.url), "utf8");
const [, section = ""] = /\n## From an alert to a webhook in five minutes\n(.*?)\n## /s.exec(page) ?? [];
const [start = "", ...blocks] = blocksOf(section);

let test: TestService;
let shell: Shell;
beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1/32" });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  shell = openShell(mkdtempSync(join(tmpdir(), "orgconfig-alerts-guide-")));
});
afterAll(async () => {
  shell?.close();
  await test?.close();
});

/** What the page says that a block shows. */
const shown: readonly (readonly [RegExp, RegExp])[] = [
  [/\/test"/, /"ok": true[\s\S]*"name": "checkout"[\s\S]*"reason": "every matcher holds: service=checkout"/],
  [/^alert firing/m, /"status": "open"[\s\S]*Nobody can pay/],
  [/^alert resolved/m, /"status": "acknowledged"[\s\S]*"status": "sent"[\s\S]*Nobody can pay/],
];

it("does what the page says", async () => {
  // The service runs already, as the first block starts it.
  expect(start).toBe("ORGCONFIG_OUTBOUND_ALLOW=127.0.0.1/32 npm start\n");
  expect(blocks).toHaveLength(6);
  const { port } = test.service.server.server.address() as AddressInfo;
  const { key } = await test.makeTenant();
  const places: readonly (readonly [string, string])[] = [
    ["8080", String(port)],
    ["9099", String(await freePort())],
    ["svc_ak_…", key.value],
  ];
  for (const commands of blocks) {
    const local = places.reduce((done, [from, to]) => done.replaceAll(from, to), commands);
    const printed = await shell.run(local);
    for (const [block, text] of shown) if (block.test(commands)) expect(printed).toMatch(text);
  }
});
