/** Makes spans by OpenTelemetry's packages. Which span is around which follows the calls (AsyncLocalStorage). */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT as noContext,
  type Span,
  type Tracer as SpanSource,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  ATTR_DB_RESPONSE_STATUS_CODE,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from "@opentelemetry/semantic-conventions";
import type {
  CallSpan,
  RequestSpan,
  Traced,
  TracedAnswer,
  TracedCall,
  Tracer,
} from "../engine/ports/tracing.ts";
import { Refusal } from "../kernel/problem.ts";
import { callForm, formOf, own, requestForm, type SpanForm } from "./forms.ts";

export interface TracerOptions {
  readonly source: SpanSource;
  /** Of every statement. */
  readonly database: Attributes;
  /** Whether traces go on from those of callers, and in those who are called. */
  readonly propagates: boolean;
}

/** A span that is under way, and what spans within it begin from. */
class Running {
  readonly span: Span;
  readonly context: Context;
  /** What goes on after it, such as a loop that it began, is no part of it. */
  ended = false;

  constructor(span: Span, around: Context) {
    this.span = span;
    this.context = trace.setSpan(around, span);
  }

  end(): void {
    this.ended = true;
    this.span.end();
  }
}

const propagator = new W3CTraceContextPropagator();

export class SpanTracer implements Tracer {
  readonly #options: TracerOptions;
  readonly #running = new AsyncLocalStorage<Running>();

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  request(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): RequestSpan {
    const { propagates } = this.#options;
    const around = propagates ? propagator.extract(noContext, headers, defaultTextMapGetter) : noContext;
    const running = this.#begin(requestForm(method), around);
    const { span } = running;
    return {
      traceId: span.spanContext().traceId,
      run: (next) => this.#running.run(running, next),
      end(answer) {
        describeAnswer(span, method, answer);
        running.end();
      },
    };
  }

  within<T>(what: Traced, work: () => Promise<T>): Promise<T> {
    const around = what.of === "task" ? noContext : this.#recorded()?.context;
    if (around === undefined) return work();
    const failed = (span: Span, error: unknown) => describeFailure(span, error, what.of === "statement");
    return this.#during(this.#begin(formOf(what, this.#options.database), around), work, failed);
  }

  call<T>(what: TracedCall, work: (span: CallSpan) => Promise<T>): Promise<T> {
    const around = this.#recorded()?.context;
    if (around === undefined) return work({ headers: this.#headersOf(this.#around()?.span), answered() {} });
    const running = this.#begin(callForm(what), around);
    const { span } = running;
    let status: number | undefined;
    const callSpan: CallSpan = {
      headers: this.#headersOf(span),
      answered(code) {
        status = code;
        span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, code);
        if (code >= 400) describeError(span, String(code));
      },
    };
    // A status says more than what followed from it.
    const failed = (_: Span, error: unknown) => {
      if (status === undefined || status < 400) describeError(span, typeOf(error));
    };
    return this.#during(running, () => work(callSpan), failed);
  }

  /** What a span that begins now has around it; undefined where there is no span, or it has ended. */
  #around(): Running | undefined {
    const running = this.#running.getStore();
    return running?.ended === false ? running : undefined;
  }

  /** The same where it is recorded: nothing within one that is not would be, by any sampler that there is. */
  #recorded(): Running | undefined {
    const around = this.#around();
    return around?.span.isRecording() ? around : undefined;
  }

  #headersOf(span: Span | undefined): CallSpan["headers"] {
    return span !== undefined && this.#options.propagates ? { traceparent: traceparentOf(span) } : {};
  }

  #begin({ name, kind, attributes }: SpanForm, around: Context): Running {
    return new Running(this.#options.source.startSpan(name, { kind, attributes }, around), around);
  }

  async #during<T>(
    running: Running,
    work: () => Promise<T>,
    failed: (span: Span, error: unknown) => void,
  ): Promise<T> {
    try {
      return await this.#running.run(running, work);
    } catch (error) {
      failed(running.span, error);
      throw error;
    } finally {
      running.end();
    }
  }
}

/** The one header of W3C Trace Context that goes out: random ids. A tracestate is others' data, and for others to hand on. */
function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

function describeAnswer(span: Span, method: string, answer: TracedAnswer): void {
  const { route, status, requestId, organizationId, gone } = answer;
  if (route !== undefined) span.updateName(`${method} ${route}`);
  span.setAttributes({
    [ATTR_HTTP_ROUTE]: route,
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
    [own.requestId]: requestId,
    [own.organization]: organizationId,
    ...(gone && { [own.clientGone]: true }),
  });
  // What the caller did wrong is no error of a server's span.
  if (status >= 500) describeError(span, String(status));
}

/** A refusal is an answer, as its status is at the door, unless the service itself is to blame. */
function describeFailure(span: Span, error: unknown, isStatement: boolean): void {
  if (!isStatement && error instanceof Refusal && error.status < 500) {
    span.setAttribute(own.refusal, error.detail.reason ?? error.code);
    return;
  }
  const type = typeOf(error);
  if (isStatement && /^[0-9A-Z]{5}$/.test(type)) span.setAttribute(ATTR_DB_RESPONSE_STATUS_CODE, type);
  describeError(span, type);
}

function describeError(span: Span, type: string): void {
  span.setAttribute(ATTR_ERROR_TYPE, type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A word for the kind of failure. Its message is left out: it may have values of rows, or an address that is a secret. */
function typeOf(error: unknown): string {
  const { cause, kind, code, name } = Object(error) as Readonly<Record<string, unknown>>;
  const words = [Object(cause).code, kind, code, name];
  return (words.find((word) => typeof word === "string" && /^[\w.-]{1,64}$/.test(word)) ??
    "_OTHER") as string;
}
