/** An engine that takes connections and never answers (SIGSTOP): its agent says so at its usual rate, and is not missed itself. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { askToReload } from "../../src/agent/engines/files.ts";
import { createEngineHttp } from "../../src/agent/engines/http.ts";
import { createFetchTransport } from "../../src/transports/fetch.ts";
import { type RunningEngine, startAlertmanager, startBlackbox, startPrometheus } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { freshFolder, makeAgent, makePlace } from "./set-up.ts";

let test: TestService;
let service: string;
beforeAll(async () => {
  test = await startService();
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => test.close());

/** Who reports nothing for this long is missed. */
const missedMs = 90_000;
/** What one answer may take, and as much again for a busy machine. */
const roundMs = 30_000;

const starts: Readonly<Record<string, (directory: string, port: number) => Promise<RunningEngine>>> = {
  prometheus: (directory, port) => startPrometheus({ rules: [directory], port }),
  alertmanager: (directory, port) => startAlertmanager(join(directory, "alertmanager.yml"), port),
  blackbox_exporter: (directory, port) => startBlackbox(join(directory, "blackbox.yml"), port),
};

it.concurrent.each(Object.entries(starts))("%s", { timeout: 300_000 }, async (type, start) => {
  const place = await makePlace(test, type);
  if (type === "prometheus") {
    const body = { name: "Shop", kind: "http", target: "https://shop.example" };
    expect((await place.tenant.config("POST", "synthetic_checks", { body })).status).toBe(201);
  }
  const port = await freePort();
  const directory = freshFolder();
  const { agent, later } = await makeAgent(place, { service, engine: `http://127.0.0.1:${port}`, directory });
  // Two of the engines do not start without their file.
  await agent.round();
  const engine = await start(directory, port);
  try {
    expect(await agent.round()).toMatchObject({ ok: true });
    engine.hang();
    // First it looks whether the engine runs the files, and then it brings them again.
    for (const _ of [1, 2]) {
      const begun = performance.now();
      later(60);
      expect(await agent.round()).toMatchObject({
        ...{ ok: false, lost: "engine" },
        message: "the engine cannot be reached: it did not answer in time",
      });
      expect(performance.now() - begun).toBeLessThan(roundMs);
      expect(await place.applied()).toMatchObject({ ok: false, stale: false });
    }
    expect((await place.connector()).last_error_message).toContain("it did not answer in time");
    // One that is left alone for a while is not forgotten.
    const { at } = await place.applied();
    later(60);
    await agent.remind();
    expect(Date.parse((await place.applied()).at)).toBeGreaterThan(Date.parse(at));
    engine.goOn();
    // What was just waited for in vain is not asked again at once.
    await until(async () => (await agent.round()).ok, roundMs);
    expect(await place.applied()).toMatchObject({ ok: true, message: null });
  } finally {
    engine.goOn();
    await engine.stop();
  }
});

it.concurrent("one that hangs while it reads its files again", { timeout: 300_000 }, async () => {
  let asked = false;
  const server = createServer((request, response) => {
    asked ||= request.method === "POST";
    if (!asked) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begun = performance.now();
  try {
    await expect(askToReload(createEngineHttp(createFetchTransport(), { url }), "/-/reload")).rejects.toThrow(
      "it did not answer in time",
    );
    expect(performance.now() - begun).toBeLessThan(missedMs - roundMs);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
