/** Starts sending traces. Loaded only where the operator names a place for them: so are OpenTelemetry's packages. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { DiagLogLevel, diag } from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, setGlobalErrorHandler } from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import {
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from "@opentelemetry/semantic-conventions";
import type { Log } from "../engine/ports/log.ts";
import { setTracer } from "../engine/ports/tracing.ts";
import { databaseAttributes } from "./forms.ts";
import { BusyTasks } from "./idle-tasks.ts";
import type { TraceSettings } from "./settings.ts";
import { SpanTracer } from "./tracer.ts";

/** How long a stop waits for what was not sent yet. */
const patienceMs = 500;
const longestWarning = 300;

export interface Traces {
  /** Sends what there is now, and waits for nothing. */
  flush(): void;
  /** Sends the rest, and ends after `closeMs` at the latest. */
  close(): Promise<void>;
}

export interface TracesOptions {
  readonly settings: TraceSettings;
  readonly databaseUrl: string | undefined;
  readonly version: string;
  readonly log: Pick<Log, "info" | "warn">;
  /** How long `close` waits for what was not sent yet; half a second where it is left out. */
  readonly closeMs?: number;
}

/** Sets the process's tracer. What OpenTelemetry's packages read of the environment, they read of the process's own. */
export async function startTraces(options: TracesOptions): Promise<Traces> {
  const { settings, databaseUrl, version, log, closeMs = patienceMs } = options;
  speakThrough(log);
  const exporter = reported(await exporterOf(settings), settings, log);
  const provider = new BasicTracerProvider({
    resource: resourceOf(version),
    spanProcessors: [new BusyTasks(new BatchSpanProcessor(exporter))],
  });
  const source = provider.getTracer("orgconfig", version);
  setTracer(
    new SpanTracer({ source, database: databaseAttributes(databaseUrl), propagates: settings.propagates }),
  );
  return {
    flush: () => void provider.forceFlush().catch(() => {}),
    async close() {
      setTracer(undefined);
      await Promise.race([provider.shutdown().catch(() => {}), pause(closeMs, undefined, { ref: false })]);
    },
  };
}

/** Whether the place takes traces: it is sent none. @returns why it does not; undefined where it does */
export async function tryTraces(settings: TraceSettings, timeoutMillis: number): Promise<string | undefined> {
  const exporter = await exporterOf(settings, { timeoutMillis });
  return new Promise((resolve) => {
    exporter.export([], (result) => resolve(isTaken(result) ? undefined : whyOf(result.error)));
  });
}

async function exporterOf(
  { protocol }: TraceSettings,
  options: { readonly timeoutMillis?: number } = {},
): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter(options);
}

/** Says once that traces are not taken, and once that they are again: an exporter that is away fails every few seconds. */
function reported(exporter: SpanExporter, { shown }: TraceSettings, log: TracesOptions["log"]): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = !isTaken(result);
        if (failed && !failing)
          log.warn({ to: shown }, `traces are not taken, and are lost meanwhile: ${whyOf(result.error)}`);
        if (!failed && failing) log.info({ to: shown }, "traces are taken again");
        failing = failed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

function isTaken({ code: outcome }: ExportResult): boolean {
  return outcome === ExportResultCode.SUCCESS;
}

/** In few words; what a server answered is left out. */
function whyOf(error: Error | undefined): string {
  const { code, message = "no reason was given" } = (error ?? {}) as { code?: unknown; message?: string };
  return typeof code === "number" ? `it answered HTTP ${code}` : (message.split("\n")[0] as string);
}

/** What the packages say of values that they cannot use, and of spans that found no room. Failures are `reported`. */
function speakThrough(log: TracesOptions["log"]): void {
  setGlobalErrorHandler(() => {});
  const warn = (...said: readonly unknown[]) => {
    const words = said.filter((one) => typeof one === "string").join(" ");
    // The package quotes the value, which is a credential more often than not.
    const isOfHeader = /\bHeader "/.test(words);
    const known = isOfHeader ? "OTEL_EXPORTER_OTLP_HEADERS has a value that no header can have" : words;
    log.warn({}, `traces: ${known.slice(0, longestWarning)}`);
  };
  const nothing = () => {};
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say comes before ours. */
function resourceOf(version: string) {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: "orgconfig",
        [ATTR_SERVICE_VERSION]: version,
        [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
        "host.name": hostname(),
        "process.pid": process.pid,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
}
