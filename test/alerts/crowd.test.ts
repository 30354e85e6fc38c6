/** What a node does with more notifications than it can take in at once. */
import { describe, expect, it } from "vitest";
import { createAdmission } from "../../src/features/alerting/alerts/admission.ts";
import { createBatches } from "../../src/features/alerting/alerts/batches.ts";

describe("admission", () => {
  const bounds = {
    all: { calls: 6, longCalls: 3, shortBytes: 8_000, bytes: 500_000 },
    one: { calls: 4, longCalls: 2, shortBytes: 6_000, bytes: 400_000 },
  };
  const busy = expect.objectContaining({ code: "unavailable", detail: { retryAfterSeconds: 1 } });
  const long = 100_000;
  const short = 1_000;

  function opened() {
    const admit = createAdmission(bounds);
    /** A call whose body is whole. */
    return (key: string, bytes: number) => {
      const arrival = admit(key);
      arrival.arrived(bytes);
      arrival.begin();
      return arrival;
    };
  }

  it("takes so many in all, and fewer of one, until they have ended", () => {
    const begin = opened();
    const first = begin("a", short);
    for (let count = 1; count < bounds.one.calls; count += 1) begin("a", short);
    expect(() => begin("a", short)).toThrow(busy);
    begin("b", short);
    begin("b", short);
    expect(() => begin("c", short)).toThrow(busy);
    first.end();
    first.end(); // a second time means nothing
    begin("c", short);
    expect(() => begin("a", short)).toThrow(busy);
  });

  it("takes as many short ones as there is room for their bytes", () => {
    const begin = opened();
    const first = begin("a", 5_000);
    expect(() => begin("a", 1_001)).toThrow(busy);
    begin("a", 1_000);
    expect(() => begin("b", 2_001)).toThrow(busy);
    first.end();
    begin("b", 2_001);
  });

  it("counts what has arrived, and nothing of what has not", () => {
    const admit = createAdmission(bounds);
    const announced = Array.from({ length: 100 }, () => admit("a"));
    for (const one of announced) one.arrived(1);
    const [first, second] = [admit("a"), admit("a")];
    first.arrived(long);
    first.arrived(2 * long);
    second.arrived(long);
    expect(() => second.arrived(1)).toThrow(busy);
    second.end();
    first.arrived(long);
    first.begin();
  });

  it("takes one that is longer than there is room by itself", () => {
    const admit = createAdmission(bounds);
    const one = admit("a");
    for (let count = 0; count < 10; count += 1) one.arrived(long);
    expect(() => admit("b").arrived(long)).toThrow(busy);
    one.end();
    admit("b").arrived(long);
  });

  it("always has room for a short one next to long ones, and for others next to one", () => {
    const begin = opened();
    begin("a", 2 * long);
    begin("a", 2 * long);
    expect(() => begin("a", long)).toThrow(busy);
    begin("a", short);
    begin("b", long);
    expect(() => begin("c", long)).toThrow(busy);
    begin("c", short);
  });
});

describe("a batch", () => {
  it("does together what came meanwhile, in order, as far as it fits", async () => {
    const done: string[] = [];
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const add = createBatches<number, number>({
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
