/**
 * Leaves out the traces of tasks that found nothing to do. There are some ten a second, day and night, and each reads
 * whether there is something: nobody looks for them, and they would be most of what is stored.
 */
import type { Context } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { ATTR_DB_SYSTEM_NAME, ATTR_ERROR_TYPE } from "@opentelemetry/semantic-conventions";
import { own } from "./forms.ts";

/** A task that sends no more statements than this, a COMMIT and its transaction included, and does nothing else, has only looked. */
const idleStatements = 6;
/** One that takes this long is shown although it found nothing. */
const slowSeconds = 0.5;

export class BusyTasks implements SpanProcessor {
  readonly #next: SpanProcessor;
  /** Of tasks that may yet turn out idle, what has ended in them, by their trace. */
  readonly #waiting = new Map<string, ReadableSpan[]>();

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  onStart(span: Parameters<SpanProcessor["onStart"]>[0], around: Context): void {
    if (isTask(span)) this.#waiting.set(span.spanContext().traceId, []);
    this.#next.onStart(span, around);
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    const ended = this.#waiting.get(traceId);
    if (ended === undefined) {
      this.#next.onEnd(span);
      return;
    }
    ended.push(span);
    const isBusy = !isIdle(span) || ended.length > idleStatements + 1;
    if (!isBusy && !isTask(span)) return;
    this.#waiting.delete(traceId);
    if (isBusy) for (const one of ended) this.#next.onEnd(one);
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}

function isTask({ attributes }: Pick<ReadableSpan, "attributes">): boolean {
  return own.task in attributes;
}

function isIdle(span: ReadableSpan): boolean {
  if (ATTR_ERROR_TYPE in span.attributes) return false;
  const [seconds, nanoseconds] = span.duration;
  if (isTask(span)) return seconds + nanoseconds / 1e9 < slowSeconds;
  return ATTR_DB_SYSTEM_NAME in span.attributes;
}
