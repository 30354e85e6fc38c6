/** Nodes that are replaced under load, one after the other, fail no request: an upgrade with no downtime. */
import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type Balancer, startBalancer } from "./haproxy.ts";
import { type Installation, install, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makePostgres, type Postgres, steadyPort } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seenOf, spread } from "./table.ts";

const rounds = 6;
const env = { ORGCONFIG_LIST_CAP: "100000" };

let postgres: Postgres;
let installation: Installation;
let ports: number[];
let nodes: Program[] = [];
let balancer: Balancer;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url);
  ports = [await steadyPort(), await steadyPort()];
  nodes = await Promise.all(ports.map((port) => installation.start({ ...env, PORT: String(port) })));
  balancer = await startBalancer(ports);
});
afterAll(async () => {
  balancer.stop();
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres.remove();
});

it(`drains ${rounds} times under load without a failed request`, { timeout: 300_000 }, async () => {
  const load = await createLoad(balancer.url, installation.key, 32);
  let enough = false;
  const running = load.run([balancer.url], 16, () => enough);
  const drainsMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const which = round % nodes.length;
    const node = nodes[which] as Program;
    const open = sendSlowly(node.url, `of round ${round}`);
    await open.begun;
    const began = performance.now();
    const ended = node.stop();
    await until(async () => (await fetch(`${node.url}/readyz`)).status === 503);
    // What had begun before is finished, although its body takes longer than the balancer needs to turn away.
    await pause(2_000);
    expect(await open.finish()).toBe(201);
    expect(await ended).toBe(0);
    drainsMs.push(performance.now() - began);
    nodes[which] = await installation.start({ ...env, PORT: String(ports[which]) });
    await until(async () => (await balancer.servers()) === nodes.length);
  }
  enough = true;
  await running;
  const proved = await load.prove(balancer.url);
  record({
    fault: "nodes are replaced under load",
    done: `${rounds} times, one of two behind haproxy`,
    lost: lostOf(proved),
    back: "never away",
    figures: `${seenOf(proved)}; a drain took ${spread(drainsMs)}`,
  });
  expect(proved.problems).toEqual([]);
  expect(proved.unknown + proved.unavailable).toBe(0);
  expect(proved.done).toBeGreaterThan(rounds * 50);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});

/** A POST straight to a node, whose body stops half-way. */
function sendSlowly(url: string, name: string) {
  const body = JSON.stringify({ name });
  let answered: (status: number) => void;
  let failed: (error: Error) => void;
  const status = new Promise<number>((resolve, reject) => {
    answered = resolve;
    failed = reject;
  });
  const sent = httpRequest(`${url}/api/v1/config/teams`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${installation.key}`,
      "content-type": "application/json",
      "content-length": body.length,
    },
  });
  sent.on("response", (response) => {
    response.resume();
    answered(response.statusCode ?? 0);
  });
  sent.on("error", (error) => failed(error));
  const begun = new Promise<void>((resolve) => sent.write(body.slice(0, 5), () => setTimeout(resolve, 200)));
  return {
    begun,
    finish(): Promise<number> {
      sent.end(body.slice(5));
      return status;
    },
  };
}
