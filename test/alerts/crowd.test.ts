/** What a node does with more notifications than it can take in at once. */
import { describe, expect, it } from "vitest";
import { createAdmission } from "../../src/capabilities/alerts/admission.ts";
import { createLanes } from "../../src/capabilities/alerts/lanes.ts";

describe("admission", () => {
  const bounds = { calls: 3, callsOfOne: 2, bytes: 100, bytesOfOne: 80 };
  const busy = { code: "unavailable", detail: { retryAfterSeconds: 1 } };

  it("takes so many in all, and fewer of one, until they have ended", () => {
    const admit = createAdmission(bounds);
    const first = admit("a", 1);
    admit("a", 1);
    expect(() => admit("a", 1)).toThrow(expect.objectContaining(busy));
    admit("b", 1);
    expect(() => admit("c", 1)).toThrow(expect.objectContaining(busy));
    first();
    first(); // a second time means nothing
    admit("c", 1);
    expect(() => admit("a", 1)).toThrow(expect.objectContaining(busy));
  });

  it("takes so many bytes, and one that is longer by itself", () => {
    const admit = createAdmission(bounds);
    const long = admit("a", 500);
    expect(() => admit("b", 1)).toThrow(expect.objectContaining(busy));
    long();
    admit("b", 60);
    expect(() => admit("c", 60)).toThrow(expect.objectContaining(busy));
  });

  it("leaves room for the others where one sends as much as it can", () => {
    const admit = createAdmission(bounds);
    admit("a", 50);
    expect(() => admit("a", 40)).toThrow(expect.objectContaining(busy));
    admit("b", 50);
  });
});

describe("a lane", () => {
  it("does together what came meanwhile, in order, as far as it fits", async () => {
    const done: string[] = [];
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const add = createLanes<number, number>({
      fits: (before, item) => before.length < 3 && item !== 9,
      async run(key, items) {
        done.push(`${key}: ${items.join(" ")}`);
        if (done.length === 1) await held;
        if (items.includes(7)) throw new Error("no");
        return items.map((item) => item * 10);
      },
    });
    const results = Promise.allSettled([1, 2, 3, 4, 9, 7, 5].map((item) => add("a", item)));
    expect(await add("b", 1)).toBe(10);
    go();
    expect((await results).map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([
      10,
      20,
      30,
      40,
      "failed",
      "failed",
      "failed",
    ]);
    expect(done).toEqual(["a: 1", "b: 1", "a: 2 3 4", "a: 9 7 5"]);
    expect(await add("a", 6)).toBe(60);
  });
});
