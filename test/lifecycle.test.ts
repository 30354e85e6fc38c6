/** Where the program is between its start and its end. */
import { expect, it } from "vitest";
import { createLifecycle } from "../src/lifecycle.ts";

it("begins what waits for it when it serves, and what comes later at once", () => {
  const lifecycle = createLifecycle("starting");
  const begun: string[] = [];
  lifecycle.onServe(() => begun.push("first"));
  expect(begun).toEqual([]);
  expect([lifecycle.serve(), lifecycle.phase()]).toEqual([true, "serving"]);
  lifecycle.onServe(() => begun.push("second"));
  expect(begun).toEqual(["first", "second"]);
});

it("begins nothing, and is not ready again, when a stop came while it started", () => {
  const lifecycle = createLifecycle("starting");
  const begun: string[] = [];
  lifecycle.onServe(() => begun.push("work"));
  lifecycle.drain();
  expect([lifecycle.serve(), lifecycle.phase(), begun]).toEqual([false, "draining", []]);
});

it("stays as ready as it was while it retires", () => {
  const lifecycle = createLifecycle("serving");
  lifecycle.retire();
  lifecycle.drain();
  expect(lifecycle.phase()).toBe("retiring");
});
