/** Generated configurations of Alertmanager, 300 of them or in a brief run 60, each asked about 50 alerts: by Alertmanager itself, by our reading of it, and by the rows. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { afterOf } from "../../src/features/changes/migrations/after.ts";
import { alertmanager } from "../../src/features/changes/migrations/alertmanager/index.ts";
import { hoursOf } from "../../src/features/changes/migrations/alertmanager/interval-hours.ts";
import { intervalOf } from "../../src/features/changes/migrations/alertmanager/intervals.ts";
import { keyOf } from "../../src/features/changes/migrations/label-sets.ts";
import type { Migration } from "../../src/features/changes/migrations/mapping.ts";
import { prove } from "../../src/features/changes/migrations/prove.ts";
import type { Before } from "../../src/features/changes/migrations/sides.ts";
import type { Json } from "../../src/kernel/field.ts";
import { timeIntervals } from "../../src/renderers/alertmanager/timed-mutes.ts";
import { getJson, programPath, type RunningEngine, startAlertmanager } from "../support/engines.ts";
import { fc, runs } from "../support/property.ts";
import { isWhole } from "../support/turns.ts";
import { until } from "../support/until.ts";
import {
  type Generated,
  type GeneratedRoute,
  generatedConfig,
  generatedIntervals,
  generatedLabels,
  type Labels,
} from "./generated.ts";

const count = isWhole() ? 300 : 60;
const configurations = fc.sample(generatedConfig, runs(count, count));
const alertsOfOne = 50;

interface Case {
  readonly generated: Generated;
  readonly text: string;
  readonly migration: Migration & { readonly before: Before };
  readonly alerts: readonly Labels[];
}

const cases = configurations.map((generated, index): Case => {
  const text = JSON.stringify(generated);
  const { before, ...migration } = alertmanager.read([{ name: "alertmanager.yml", text }], {});
  const drawn = fc.sample(generatedLabels, { numRuns: alertsOfOne * 2, seed: index });
  const alerts = [...new Map(drawn.map((labels) => [keyOf(labels), labels])).values()];
  return {
    generated,
    text,
    migration: { ...migration, before: before as Before },
    alerts: alerts.slice(0, alertsOfOne),
  };
});

/** All of them in one: a label says which is meant. */
const label = "case";
function together() {
  const prefixed = (index: number, route: GeneratedRoute): object => ({
    ...route,
    ...(route.receiver === undefined ? {} : { receiver: `${index}-${route.receiver}` }),
    mute_time_intervals: [],
    active_time_intervals: [],
    routes: (route.routes ?? []).map((child) => prefixed(index, child)),
  });
  const own = (index: number) => `${label}="${index}"`;
  return {
    route: {
      receiver: "root",
      routes: cases.map(({ generated }, index) => ({
        ...prefixed(index, generated.route),
        matchers: [own(index)],
      })),
    },
    receivers: [
      { name: "root" },
      ...cases.flatMap(({ generated }, index) =>
        generated.receivers.map(({ name }) => ({ name: `${index}-${name}` })),
      ),
    ],
    inhibit_rules: cases.flatMap(({ generated }, index) =>
      generated.inhibit_rules.map(({ source_matchers, target_matchers, equal }) => ({
        source_matchers: [...source_matchers, own(index)],
        target_matchers: [...target_matchers, own(index)],
        equal,
      })),
    ),
  };
}

interface LiveAlert {
  readonly labels: Labels;
  readonly receivers: readonly { readonly name: string }[];
  readonly status: { readonly inhibitedBy: readonly string[] };
}

let engine: RunningEngine;
const live = new Map<string, LiveAlert>();
const groups = new Map<string, string[]>();

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), "orgconfig-generated-")), "alertmanager.yml");
  writeFileSync(file, JSON.stringify(together()));
  engine = await startAlertmanager(file);
  const all = cases.flatMap(({ alerts }, index) =>
    alerts.map((labels) => ({ labels: { ...labels, [label]: String(index) } })),
  );
  for (let at = 0; at < all.length; at += 500)
    await fetch(`${engine.url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(all.slice(at, at + 500)),
    });
  let held = -1;
  await until(async () => {
    const found: LiveAlert[] = await getJson(`${engine.url}/api/v2/alerts`);
    for (const alert of found) live.set(keyOf(alert.labels), alert);
    // What keeps an alert back is worked out after it is taken: it is all there when it no longer changes.
    const before = held;
    held = found.filter(({ status }) => status.inhibitedBy.length > 0).length;
    return found.length === all.length && held === before;
  }, 60_000);
  const found = await getJson(`${engine.url}/api/v2/alerts/groups`);
  for (const { labels, receiver, alerts } of found)
    for (const alert of alerts) {
      const key = keyOf(alert.labels);
      groups.set(key, [...(groups.get(key) ?? []), `${receiver.name} ${keyOf(labels)}`]);
    }
}, 120_000);
afterAll(() => engine.stop());

const liveOf = (labels: Labels, index: number): LiveAlert =>
  live.get(keyOf({ ...labels, [label]: String(index) })) ?? expect.fail("no such alert");

it("the alerts are of all sorts", () => {
  const all = [...live.values()];
  expect(all.length).toBeGreaterThan(16 * count);
  expect(all.filter(({ receivers }) => receivers.length > 1).length).toBeGreaterThan(1.6 * count);
  expect(all.filter(({ status }) => status.inhibitedBy.length > 0).length).toBeGreaterThan(1.6 * count);
  const mutes = cases.flatMap(({ migration }) =>
    migration.rows.all.filter(({ definition }) => definition.kind === "alert_mutes"),
  );
  expect(mutes.length).toBeGreaterThan(count);
});

it("Alertmanager, our reading of it, and the rows notify the same receivers of every alert", () => {
  for (const [index, { migration, alerts, text }] of cases.entries()) {
    const after = afterOf(migration.rows);
    for (const labels of alerts) {
      const names = liveOf(labels, index).receivers.map(({ name }) => name.replace(`${index}-`, ""));
      const what = () => `${JSON.stringify(labels)} in ${text}`;
      expect(migration.before.receiversOf(labels), what()).toEqual(names);
      const targets = new Set(names.flatMap((name) => migration.before.recipientsOf(name) ?? []));
      const notified = new Set(after.notifications(labels).map(({ recipient }) => recipient));
      expect([...notified].sort(), what()).toEqual([...targets].sort());
    }
  }
});

it("they group alike, but for routes whose groups are empty", () => {
  for (const [index, { migration, alerts, text }] of cases.entries()) {
    const after = afterOf(migration.rows);
    for (const labels of alerts) {
      const key = keyOf({ ...labels, [label]: String(index) });
      const theirs = new Set((groups.get(key) ?? []).map((group) => group.replace(`${index}-`, "")));
      const ours = after.notifications(labels).map(({ recipient, grouped }) => {
        const names =
          grouped === "each alert by itself"
            ? [...Object.keys(labels), label]
            : grouped.replace(/^by |^all in one group$/, "").split(", ");
        const own = Object.entries({ ...labels, [label]: String(index) }).filter(([name]) =>
          names.includes(name),
        );
        return `${recipient} ${keyOf(Object.fromEntries(own))}`;
      });
      const named = [...theirs].filter((group) => !group.startsWith("nobody "));
      expect([...new Set(ours)].sort(), `${JSON.stringify(labels)} in ${text}`).toEqual(named.sort());
    }
  }
});

it("they keep back the same alerts while all of them fire", () => {
  for (const [index, { migration, alerts, text }] of cases.entries()) {
    const after = afterOf(migration.rows);
    for (const labels of alerts) {
      const held = liveOf(labels, index).status.inhibitedBy.length > 0;
      const what = `${JSON.stringify(labels)} in ${text}`;
      expect(
        alerts.some((source) => migration.before.inhibiting(labels, source).length > 0),
        what,
      ).toBe(held);
      expect(
        alerts.some((source) => after.inhibiting(labels, source).length > 0),
        what,
      ).toBe(held);
    }
  }
});

it("every proof holds, at eight moments of a week, at the edges of rhythms and at both clock changes", () => {
  for (const { migration, alerts, text } of cases) {
    const { proof, unreached } = prove(
      migration.before,
      afterOf(migration.rows),
      alerts,
      new Date("2026-02-11T09:13:00Z"),
    );
    expect(proof.differs, text).toEqual([]);
    expect(proof.equal).toBe(proof.sets);
    expect(unreached).toEqual([]);
  }
});

it("amtool says of single alerts what Alertmanager says of all of them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-amtool-"));
  for (const [index, { migration, alerts, text }] of cases.slice(0, count / 6).entries()) {
    const file = join(folder, `${index}.yml`);
    writeFileSync(file, text);
    const [labels = {}] = alerts;
    const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    const { stdout } = await promisify(execFile)(programPath("amtool"), [
      ...["config", "routes", "test", `--config.file=${file}`],
      ...pairs,
    ]);
    expect(stdout.trim(), text).toBe(migration.before.receiversOf(labels).join(","));
  }
});

it("amtool takes the time intervals that a migration's mutes become again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-intervals-"));
  const all = fc
    .sample(generatedIntervals, runs(40, 40))
    .map((parts, index) => ({ name: `i${index}`, time_intervals: parts }));
  const config = (time_intervals: readonly object[]) =>
    JSON.stringify({ route: { receiver: "a" }, receivers: [{ name: "a" }], time_intervals });
  const check = async (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    await promisify(execFile)(programPath("amtool"), ["check-config", file]);
  };
  await check("before.yml", config(all));
  const schedules = all.map(
    ({ time_intervals }) => hoursOf((time_intervals as Json[]).map(intervalOf)).hours,
  );
  const mutes = schedules.map((schedule, index) => ({ id: `mute_${index}`, configuration: { schedule } }));
  expect(schedules.flat().length).toBeGreaterThan(40);
  await check("after.yml", config(timeIntervals(mutes as unknown as Parameters<typeof timeIntervals>[0])));
});

describe("time intervals of dates", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-dates-"));
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1));
  const month = new Date().getUTCMonth();
  const near = [month, month + 1].map((index) => months[index % 12] as string);
  const config = (url: string, intervals: Readonly<Record<string, object>>) => ({
    route: {
      receiver: "rest",
      group_wait: "0s",
      routes: [
        { receiver: "muted", mute_time_intervals: ["near"], continue: true },
        { receiver: "unmuted", mute_time_intervals: ["far"], continue: true },
        // Later than the first, which would have sent by then.
        { receiver: "last", active_time_intervals: ["near"], group_wait: "2s", continue: true },
      ].filter(({ mute_time_intervals, active_time_intervals }) =>
        [...(mute_time_intervals ?? []), ...(active_time_intervals ?? [])].every((name) => name in intervals),
      ),
    },
    time_intervals: Object.entries(intervals).map(([name, one]) => ({ name, time_intervals: [one] })),
    receivers: ["rest", "muted", "unmuted", "last"].map((name) => ({
      name,
      webhook_configs: [{ url: `${url}/${name}` }],
    })),
  });

  it("mute in Alertmanager what our reading of them mutes", async () => {
    const received = new Set<string>();
    const hook = createServer(({ url = "" }, response) => {
      received.add(url.slice(1));
      response.end();
    });
    await new Promise<void>((done) => hook.listen(0, "127.0.0.1", done));
    const text = JSON.stringify(
      config(`http://127.0.0.1:${(hook.address() as AddressInfo).port}`, {
        near: { months: near, days_of_month: ["1:15", "-16:-1"] },
        far: { months: months.filter((one) => !near.includes(one)), days_of_month: ["-31:-1"] },
      }),
    );
    const file = join(folder, "near.yml");
    writeFileSync(file, text);
    const own = await startAlertmanager(file);
    await fetch(`${own.url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ labels: { alertname: "X" } }]),
    });
    await until(async () => received.has("last"), 60_000);
    await own.stop();
    hook.close();
    const { before } = alertmanager.read([{ name: "alertmanager.yml", text }], {});
    const unmuted = before
      ?.notifications({ alertname: "X" })
      .filter(({ by }) => !before.isMuted(by, Date.now()));
    expect(unmuted?.map(({ recipient }) => recipient)).toEqual(["unmuted", "last"]);
    expect([...received].sort()).toEqual(["last", "unmuted"]);
  });

  it("are asked about in their own season: the last day of December", async () => {
    const far = { months: ["december"], days_of_month: ["-1"], location: "Europe/Berlin" };
    const text = JSON.stringify(config("https://hook.example.com", { far }));
    const file = join(folder, "december.yml");
    writeFileSync(file, text);
    await promisify(execFile)(programPath("amtool"), ["check-config", file]);
    const { before } = alertmanager.read([{ name: "alertmanager.yml", text }], {});
    const never = JSON.stringify(config("https://hook.example.com", { far: { years: ["2000"] } }));
    const { rows } = alertmanager.read([{ name: "alertmanager.yml", text: never }], {});
    const { proof } = prove(before as Before, afterOf(rows), [], new Date("2026-02-11T09:13:00Z"));
    expect(proof.differs[0]).toMatchObject({
      at: "2026-12-30T23:00:00.000Z",
      before: [],
      after: ["unmuted"],
    });
  });
});
