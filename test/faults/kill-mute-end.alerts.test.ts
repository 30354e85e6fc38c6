/**
 * kill -9 of the service while a mute ends, with a real Alertmanager and the real agent: of what is still on everybody is
 * notified within 30 seconds after the service is back. `npm run test:alerts`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { startAlertmanager } from "../support/engines.ts";
import { mainFile } from "../support/program.ts";
import { until } from "../support/until.ts";
import { createAlertCalls } from "./alert-calls.ts";
import { install, killed } from "./installation.ts";
import { startReceivers } from "./receipts.ts";

const promisedMs = 30_000;

it("notifies in time of what a mute kept back that ended while the service was away", {
  timeout: 600_000,
}, async () => {
  const receivers = await startReceivers();
  const installation = await install();
  const [port, enginePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    ORGCONFIG_PUBLIC_URL: url,
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    SMTP_URL: receivers.mailUrl,
  };
  let node = await installation.start(env);
  const calls = createAlertCalls(installation.key, () => url);
  const connector = await calls.make("connectors", {
    name: "alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  await calls.make("alert_routes", {
    name: "all",
    matchers: ['alertname=~".+"'],
    destinations: [{ email: "room@example.com" }],
    group_wait_seconds: 0,
    group_interval_seconds: 1,
  });
  const directory = mkdtempSync(join(tmpdir(), "orgconfig-faults-agent-"));
  const engineUrl = `http://127.0.0.1:${enginePort}`;
  const agentOf = (...more: string[]) =>
    spawn(
      process.execPath,
      [
        ...[mainFile, "agent", "--connector", connector, "--directory", directory],
        ...["--url", url, "--reload-url", `${engineUrl}/-/reload`, ...more],
      ],
      { env: { ...process.env, ORGCONFIG_KEY: installation.key }, stdio: "ignore" },
    );
  // The first one brings the file that the engine starts with.
  const first = agentOf("--once");
  await new Promise((resolve) => first.once("exit", resolve));
  const engine = await startAlertmanager(join(directory, "alertmanager.yml"), enginePort);
  const agent = agentOf();
  try {
    await calls.make("alert_mutes", { reason: "a change", matchers: ["alertname=A"], duration_minutes: 1 });
    const muted = performance.now();
    const labels = { alertname: "A" };
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    await fetch(`${engineUrl}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ labels, endsAt }]),
    });
    await until(async () => (await calls.alerts()).length === 1, 60_000);
    expect((await calls.alerts())[0]?.deliveries).toEqual([]);
    // Away for a minute, in which the mute ends.
    await killed(node);
    await pause(Math.max(60_000, 65_000 - (performance.now() - muted)));
    node = await installation.start(env);
    const back = performance.now();
    await until(async () => ((await calls.alerts())[0]?.deliveries.length ?? 0) > 0, 120_000);
    const ms = performance.now() - back;
    expect(ms, `${Math.round(ms)} ms after the service was back`).toBeLessThan(promisedMs);
  } finally {
    agent.kill("SIGKILL");
    await engine.stop();
    await node.stop();
    await receivers.close();
  }
});
