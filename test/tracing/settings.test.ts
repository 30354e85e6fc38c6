/** Whether traces are sent is said by variables that other programs have as well, in all the ways that these know. */
import { expect, it } from "vitest";
import { readTraceSettings } from "../../src/tracing/settings.ts";

const endpoint = "http://127.0.0.1:4318";
const on = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };

it("sends none where no place is named, or they are turned off", () => {
  const off = [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
    { OTEL_SERVICE_NAME: "x", OTEL_TRACES_SAMPLER: "always_on" },
    { ...on, OTEL_SDK_DISABLED: "true" },
    { ...on, OTEL_SDK_DISABLED: "TRUE" },
    { ...on, OTEL_TRACES_EXPORTER: "none" },
    { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint },
  ];
  expect(off.map(readTraceSettings)).toEqual(off.map(() => ({})));
});

it("sends them by protobuf, or by JSON where that is said", () => {
  const settings = { protocol: "http/protobuf", shown: endpoint, propagates: true };
  expect(readTraceSettings(on)).toEqual({ settings });
  expect(readTraceSettings({ ...on, OTEL_SDK_DISABLED: "false", OTEL_TRACES_EXPORTER: "otlp" })).toEqual({
    settings,
  });
  const json = { settings: { ...settings, protocol: "http/json" } };
  expect(readTraceSettings({ ...on, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" })).toEqual(json);
  const both = { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json" };
  expect(readTraceSettings({ ...on, ...both })).toEqual(json);
});

it("shows of the address neither a password nor a path", () => {
  const secret = "https://ada:geheim@traces.example.com/tenant-geheim/v1/traces?token=geheim";
  const read = readTraceSettings({ ...on, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: secret });
  expect(read.settings?.shown).toBe("https://traces.example.com");
});

it("goes on with nobody's trace where that is said", () => {
  const propagates = (propagators: string) =>
    readTraceSettings({ ...on, OTEL_PROPAGATORS: propagators }).settings?.propagates;
  expect(["tracecontext,baggage", "baggage, tracecontext", "b3", "none"].map(propagates)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("names the variable that cannot be followed, and never a password", () => {
  const bad = [
    { ...on, OTEL_TRACES_EXPORTER: "zipkin" },
    { ...on, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "127.0.0.1:4318" },
    { ...on, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "ada:geheim@collector:4318" },
  ];
  expect(bad.map((env) => readTraceSettings(env).problem)).toEqual([
    'OTEL_TRACES_EXPORTER must be otlp or none, not "zipkin"',
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, not "grpc": name a port that takes it, often 4318, in OTEL_EXPORTER_OTLP_ENDPOINT',
    "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL, such as http://127.0.0.1:4318",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https URL, such as http://127.0.0.1:4318",
  ]);
});
