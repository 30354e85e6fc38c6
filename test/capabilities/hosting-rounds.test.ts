/** One organization's slow engines hold up nobody else's. */
import { describe, expect, it } from "vitest";
import { createEngineWay } from "../../src/capabilities/hosting/engine-way.ts";
import { createPlaces } from "../../src/capabilities/hosting/places.ts";
import { type Question, SendFailure } from "../../src/engine/ports/outbound.ts";

describe("places", () => {
  /** Work that ends when it is told to. */
  function working(places = createPlaces({ count: 4, share: 1, most: 3 })) {
    const running: string[] = [];
    const ends = new Map<string, () => void>();
    const all: Promise<void>[] = [];
    return {
      running,
      begin(name: string) {
        const owner = name[0] as string;
        const work = () =>
          new Promise<void>((end) => {
            running.push(name);
            ends.set(name, end);
          });
        all.push(places.run(owner, work));
      },
      async end(name: string) {
        ends.get(name)?.();
        await all[Number(name.slice(1))];
        await Promise.resolve();
        running.splice(running.indexOf(name), 1);
      },
      /** What may begin has begun by then. */
      settled: () => new Promise<void>((resolve) => setImmediate(resolve)),
    };
  }

  it("are never all of one owner", async () => {
    const { begin, running, settled } = working();
    for (const name of ["a0", "a1", "a2", "a3", "a4"]) begin(name);
    await settled();
    expect(running).toEqual(["a0", "a1", "a2"]);
    begin("b5");
    await settled();
    expect(running).toContain("b5");
  });

  it("go to owners below their share first, and then in order", async () => {
    const { begin, end, running, settled } = working();
    for (const name of ["a0", "a1", "a2", "a3", "b4", "b5", "c6"]) begin(name);
    await settled();
    expect(running).toEqual(["a0", "a1", "a2", "b4"]);
    await end("a0");
    await settled();
    expect(running).toEqual(["a1", "a2", "b4", "c6"]);
    await end("a1");
    await settled();
    // Both have their share: the one that came first goes on.
    expect(running).toEqual(["a2", "b4", "c6", "a3"]);
    await end("b4");
    await settled();
    expect(running).toEqual(["a2", "c6", "a3", "b5"]);
  });

  it("are given back by work that fails", async () => {
    const places = createPlaces({ count: 1, share: 1, most: 1 });
    const failing = () => Promise.reject(new Error("failed"));
    await expect(places.run("a", failing)).rejects.toThrow("failed");
    expect(await places.run("a", async () => "done")).toBe("done");
  });
});

describe("the way to an engine", () => {
  const question: Question = { method: "GET", url: "http://engine.example" };
  function onWay(answer: () => Promise<void>) {
    let now = 1_000;
    const timeouts: (number | undefined)[] = [];
    const transport = {
      async ask({ timeout_ms }: Question) {
        timeouts.push(timeout_ms);
        await answer();
        return { status: 500, headers: {}, text: "" };
      },
    };
    const way = createEngineWay(transport, 60_000, () => now);
    way.begin();
    const pass = (ms: number) => {
      now += ms;
    };
    return { way, timeouts, pass };
  }

  it("ends with the round, and begins with the next one", async () => {
    const { way, timeouts, pass } = onWay(async () => {});
    await way.http.ask(question);
    await way.http.ask({ ...question, timeout_ms: 120_000 });
    pass(50_000);
    await way.http.ask(question);
    expect(timeouts).toEqual([15_000, 60_000, 10_000]);
    pass(10_000);
    await expect(way.http.ask(question)).rejects.toThrow("more than 60 seconds together");
    way.begin();
    await way.http.ask(question);
    expect(timeouts).toHaveLength(4);
  });

  it("is silent where something was asked and nothing answered", async () => {
    const away = onWay(() => Promise.reject(new SendFailure("unreachable", "nobody")));
    expect(away.way.silent()).toBe(false);
    await expect(away.way.http.ask(question)).rejects.toThrow("nobody");
    expect(away.way.silent()).toBe(true);
    away.way.begin();
    expect(away.way.silent()).toBe(false);
    const there = onWay(async () => {});
    await there.way.http.ask(question);
    expect(there.way.silent()).toBe(false);
  });
});
