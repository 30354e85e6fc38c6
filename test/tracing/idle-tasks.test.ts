/** Of the work in the background, what found nothing to do is not sent. */
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeEach, expect, it } from "vitest";
import { setTracer, type Traced, traced } from "../../src/engine/ports/tracing.ts";
import { databaseAttributes } from "../../src/tracing/forms.ts";
import { BusyTasks } from "../../src/tracing/idle-tasks.ts";
import { SpanTracer } from "../../src/tracing/tracer.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({
  spanProcessors: [new BusyTasks(new SimpleSpanProcessor(exporter))],
});
const source = provider.getTracer("test");
setTracer(new SpanTracer({ source, database: databaseAttributes(undefined), propagates: true }));
beforeEach(() => exporter.reset());
afterAll(() => setTracer(undefined));

const sent = () => exporter.getFinishedSpans().map(({ name }) => name);
const statement: Traced = { of: "statement", name: "s" };
const task = (work: () => Promise<unknown>) => traced({ of: "task", name: "a task" }, work);

async function statements(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await traced(statement, async () => {});
}

it("leaves out what only looked", async () => {
  await task(() => statements(0));
  await task(() => traced({ of: "transaction" }, () => statements(5)));
  expect(sent()).toEqual([]);
});

it("sends all of what did something, was long or failed", async () => {
  await task(() => statements(7));
  expect(sent()).toEqual(["s", "s", "s", "s", "s", "s", "s", "a task"]);
  exporter.reset();
  await task(async () => {
    await statements(1);
    await traced({ of: "delivery", id: "dlv_1", channel: "mail", attempt: 1 }, () => statements(1));
  });
  expect(sent()).toEqual(["s", "s", "deliver mail", "a task"]);
  exporter.reset();
  const failing = task(() => traced(statement, () => Promise.reject(new Error("no"))));
  await expect(failing).rejects.toThrow("no");
  expect(sent()).toEqual(["s", "a task"]);
});

it("keeps each task to itself, also where they run at once", async () => {
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const idle = task(async () => {
    await statements(1);
    await gone;
  });
  await task(() => statements(7));
  expect(sent()).toHaveLength(8);
  go();
  await idle;
  expect(sent()).toHaveLength(8);
});

it("has nothing to do with what is no task: that is sent as it ends", async () => {
  source.startSpan("y").end();
  expect(sent()).toEqual(["y"]);
});
