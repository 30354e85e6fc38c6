/**
 * A primary dies under load, its standby (synchronous streaming replication) follows nobody for a while and is then
 * promoted. One node has both servers in DATABASE_URL, another one address that moves to the standby at once, as a
 * virtual one does: neither is ready before something takes writes, and both say why.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seconds, seenOf, spread } from "./table.ts";

const lateMs = 8_000;
const clients = 16;

let primary: Postgres;
let standby: Postgres;
let moving: Awaited<ReturnType<typeof makeAddress>>;
let installation: Installation;
let nodes: Program[] = [];
beforeAll(async () => {
  // Nothing is acknowledged before the standby has it.
  primary = await makePostgres(["synchronous_standby_names=*"]);
  await primary.start();
  standby = await makePostgres([], undefined, primary);
  await standby.start();
  moving = await makeAddress(primary.port);
  installation = await install(primary.url);
  const env = { ORGCONFIG_LIST_CAP: "100000" };
  const both = `postgres://orgconfig@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`;
  nodes = [
    await installation.start({ ...env, DATABASE_URL: both }),
    await installation.start({ ...env, DATABASE_URL: moving.url }),
  ];
}, 180_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  moving.close();
  await primary.remove();
  await standby.remove();
}, 60_000);

interface Probe {
  readonly at: number;
  readonly status: number;
  readonly message: string;
}

it("is not ready until the standby takes writes, and goes on then", { timeout: 300_000 }, async () => {
  const urls = nodes.map(({ url }) => url);
  const load = await createLoad(urls[0] as string, installation.key, 32);
  let enough = false;
  const running = load.run(urls, clients, () => enough);
  await until(() => load.calls() > 500);
  await primary.kill();
  moving.moveTo(standby.port);
  const killedAt = performance.now();
  const probes = urls.map((url) => probing(url, () => enough));
  await pause(lateMs);
  const promotedAt = performance.now();
  await standby.promote();
  await until(async () =>
    (await Promise.all(urls.map((url) => fetch(`${url}/readyz`)))).every(({ ok }) => ok),
  );
  const answersBefore = load.answeredAt.length;
  await until(() => load.answeredAt.length > answersBefore + 500);
  enough = true;
  await running;
  const seen = await Promise.all(probes);
  const backMs = seen.map(
    (all) => (all.find(({ at, status }) => at > promotedAt && status === 200)?.at ?? 0) - promotedAt,
  );
  const early = seen.map((all) => all.filter(({ at }) => at > killedAt + 500 && at < promotedAt));
  const ready = early.flat().filter(({ status }) => status === 200);
  const proved = await load.prove(urls[0] as string);
  record({
    fault: "the primary dies, and its standby is promoted late",
    done: `after ${seconds(lateMs)}; a node with both hosts in DATABASE_URL, and one with an address that moves; ${clients} clients`,
    lost: lostOf(proved),
    back: `${spread(backMs)} after the promotion`,
    figures: `${seenOf(proved)}; ${ready.length} of ${early.flat().length} probes were 200 meanwhile`,
  });
  expect([...proved.problems, ...nodes.flatMap(internalErrors)]).toEqual([]);
  expect(ready).toEqual([]);
  for (const [index, all] of early.entries()) {
    expect(all.length).toBeGreaterThan(10);
    expect(all.at(-1)?.message).toBe(
      "Not ready: the database takes no writes: it is a standby, which follows a primary; DATABASE_URL has to lead to the primary.",
    );
    const output = nodes[index]?.output() ?? "";
    expect(output.match(/"msg":"not ready: the database takes no writes/g)).toHaveLength(1);
  }
  await load.close();
  expect(verified(installation.at({ DATABASE_URL: standby.url }))).toEqual({ status: 0, stderr: "" });
});

async function probing(url: string, enough: () => boolean): Promise<readonly Probe[]> {
  const seen: Probe[] = [];
  while (!enough()) {
    const answer = await fetch(`${url}/readyz`);
    const { message = "" } = (await answer.json()) as { message?: string };
    seen.push({ at: performance.now(), status: answer.status, message });
    await pause(100);
  }
  return seen;
}

/** One address, whose connections end when it moves. */
async function makeAddress(port: number) {
  const open = new Set<Socket>();
  let target = port;
  const server: Server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `postgres://orgconfig@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    moveTo(next: number) {
      target = next;
      end();
    },
    close() {
      server.close();
      end();
    },
  };
}
