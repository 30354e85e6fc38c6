/** What is lost though Prometheus answers is said of the engine and at its rows by the same thing: rules, and probes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFigures, createUnevaluated, createUnprobed } from "../../src/agent/engines/figures.ts";
import { createEngineHttp } from "../../src/agent/engines/http.ts";
import { noData } from "../../src/kernel/no-data.ts";
import { checkIdLabel, checkRecords, checkStatuses } from "../../src/renderers/prometheus/checks.ts";
import { connectorLabel, idLabel, records } from "../../src/renderers/prometheus/slo-records.ts";
import { createFetchTransport } from "../../src/transports/fetch.ts";
import { makeSlo } from "../features/slo.ts";
import { startPrometheus } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { renderOf } from "./renders.ts";
import { freshFolder, makeAgent, makePlace } from "./set-up.ts";

let test: TestService;
let service: string;
beforeAll(async () => {
  test = await startService();
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => test.close());

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;

const objective = (connector: string, slo: string, seconds: number) =>
  `${records.objective}{${connectorLabel}="${connector}",${idLabel}="${slo}"} 0.99 ${secondsAgo(seconds)}`;

it("is lost once its newest records are old, and its rows say so; and is back with the next evaluation", async () => {
  const place = await makePlace(test, "prometheus", { metadata: { evaluation_interval: "10s" } });
  const slo = await makeSlo(place.tenant, "checkout", "availability", { window_days: 7 });
  const { files } = (await place.tenant.api("GET", `render/${place.connectorId}`)).body;
  const read = freshFolder();
  mkdirSync(read, { recursive: true });
  const write = (interval: string) => {
    for (const { name, content } of files)
      writeFileSync(join(read, name), content.replaceAll(/interval: .*/g, `interval: ${interval}`));
  };
  // It has evaluated them, and does so no more.
  write("10h");
  const measured = [objective(place.connectorId, slo, 120)];
  const prometheus = await startPrometheus({ rules: [read], measured });
  try {
    const { agent } = await makeAgent(place, { service, engine: prometheus.url, directory: freshFolder() });
    const lost = await agent.round();
    expect(lost).toMatchObject({ ok: true, degraded: true, lost: "engine" });
    expect(lost.message).toMatch(
      /^The engine answers, and has no new figures of its rules, which are due every 10 seconds/,
    );
    const row = async () => (await place.tenant.config("GET", `slos/${slo}`)).body;
    expect(await row()).toMatchObject({ status: "no_data", status_reason: noData.notEvaluated });
    write("1s");
    await fetch(`${prometheus.url}/-/reload`, { method: "POST" });
    await until(async () => (await agent.round()).lost === null);
    expect((await row()).status_reason).toBe(noData.noSeries);
  } finally {
    await prometheus.stop();
  }
});

it("has an evaluation and a half for rules that have just come, and by the engine's clock for others", async () => {
  const prometheus = await startPrometheus({
    rules: [],
    measured: [objective("conn_old", "slo_1", 100), objective("conn_new", "slo_1", 80)],
  });
  let passed = 0;
  const http = createEngineHttp(createFetchTransport(), { url: prometheus.url });
  const askedBy = (id: string, file = "") => {
    const render = { ...renderOf({ [`${file}.rules.yml`]: "" }, { id }) };
    return { ...render, evaluated: [{ resource: "slos", ids: ["slo_1"], every_seconds: 60 }] };
  };
  const ask = createUnevaluated(http, () => passed);
  expect(await ask(askedBy("conn_old"))).toContain("due every 60 seconds");
  expect(await ask(askedBy("conn_new"))).toBeUndefined();
  expect(await ask(askedBy("conn_none"))).toBeUndefined();
  passed = 90_000;
  expect(await ask(askedBy("conn_none"))).toBeUndefined();
  passed = 90_001;
  expect(await ask(askedBy("conn_none"))).toContain("due every 60 seconds");
  // Others have come.
  expect(await ask(askedBy("conn_none", "more"))).toBeUndefined();
  expect(await ask(renderOf({}, { id: "conn_none" }))).toBeUndefined();
  await prometheus.stop();
  // Whose figures cannot be read for as long has none either.
  expect(await ask(askedBy("conn_new"))).toBeUndefined();
  passed += 90_001;
  expect(await ask(askedBy("conn_new"))).toMatch(
    /^The engine answers, and none of its figures can be read: /,
  );
});

it.each([
  ["its exporter stands still, and no other probe comes in", false, "unknown", noData.unreachableExporter],
  ["others are probed", true, "up", undefined],
])("a check that is not probed is unknown from when that is lost: %s", async (_, others, status, reason) => {
  const sample = (name: string, id: string, value: number, seconds: number) =>
    `${name}{${checkIdLabel}="${id}"} ${value} ${secondsAgo(seconds)}`;
  const prometheus = await startPrometheus({
    rules: [],
    measured: [
      sample(checkRecords.status, "chk_1", checkStatuses.up, 2),
      sample(checkRecords.time, "chk_1", secondsAgo(50), 45),
      sample("up", "chk_1", 1, 50),
      sample("up", "chk_1", 0, 2),
      ...(others ? [sample("up", "chk_2", 1, 2)] : []),
    ],
  });
  const http = createEngineHttp(createFetchTransport(), { url: prometheus.url });
  const evaluated = [{ resource: "synthetic_checks", ids: ["chk_1"], every_seconds: 15 }];
  const render = { ...renderOf({}), evaluated };
  try {
    const lost = (await createUnprobed(http)(render)) === undefined ? null : "probes";
    expect(lost === null).toBe(others);
    const [report] = await createFigures(http)(render, () => new Date(), lost);
    expect(report?.state).toMatchObject({ status });
    expect(report?.state.status_reason).toBe(reason);
  } finally {
    await prometheus.stop();
  }
});

it("that nothing is probed is over when rules record a probe: not with a scrape, nor with a restart that forgets what was probed", async () => {
  const sample = (value: number, seconds: number) =>
    `up{${checkIdLabel}="chk_1"} ${value} ${secondsAgo(seconds)}`;
  const recorded = (seconds: number) =>
    `${checkRecords.time}{${checkIdLabel}="chk_1"} ${secondsAgo(seconds)} ${secondsAgo(2)}`;
  const evaluated = [{ resource: "synthetic_checks", ids: ["chk_1"], every_seconds: 15 }];
  const render = { ...renderOf({}), evaluated };
  let port: number | undefined;
  let ask: ReturnType<typeof createUnprobed> | undefined;
  const said: boolean[] = [];
  for (const measured of [
    [sample(0, 2), recorded(200)],
    [],
    [sample(1, 2)],
    [sample(1, 2), recorded(200)],
    [sample(1, 2), recorded(4)],
    [],
  ]) {
    const prometheus = await startPrometheus({ rules: [], measured, ...(port !== undefined && { port }) });
    port = Number(new URL(prometheus.url).port);
    ask ??= createUnprobed(createEngineHttp(createFetchTransport(), { url: prometheus.url }));
    said.push((await ask(render)) !== undefined);
    await prometheus.stop();
  }
  expect(said).toEqual([true, true, true, true, false, false]);
});

it.each([
  ["rules recorded none since", 30, true],
  ["rules recorded one since", 4, false],
])(
  "an agent that starts when probes come in again takes what it missed from the engine: %s",
  async (_, recorded, isLost) => {
    const measured = [
      ...[90, 75, 60, 45, 30, 15].map(
        (ago) => `orgconfig:probes_lost{${connectorLabel}="conn_1"} 1 ${secondsAgo(ago)}`,
      ),
      `up{${checkIdLabel}="chk_1"} 1 ${secondsAgo(5)}`,
      `${checkRecords.time}{${checkIdLabel}="chk_1"} ${secondsAgo(recorded)} ${secondsAgo(2)}`,
    ];
    const prometheus = await startPrometheus({ rules: [], measured });
    const evaluated = [{ resource: "synthetic_checks", ids: ["chk_1"], every_seconds: 15 }];
    const ask = createUnprobed(createEngineHttp(createFetchTransport(), { url: prometheus.url }));
    try {
      expect((await ask({ ...renderOf({}, { id: "conn_1" }), evaluated })) !== undefined).toBe(isLost);
    } finally {
      await prometheus.stop();
    }
  },
);

it.each([
  [
    "no target",
    false,
    expect.stringContaining("has no target for checks and certificates any more: give it"),
  ],
  ["one that works", true, undefined],
])("of checks that were evaluated and have %s now it says that", async (_, scraped, reason) => {
  const measured = [
    `${checkRecords.status}{${checkIdLabel}="chk_1"} 0 ${secondsAgo(360)}`,
    ...(scraped ? [`up{${checkIdLabel}="chk_1"} 1 ${secondsAgo(60)}`] : []),
  ];
  const prometheus = await startPrometheus({ rules: [], measured });
  const evaluated = [{ resource: "synthetic_checks", ids: ["chk_1"], every_seconds: 15 }];
  const http = createEngineHttp(createFetchTransport(), { url: prometheus.url });
  expect(await createUnprobed(http)({ ...renderOf({}), evaluated })).toEqual(reason);
  await prometheus.stop();
});
