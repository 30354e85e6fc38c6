/** Sending traces, in this process: in both forms, to a collector that answers, refuses or is silent. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { traceChecks } from "../../src/cli/doctor/local-checks.ts";
import { traced } from "../../src/engine/ports/tracing.ts";
import { wantedTraces } from "../../src/tracing/index.ts";
import type { Traces } from "../../src/tracing/start.ts";
import { type Collector, startCollector } from "../support/traces.ts";
import { until } from "../support/until.ts";

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
beforeEach(() => {
  Object.assign(collector, { answers: true, silences: 0, status: 200 });
  collector.spans.length = 0;
  collector.headers.length = 0;
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => collector.close());

/** @param closeMs so long that a busy machine sends everything at a close */
async function start(more: Readonly<Record<string, string>> = {}, closeMs: number | undefined = 60_000) {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...more };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const said: string[] = [];
  const say = (details: object, message: string) => void said.push(`${message} ${JSON.stringify(details)}`);
  const options = { databaseUrl: undefined, version: "1.2.3", log: { info: say, warn: say }, closeMs };
  const traces = await wantedTraces(env, options);
  return { started: traces !== undefined, said, ...(traces as Traces) };
}

/** How long a silent collector is waited for. */
const forever = { OTEL_EXPORTER_OTLP_TIMEOUT: "600000", OTEL_BSP_EXPORT_TIMEOUT: "600000" };

const busy = (name: string) =>
  traced({ of: "task", name }, () =>
    traced({ of: "delivery", id: "dlv_1", channel: "mail", attempt: 1 }, async () => {}),
  );

it.each(["http/json", "http/protobuf"])("sends %s, with the right parents", async (protocol) => {
  const { close } = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_SERVICE_NAME: "config" });
  await busy("a task");
  await close();
  const [delivery, task] = collector.spans;
  expect(collector.spans).toHaveLength(2);
  expect(delivery).toMatchObject({ name: "deliver mail", kind: "consumer", parent: task?.id });
  expect(task).toMatchObject({ name: "a task", parent: "", attributes: { "orgconfig.task": "a task" } });
  expect(collector.resources.at(-1)).toMatchObject({ "service.name": "config", "service.version": "1.2.3" });
  const form = { "http/json": "application/json", "http/protobuf": "application/x-protobuf" }[protocol];
  expect(collector.headers.at(-1)?.["content-type"]).toBe(form);
});

it.each([
  ["always_off", "", 0],
  ["traceidratio", "0", 0],
  ["always_on", "", 2],
])("follows the sampler %s %s", async (sampler, ratio, count) => {
  const { close } = await start({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
  await busy("a task");
  await close();
  expect(collector.spans).toHaveLength(count);
});

it("has room for so many spans and no more while the collector is silent", async () => {
  const env = {
    OTEL_BSP_SCHEDULE_DELAY: "1",
    OTEL_BSP_MAX_QUEUE_SIZE: "40",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "10",
  };
  const { flush, close } = await start({ ...env, ...forever }, 500);
  collector.answers = false;
  await busy("the first");
  await until(() => collector.silences === 1);
  for (let done = 0; done < 200; done += 1) await busy("another");
  collector.answers = true;
  flush();
  await until(() => collector.spans.length >= 40);
  await close();
  expect(collector.spans).toHaveLength(40);
});

it("ends in time although the collector is silent", async () => {
  const { close } = await start(forever, 500);
  collector.answers = false;
  await busy("a task");
  await close();
  expect(collector.spans).toEqual([]);
});

it("sends none where a variable cannot be followed, and says which", async () => {
  const { started, said } = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" });
  await busy("a task");
  expect(started).toBe(false);
  expect(said).toEqual([
    expect.stringContaining("no traces are sent: OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf"),
  ]);
});

it("says once that traces are lost and once that they are not any more, in words of its own", async () => {
  const { flush, close, said } = await start({
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20Z2VoZWlt",
  });
  const send = async () => {
    const { length } = collector.headers;
    await busy("a task");
    flush();
    await until(() => collector.headers.length > length);
  };
  collector.status = 400;
  await send();
  await until(() => said.length > 1);
  await send();
  collector.status = 200;
  await send();
  await until(() => said.length > 2);
  await close();
  const to = JSON.stringify({ to: collector.url });
  expect(said).toEqual([
    `traces are sent ${JSON.stringify({ to: collector.url, protocol: "http/protobuf" })}`,
    `traces are not taken, and are lost meanwhile: it answered HTTP 400 ${to}`,
    `traces are taken again ${to}`,
  ]);
});

it("names a value that cannot be used, and quotes none that may be a credential", async () => {
  const { close, said } = await start({
    OTEL_TRACES_SAMPLER: "sometimes",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=geheim%0A",
  });
  await close();
  expect(said.join("\n")).toContain("OTEL_TRACES_SAMPLER");
  expect(said.join("\n")).not.toContain("geheim");
});

it("is looked at by the doctor: an empty message is sent", async () => {
  const look = async (env: Readonly<Record<string, string>>, withinMs = 60_000) => {
    vi.unstubAllEnvs();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { status, message } = await traceChecks(env as NodeJS.ProcessEnv, withinMs);
    return [status, message];
  };
  const named = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const json = { ...named, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  expect(await look({})).toEqual(["skipped", expect.stringContaining("OTEL_EXPORTER_OTLP_ENDPOINT")]);
  expect(await look(named)).toEqual(["ok", `${collector.url} takes them by http/protobuf`]);
  expect(await look(json)).toEqual(["ok", `${collector.url} takes them by http/json`]);
  expect(collector.spans).toEqual([]);
  collector.status = 401;
  const refused = `${collector.url} does not take them by http/json: it answered HTTP 401`;
  expect(await look(json)).toEqual(["warning", refused]);
  const away = await look({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }, 1);
  expect(away).toEqual(["warning", expect.stringContaining("http://127.0.0.1:1 does not take them")]);
  const grpc = { ...named, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
  expect(await look(grpc)).toEqual(["warning", expect.stringContaining("OTEL_EXPORTER_OTLP_PROTOCOL")]);
});
