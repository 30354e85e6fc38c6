/** Who gets a thread for long work, and which other threads it goes behind. */
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { createEntrance } from "../../src/kernel/turns.ts";

const busy = () => new Error("busy");

it("an organization has one at a time, so that one that asks without end leaves the others a place", async () => {
  const enter = createEntrance({ atOnce: 2, waiting: 3, waitingMs: 60_000 }, busy);
  const entered: string[] = [];
  const waits = (of: string) =>
    enter(of).then((leave) => {
      entered.push(of);
      return leave;
    });
  const first = await waits("greedy");
  const more = [waits("greedy"), waits("greedy"), waits("greedy")];
  await expect(enter("greedy")).rejects.toThrow("busy");
  const other = await waits("other");
  const third = waits("third");
  expect(entered).toEqual(["greedy", "other"]);
  first();
  // Whoever waited for a place of all has it before the organization that had one.
  (await third)();
  other();
  for (const one of more) (await one)();
  expect(entered).toEqual(["greedy", "other", "third", "greedy", "greedy", "greedy"]);
  (await waits("greedy"))();
});

it("who waits too long is refused, and takes no place", async () => {
  const enter = createEntrance({ atOnce: 1, waiting: 3, waitingMs: 1 }, busy);
  const leave = await enter("one");
  await expect(enter("one")).rejects.toThrow("busy");
  await expect(enter("other")).rejects.toThrow("busy");
  leave();
  (await enter("other"))();
  (await enter("one"))();
});

it.runIf(process.platform === "linux")("works behind the thread that serves, and that alone", async () => {
  const [before, file] = [getPriority(), new URL("../../src/engine/thread-priority.ts", import.meta.url)];
  const worker = new Worker(
    `import("tsx/esm/api")
      .then(({ register }) => (register(), import(${JSON.stringify(file.href)})))
      .then(({ letOthersFirst }) => {
        letOthersFirst();
        require("node:worker_threads").parentPort.postMessage(require("node:os").getPriority());
      });`,
    { eval: true },
  );
  const inThread = await new Promise((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  await worker.terminate();
  expect(inThread).toBe(Math.max(before, 10));
  expect(getPriority()).toBe(before);
});
