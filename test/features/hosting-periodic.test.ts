/** One organization's slow engines hold up nobody else's. */
import { describe, expect, it } from "vitest";
import { createEngineConnection } from "../../src/features/reliability/hosting/engine-client.ts";
import { createPlaces } from "../../src/features/reliability/hosting/slots.ts";
import { type OutgoingRequest, SendFailure } from "../../src/transports/port.ts";

describe("places", () => {
  /** Work that ends when it is reported to. */
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
  const question: OutgoingRequest = { method: "GET", url: "http://engine.example" };
  /** A way on a clock of its own; its engine is silent while `away` says so. */
  function onWay() {
    let now = 1_000;
    const engine = { away: false };
    const timeouts: (number | undefined)[] = [];
    const transport = {
      async request({ timeout_ms }: OutgoingRequest) {
        timeouts.push(timeout_ms);
        if (engine.away) throw new SendFailure("unreachable", "nobody answers");
        return { status: 500, headers: {}, text: "" };
      },
    };
    const way = createEngineConnection(transport, () => now);
    const pass = (ms: number) => {
      now += ms;
    };
    /** One round of one question; false where none began. */
    const round = async () => {
      if (!way.begin()) return false;
      await way.http.request(question).catch(() => {});
      way.end();
      return true;
    };
    return { way, engine, timeouts, pass, round };
  }

  it("ends with the round, and begins with the next one", async () => {
    const { way, timeouts, pass } = onWay();
    way.begin();
    await way.http.request(question);
    pass(100_000);
    await way.http.request({ ...question, timeout_ms: 120_000 });
    pass(70_000);
    await way.http.request(question);
    expect(timeouts).toEqual([15_000, 80_000, 10_000]);
    pass(10_000);
    await expect(way.http.request(question)).rejects.toThrow("more than 180 seconds together");
    way.end();
    way.begin();
    await way.http.request(question);
    expect(timeouts).toHaveLength(4);
  });

  it("leaves a silent engine alone for longer and longer, until it answers or its connector is changed", async () => {
    const { way, engine, pass, round } = onWay();
    expect([await round(), await round()]).toEqual([true, true]);
    engine.away = true;
    expect(await round()).toBe(true);
    for (const wait_ms of [15_000, 30_000, 60_000, 120_000, 120_000]) {
      pass(wait_ms - 1);
      expect(await round()).toBe(false);
      pass(1);
      expect(await round()).toBe(true);
    }
    way.forget();
    expect(await round()).toBe(true);
    engine.away = false;
    pass(15_000);
    expect([await round(), await round()]).toEqual([true, true]);
  });

  it("takes a round that had nothing to ask for no silence", () => {
    const { way } = onWay();
    expect(way.begin()).toBe(true);
    way.end();
    expect(way.begin()).toBe(true);
  });
});
