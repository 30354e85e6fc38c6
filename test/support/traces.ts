/** Who reads traces, in tests: spans of this process, and a collector for those of another. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Attributes, SpanStatusCode } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import protobuf from "protobufjs";
import { setTracer } from "../../src/engine/ports/tracing.ts";
import { databaseAttributes } from "../../src/tracing/forms.ts";
import { SpanTracer } from "../../src/tracing/tracer.ts";

/** A span as a reader sees it. */
export interface SeenSpan {
  readonly traceId: string;
  readonly id: string;
  /** Empty where it has none. */
  readonly parent: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

const kinds = ["internal", "server", "client", "producer", "consumer"];

export interface Recording {
  /** What has ended, in that order. */
  spans(): SeenSpan[];
  forget(): void;
  end(): void;
}

/** Traces what this process does from now on. To be called before what is to be traced is made. */
export function recordSpans({ propagates = true } = {}): Recording {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  setTracer(
    new SpanTracer({
      source: provider.getTracer("test"),
      database: databaseAttributes(undefined),
      propagates,
    }),
  );
  return {
    spans: () => exporter.getFinishedSpans().map(seen),
    forget: () => exporter.reset(),
    end: () => setTracer(undefined),
  };
}

function seen(span: ReadableSpan): SeenSpan {
  const { traceId, spanId: id } = span.spanContext();
  return {
    traceId,
    id,
    parent: span.parentSpanContext?.spanId ?? "",
    name: span.name,
    kind: kinds[span.kind] ?? "",
    attributes: Object.fromEntries(
      Object.entries(span.attributes as Attributes).filter(([, value]) => value !== undefined),
    ),
    isError: span.status.code === SpanStatusCode.ERROR,
  };
}

/** The names from the outermost span to this one, with the kind of each. */
export function wayTo(spans: readonly SeenSpan[], span: SeenSpan | undefined): string[] {
  if (span === undefined) return [];
  const around = spans.find(({ id }) => id === span.parent);
  return [...wayTo(spans, around), `${span.kind} ${span.name}`];
}

export interface Collector {
  readonly url: string;
  readonly spans: SeenSpan[];
  /** What every message said of where it is from. */
  readonly resources: Readonly<Record<string, unknown>>[];
  /** Of every message. */
  readonly headers: Readonly<Record<string, unknown>>[];
  /** Whether it answers; while it does not, it takes connections and messages, and is silent. */
  answers: boolean;
  /** How many messages it left without an answer. */
  readonly silences: number;
  /** What it answers. */
  status: number;
  close(): void;
}

/** A collector of OTLP over HTTP, which reads both of its forms. */
export async function startCollector(): Promise<Collector> {
  const collector = {
    spans: [] as SeenSpan[],
    resources: [] as Readonly<Record<string, unknown>>[],
    headers: [] as Readonly<Record<string, unknown>>[],
    answers: true,
    silences: 0,
    status: 200,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (!collector.answers) {
        collector.silences += 1;
        return;
      }
      collector.headers.push(request.headers);
      const { "content-type": type } = request.headers;
      const status = request.method === "POST" && request.url === "/v1/traces" ? collector.status : 404;
      if (status !== 200) {
        response.writeHead(status).end("geheim");
        return;
      }
      for (const { resource, scopeSpans = [] } of read(type, Buffer.concat(chunks)).resourceSpans ?? []) {
        collector.resources.push(valuesOf(resource.attributes));
        collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans).map(received));
      }
      response.writeHead(200, { "content-type": String(type) }).end(type === "application/json" ? "{}" : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

interface Message {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans?: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Of OTLP's JSON, which has ids as hexadecimal digits. */
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes?: readonly KeyValue[];
  readonly status?: { readonly code?: number };
}

/** What is read of OTLP 1.5 (opentelemetry/proto/trace/v1/trace.proto). */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; Status status = 15;
  }
  message Status { int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);

function read(type: string | undefined, body: Buffer): Message {
  if (type === "application/json") return JSON.parse(body.toString("utf8")) as Message;
  if (type !== "application/x-protobuf") throw new Error(`${type} is no form of OTLP`);
  const request = root.lookupType("Request");
  const bytesAsBase64 = { bytes: String, longs: Number, arrays: true };
  const message = request.toObject(request.decode(body), bytesAsBase64) as Message;
  const hex = (bytes: string | undefined) => Buffer.from(bytes ?? "", "base64").toString("hex");
  const asJson = (span: OtlpSpan): OtlpSpan => ({
    ...span,
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: hex(span.parentSpanId),
  });
  const resourceSpans = (message.resourceSpans ?? []).map((one) => ({
    ...one,
    scopeSpans: (one.scopeSpans ?? []).map(({ spans }) => ({ spans: spans.map(asJson) })),
  }));
  return { resourceSpans };
}

/** OTLP numbers kinds from 1, and 2 is a status of an error. */
function received(span: OtlpSpan): SeenSpan {
  const { traceId, spanId: id, parentSpanId: parent = "", name, kind, attributes = [], status } = span;
  const isError = status?.code === 2;
  return {
    traceId,
    id,
    parent,
    name,
    kind: kinds[kind - 1] ?? "",
    attributes: valuesOf(attributes),
    isError,
  };
}

function valuesOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
