/**
 * Spans of what is done, for those who read traces (docs/monitoring.md, "Traces"). Without a tracer the work is done and
 * nothing else: no package of OpenTelemetry is loaded where the operator names no place to send traces to.
 */
import type { Door } from "../../kernel/access.ts";

/** What a span is of. None of it is a secret, a value of a row, or the address of a person. */
export type Traced =
  /** Work in the background. It belongs to no request: its trace is its own. */
  | { readonly of: "task"; readonly name: string; readonly organizationId?: string }
  | {
      readonly of: "operation";
      readonly name: string;
      readonly door: Door;
      readonly organizationId: string | undefined;
    }
  /** A message of MCP; a tool only where there is one of that name. */
  | { readonly of: "message"; readonly method: string; readonly tool: string | undefined }
  | { readonly of: "statement"; readonly name: string }
  /** Several statements together, with the wait for their connection. */
  | { readonly of: "transaction" }
  | { readonly of: "delivery"; readonly id: string; readonly channel: string; readonly attempt: number }
  | Connected;

/** Something that another system is sent by another protocol than HTTP. */
interface Connected {
  readonly of: "connection";
  readonly protocol: "smtp" | "syslog";
  /** What is done, in a word. */
  readonly step: "connect" | "send";
  readonly host: string;
  readonly port: number;
}

/** An HTTP request to another system. Its path may be a secret, and is no part of it. */
export interface TracedCall {
  readonly method: string;
  readonly host: string;
  readonly port: number;
  readonly organizationId: string | undefined;
  /** What it is for. */
  readonly use: string;
}

export interface CallSpan {
  /** Headers by which the other side's trace goes on from this one; none where it is not to. */
  readonly headers: Readonly<Record<string, string>>;
  answered(status: number): void;
}

/** What is known of a request once it is answered. */
export interface TracedAnswer {
  /** The pattern of its path. */
  readonly route: string | undefined;
  readonly status: number;
  readonly requestId: string;
  readonly organizationId: string | undefined;
  /** The client went away before it had the whole answer. */
  readonly gone: boolean;
}

/** A request at a door, from its head to the end of its answer. */
export interface RequestSpan {
  /** 32 hexadecimal digits (W3C Trace Context). */
  readonly traceId: string;
  /** Does what follows for this request. */
  run(next: () => void): void;
  end(answer: TracedAnswer): void;
}

export interface Tracer {
  /** Begins the span of a request, which goes on with the trace that its headers name. */
  request(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): RequestSpan;
  /** Does the work within a span: ends as the work ends. Only a task has one without a span around it. */
  within<T>(what: Traced, work: () => Promise<T>): Promise<T>;
  call<T>(what: TracedCall, work: (span: CallSpan) => Promise<T>): Promise<T>;
}

let tracer: Tracer | undefined;

/** Sets the process's one tracer, before what is to be traced is made; undefined takes it away. */
export function setTracer(one: Tracer | undefined): void {
  tracer = one;
}

export function currentTracer(): Tracer | undefined {
  return tracer;
}

/** Does the work within a span, where there is a tracer. */
export function traced<T>(what: Traced, work: () => Promise<T>): Promise<T> {
  return tracer === undefined ? work() : tracer.within(what, work);
}

const noSpan: CallSpan = { headers: {}, answered() {} };

/** The same for an HTTP request to another system. */
export function tracedCall<T>(what: TracedCall, work: (span: CallSpan) => Promise<T>): Promise<T> {
  return tracer === undefined ? work(noSpan) : tracer.call(what, work);
}
