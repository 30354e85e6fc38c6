/**
 * A real Alertmanager with the file of random organizations sends the alerts, to the receivers, that the decider says:
 * routing, inhibition, and the mutes in a rhythm, which are its time intervals.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOutcomes } from "../../src/features/alerting/alerts/outcome.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { createInhibiting } from "../../src/renderers/alerting/inhibitions.ts";
import { getJson, startAlertmanager } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type Alert, makeOrganization, must, type Organization, othersAt, sourcesAt } from "./world.ts";

let app: TestService;
/** Alerts of which a rhythm keeps back what a route would send. */
let heldBack = 0;
const received = new Set<string>();
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    const { receiver, alerts } = JSON.parse(text);
    for (const { labels } of alerts) received.add(`${labels.instance} ${receiver}`);
    response.end();
  });
});
beforeAll(async () => {
  app = await startService();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await app.close();
});

/** The file that the engine is given, with this test in the place of the service. */
async function fileOf({ tenant, connector }: Organization): Promise<string> {
  const { files } = must(200, await tenant.api("GET", `render/${connector}`)).body;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const content = files[0].content
    .replaceAll(/"?url"?: \S*intake\S*/g, `url: ${url}`)
    .replaceAll(/credentials_file"?: \S+/g, "credentials: key")
    // What comes to a group later is sent at once as well.
    .replaceAll(/group_(wait|interval)"?: \S+/g, "group_$1: 1s");
  const file = join(mkdtempSync(join(tmpdir(), "orgconfig-agreement-")), "alertmanager.yml");
  writeFileSync(file, content);
  return file;
}

/** As `instance receiver`, of what the decider would have sent at a moment: the rhythms are all that the file knows of mutes. */
function decidedAt({ rows, alerts }: Organization, opened: Date): (alert: Alert) => ReadonlySet<string> {
  const rhythms = rows.mutes.filter(({ times, pattern }) => times.schedule.length > 0 && pattern === null);
  const outcomeOf = createOutcomes({ ...rows, mutes: rhythms });
  const sides = createInhibiting(rows.inhibitions);
  const keys = alerts.flatMap(({ labels }) => atOnce(sides(labels)).sourceKeys);
  const open = new Map(keys.map((key) => [key, ""] as const));
  return ({ labels }) => {
    const { routes, mutedBy, routeMutes, inhibitedBy } = atOnce(
      outcomeOf({ labels, raisedBy: "conn_1" }, { opened, unacknowledgedSeconds: 0, open }),
    );
    if (inhibitedBy !== undefined) return new Set();
    const taking = routes.flatMap(({ taken, route }) => (taken ? [route.id] : []));
    const muted = new Set(routeMutes.flatMap(({ routeIds }) => routeIds));
    // Where no route takes it, the root does, which nothing mutes.
    if (taking.length === 0) return new Set([`${labels.instance} orgconfig`]);
    if (mutedBy.length + routeMutes.length > 0) heldBack += 1;
    if (mutedBy.length > 0) return new Set();
    return new Set(taking.filter((id) => !muted.has(id)).map((id) => `${labels.instance} ${id}`));
  };
}

async function post(url: string, alerts: readonly Alert[]): Promise<void> {
  const body = JSON.stringify(alerts.map(({ labels }) => ({ labels })));
  const headers = { "content-type": "application/json" };
  const { ok } = await fetch(`${url}/api/v2/alerts`, { method: "POST", headers, body });
  expect(ok).toBe(true);
}

const aMinute = 60_000;

it.each([1, 2, 3, 5])("organization %i", { timeout: 90_000 }, async (seed) => {
  const organization = await makeOrganization(app, seed, 150);
  // It drops labels that are empty; and what comes back is known by its instance.
  const alerts = organization.alerts.filter(
    ({ labels }) => labels.instance !== undefined && Object.values(labels).every((value) => value !== ""),
  );
  const given = { ...organization, alerts };
  const engine = await startAlertmanager(await fileOf(given));
  try {
    const begun = Date.now();
    for (const tick of [sourcesAt, othersAt]) {
      const wave = alerts.filter(({ startedAt }) => startedAt === tick);
      await post(engine.url, wave);
      const instances = new Set(wave.map(({ labels }) => labels.instance));
      await until(async () => {
        const found: Alert[] = await getJson(`${engine.url}/api/v2/alerts`);
        return found.filter(({ labels }) => instances.has(labels.instance ?? "")).length === wave.length;
      }, 60_000);
    }
    const [early, late] = [begun - aMinute, begun + 3 * aMinute].map((at) => decidedAt(given, new Date(at)));
    // What a mute's edge is near is not compared.
    const compared = alerts.filter(
      (alert) => [...(early?.(alert) ?? [])].join() === [...(late?.(alert) ?? [])].join(),
    );
    const wanted = new Set(compared.flatMap((alert) => [...(early?.(alert) ?? [])]));
    const own = new Set(compared.map(({ labels }) => labels.instance));
    const compare = () => [...received].filter((line) => own.has(line.slice(0, line.indexOf(" "))));
    await until(async () => compare().length >= wanted.size, 60_000).catch(() => undefined);
    expect(compare().sort()).toEqual([...wanted].sort());
    expect(wanted.size).toBeGreaterThan(10);
  } finally {
    await engine.stop();
  }
});

it("some of it was kept back by rhythms", () => {
  expect(heldBack).toBeGreaterThan(0);
});
