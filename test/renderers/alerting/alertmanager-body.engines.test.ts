/** What a webhook with the format alertmanager gets, next to what a real Alertmanager posts of the same alerts. */

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { freePort } from "../../../scripts/free-port.mjs";
import { formats } from "../../../src/renderers/alerting/formats/index.ts";
import { freshFolder } from "../../agent/set-up.ts";
import { type RunningEngine, startAlertmanager } from "../../support/engines.ts";
import { until } from "../../support/until.ts";
import { begun } from "./golden.ts";
import { firing, messageAlert } from "./messages.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies as they come
const posted: any[] = [];
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    posted.push(JSON.parse(Buffer.concat(pieces).toString()));
    response.end();
  });
});
let engine: RunningEngine | undefined;
afterAll(async () => {
  await engine?.stop();
  server.close();
});

const started = "2026-11-22T09:00:00.000Z";
const alerts = [
  { labels: { alertname: "Slow", service: "checkout", instance: "ä" }, annotations: { summary: "Slow" } },
  {
    labels: { alertname: "Slow", service: "checkout", instance: "b" },
    annotations: { summary: "Slow", more: "x" },
  },
];

it("has the same members, labels in common, fingerprints and times", async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const folder = freshFolder();
  const file = join(folder, "alertmanager.yml");
  writeFileSync(
    file,
    `route: {receiver: hook, group_by: [service], group_wait: 1s}\nreceivers: [{name: hook, webhook_configs: [{url: "${receiver}"}]}]\n`,
  );
  const port = await freePort();
  engine = await startAlertmanager(file, port);
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(
      alerts.map((alert) => ({
        ...alert,
        startsAt: started,
        generatorURL: "http://prometheus.example/graph",
      })),
    ),
  });
  expect(answer.status).toBe(200);
  await until(() => posted.some((body) => body.alerts.length === 2));
  const real = posted.find((body) => body.alerts.length === 2);
  const ours = JSON.parse(
    begun(
      formats.webhook(
        firing({
          group_labels: { service: "checkout" },
          count: 2,
          alerts: alerts.map((alert) =>
            messageAlert({ ...alert, url: "http://prometheus.example/graph", started_at: started }),
          ),
        }),
        { url: receiver, secret: undefined, severity_map: {}, format: "alertmanager", name: "hook" },
      ),
    ).request.body ?? "",
  );
  const shown = (body: typeof real) => ({
    ...body,
    // They name the service that sends, and its route.
    externalURL: "",
    groupKey: "",
    alerts: body.alerts
      .map((alert: { startsAt: string }) => ({ ...alert, startsAt: new Date(alert.startsAt).toISOString() }))
      .sort((one: { fingerprint: string }, other: { fingerprint: string }) =>
        one.fingerprint < other.fingerprint ? -1 : 1,
      ),
  });
  expect(shown(ours)).toEqual(shown(real));
});
