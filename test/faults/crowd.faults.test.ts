/** 2,000 connections that say nothing, or say it slowly: others are served meanwhile, and these are cut off. */
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { count, lostOf, seconds, seenOf } from "./table.ts";

const each = 500;
/**
 * The program's own bounds are 15 s for a head and 30 s for a request, looked at twice a minute: about a minute where
 * nothing else runs. This only ends a run in which they are never cut off.
 */
const patienceMs = 900_000;

let postgres: Postgres;
let installation: Installation;
let node: Program;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url);
  // The load makes more rows than the usual cap, and looks for each.
  node = await installation.start({ ORGCONFIG_LIST_CAP: "100000" });
});
afterAll(async () => {
  await node.stop();
  await postgres.remove();
});

interface Slow {
  readonly what: string;
  readonly socket: Socket;
  said: string;
  closed: boolean;
}

it(`serves others next to ${4 * each} idle and slow connections`, { timeout: 2 * patienceMs }, async () => {
  const load = await createLoad(node.url, installation.key, 32);
  await load.run([node.url], 8, () => load.calls() >= 500);
  const head = `POST /api/v1/config/teams HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${installation.key}\r\n`;
  const body = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name": "`;
  const slow = (
    await Promise.all([
      open("says nothing", ""),
      open("trickles a head", head),
      open("trickles a body", body),
      open("stops in a body", body),
    ])
  ).flat();
  const trickle = setInterval(() => {
    for (const { what, socket } of slow) {
      if (what === "trickles a head") socket.write("x");
      if (what === "trickles a body") socket.write(" ");
    }
  }, 1_000);

  const before = load.calls();
  const began = performance.now();
  let closedAfterMs = 0;
  const all = () => slow.every(({ closed }) => closed);
  await load.run([node.url], 8, () => {
    if (all() && closedAfterMs === 0) closedAfterMs = performance.now() - began;
    return closedAfterMs > 0 || performance.now() - began > patienceMs;
  });
  clearInterval(trickle);
  for (const { socket } of slow) socket.destroy();
  const served = load.calls() - before;
  const proved = await load.prove(node.url);
  record({
    fault: "2,000 connections that say nothing or little",
    done: `${count(each)} of each of four sorts, 8 ordinary clients`,
    lost: lostOf(proved),
    back: "never away",
    figures: `${seenOf(proved)}, ${count(served)} of them meanwhile; the last was cut off after ${seconds(closedAfterMs)}`,
  });
  expect(proved.problems).toEqual([]);
  expect(proved.unknown + proved.unavailable).toBe(0);
  expect(served).toBeGreaterThan(0);
  expect(slow.filter(({ closed }) => !closed).map(({ what }) => what)).toEqual([]);
  // Who was still speaking is answered why. It is not read by who wrote once more before: then the kernel drops it.
  for (const speaker of ["trickles a head", "trickles a body"]) {
    const said = slow.filter(({ what }) => what === speaker).map(({ said }) => said.split("\r\n")[0]);
    expect(new Set(said.filter((line) => line !== ""))).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
  }
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  await load.close();
});

function open(what: string, first: string): Promise<Slow[]> {
  const { hostname, port } = new URL(node.url);
  return Promise.all(
    Array.from(
      { length: each },
      () =>
        new Promise<Slow>((resolve, reject) => {
          const socket = connect(Number(port), hostname);
          const slow: Slow = { what, socket, said: "", closed: false };
          socket.on("data", (chunk) => {
            slow.said += chunk;
          });
          socket.on("close", () => {
            slow.closed = true;
          });
          socket.on("error", reject); // after the connection it settles nothing any more
          socket.on("connect", () => socket.write(first, () => resolve(slow)));
        }),
    ),
  );
}
