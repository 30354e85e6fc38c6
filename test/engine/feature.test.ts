/** What features hook into kinds, and what they do in the background. */
import { expect, it, vi } from "vitest";
import { Hooks } from "../../src/engine/feature.ts";
import { Periodic } from "../../src/engine/periodic.ts";

const fill = async () => ({});
const deleted = async () => ({});

it("hooks of several features go together", () => {
  const hooks = new Hooks();
  hooks.install([
    { name: "one", kinds: { teams: { fill } } },
    { name: "other", kinds: { teams: { deleted } } },
  ]);
  expect(hooks.of("teams")).toEqual({ fill, deleted });
  expect(hooks.of("slos")).toEqual({});
});

it("two features that hook the same step of a kind are an error that names both", () => {
  const features = ["one", "other"].map((name) => ({ name, kinds: { teams: { fill } } }));
  expect(() => new Hooks().install(features)).toThrow("the features one and other both hook fill of teams");
});

it("no kind is used before the hooks are installed, and they are installed once", () => {
  const hooks = new Hooks();
  expect(() => hooks.of("teams")).toThrow("before the hooks");
  hooks.install([]);
  expect(() => hooks.install([])).toThrow("once");
});

it("a periodic task runs once at a time, logs a failure once by its name, and ends with its stop", async () => {
  vi.useFakeTimers();
  const error = vi.fn();
  const run = vi.fn(async () => {
    throw new Error("no");
  });
  const task = new Periodic({
    name: "upkeep",
    everyMs: 1_000,
    firstMs: 0,
    gatherMs: 20,
    run,
    log: { error },
  });
  task.wake();
  task.start();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(run).toHaveBeenCalledTimes(3);
  expect(error.mock.calls.map(([, message]) => message)).toEqual(["upkeep failed; it is tried again"]);
  task.wake();
  task.wake();
  await vi.advanceTimersByTimeAsync(30);
  expect(run).toHaveBeenCalledTimes(4);
  await task.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
