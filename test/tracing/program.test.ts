/** The program as it is run, with a collector and without one. */
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { compiledProgram } from "../support/compiled.ts";
import { type Program, startProgram } from "../support/program.ts";
import { type Collector, startCollector, wayTo } from "../support/traces.ts";
import { until } from "../support/until.ts";

const noting = fileURLToPath(new URL("fixtures/loaded-modules.mjs", import.meta.url));
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const caller = "00f067aa0ba902b7";
const route = "POST /api/v1/data_sources/{id}/test";

let collector: Collector;
let program: Program | undefined;
beforeAll(async () => {
  collector = await startCollector();
});
afterEach(() => {
  program?.child.kill("SIGKILL");
});
afterAll(() => collector.close());

/** Starts the program, whose modules are noted when it ends. */
async function start(env: Readonly<Record<string, string>>) {
  const file = join(mkdtempSync(join(tmpdir(), "orgconfig-traces-")), "loaded");
  const noted = { NODE_OPTIONS: `--import ${noting}`, LOADED_MODULES: file };
  const common = { ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", ORGCONFIG_RATE_LIMIT: "off" };
  const started = await startProgram({ ...common, ...noted, ...env }, undefined, compiledProgram());
  program = started;
  const authorization = `Bearer ${started.firstKey()}`;
  return {
    ...started,
    send: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(`${started.url}/api/v1/${path}`, {
        method,
        headers: { authorization, "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    /** The packages of OpenTelemetry that it loaded; once it has ended. */
    loaded: () =>
      new Set(readFileSync(file, "utf8").match(/(?<=node_modules\/)@opentelemetry\/[\w-]+/g)) as Set<string>,
  };
}

it("loads nothing for traces where none are wanted", async () => {
  const { send, stop, loaded, output } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
  expect((await send("GET", "config/teams")).status).toBe(200);
  expect(await stop()).toBe(0);
  // prom-client loads it, for itself: an interface, with nothing behind it.
  expect([...loaded()]).toEqual(["@opentelemetry/api"]);
  expect(output()).not.toMatch(/"trace_id"|traces/);
});

it("sends a request's spans by protobuf, and asks others with its trace", async () => {
  const asked: IncomingHttpHeaders[] = [];
  const other = createServer((request, response) => {
    asked.push(request.headers);
    response.end("{}");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const { send, stop, loaded, output } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20Z2VoZWlt",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging",
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  const made = await send("POST", "config/data_sources", { name: "P", type: "prometheus", url });
  const { id } = (await made.json()) as { id: string };
  const traceparent = (flags: string) => ({ traceparent: `00-${traceId}-${caller}-${flags}` });
  await send("POST", `data_sources/${id}/test`, {}, traceparent("01"));
  const unsampled = traceId.replace("4", "5");
  await send("GET", "config/teams", undefined, { traceparent: `00-${unsampled}-${caller}-00` });
  const ended = () => collector.spans.map(({ name }) => name);
  await until(() => ended().includes("sealing of audit records") && ended().includes(route));
  expect(await stop()).toBe(0);
  other.close();

  expect(loaded()).toContain("@opentelemetry/sdk-trace-base");
  const spans = collector.spans.filter((span) => span.traceId === traceId);
  const door = `server ${route}`;
  const operation = "internal test_data_source";
  const call = spans.find(({ kind, name }) => kind === "client" && name === "GET");
  expect(spans.find(({ kind }) => kind === "server")?.parent).toBe(caller);
  expect(wayTo(spans, call)).toEqual([door, operation, "client GET"]);
  const statement = spans.find(({ attributes }) => attributes["db.query.summary"] === "database/find-row");
  expect(wayTo(spans, statement)).toEqual([door, operation, "client database/find-row"]);
  expect(asked[0]?.traceparent).toBe(`00-${traceId}-${call?.id}-01`);
  expect(collector.spans.filter((span) => span.traceId === unsampled)).toEqual([]);
  expect(collector.resources[0]).toMatchObject({
    "service.name": "orgconfig",
    "service.version": expect.stringMatching(/^\d/),
    "service.instance.id": expect.any(String),
    "deployment.environment.name": "staging",
  });
  expect(collector.headers[0]).toMatchObject({
    "content-type": "application/x-protobuf",
    authorization: "Basic Z2VoZWlt",
  });
  expect(output()).not.toContain("Z2VoZWlt");
});
