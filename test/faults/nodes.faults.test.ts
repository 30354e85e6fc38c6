/** Two programs over one PostgreSQL: what is changed through one holds at once through the other. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Program } from "../support/program.ts";
import { admin, type Installation, install, operatorToken } from "./installation.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { count } from "./table.ts";

let postgres: Postgres;
let installation: Installation;
let first: Program;
let second: Program;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url);
  first = await installation.start();
  second = await installation.start();
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await postgres.remove();
});

interface Sent {
  readonly bearer?: string;
  readonly cookie?: string;
  readonly body?: unknown;
}

function send(node: Program, method: string, path: string, { bearer, cookie, body }: Sent = {}) {
  return fetch(`${node.url}/api/v1/${path}`, {
    method,
    headers: {
      origin: node.url,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function signIn(node: Program): Promise<string> {
  const answer = await send(node, "POST", "session", { body: admin });
  expect(answer.status).toBe(200);
  return String(answer.headers.get("set-cookie")).split(";")[0] as string;
}

async function makeKey(cookie: string, scopes: readonly string[]): Promise<{ id: string; key: string }> {
  const path = `organizations/${installation.organization}/api_keys`;
  const made = await send(first, "POST", path, { cookie, body: { name: "of two nodes", scopes } });
  expect(made.status).toBe(201);
  return (await made.json()) as { id: string; key: string };
}

describe("through the other node", () => {
  it("a revoked key is refused from the next request on", async () => {
    const cookie = await signIn(first);
    for (let round = 0; round < 20; round += 1) {
      const { id, key } = await makeKey(cookie, ["api:admin"]);
      expect((await send(second, "GET", "config/teams", { bearer: key })).status).toBe(200);
      const path = `organizations/${installation.organization}/api_keys/${id}`;
      expect((await send(first, "DELETE", path, { cookie })).status).toBe(200);
      expect((await send(second, "GET", "config/teams", { bearer: key })).status).toBe(401);
    }
  });

  it("a session ends when it is signed out", async () => {
    const cookie = await signIn(first);
    expect((await send(second, "GET", "session", { cookie })).status).toBe(200);
    expect((await send(first, "DELETE", "session", { cookie })).status).toBe(200);
    expect((await send(second, "GET", "session", { cookie })).status).toBe(401);
  });

  it("a change of plan holds from the next request on", async () => {
    const bearer = installation.key;
    for (const plan of ["team", "business", "free", "business"]) {
      const path = `operator/organizations/${installation.organization}`;
      const changed = await send(first, "PATCH", path, { bearer: operatorToken, body: { plan } });
      expect(changed.status).toBe(200);
      const answer = await send(second, "GET", "config/teams", { bearer });
      expect([plan, answer.status]).toEqual([plan, plan === "business" ? 200 : 403]);
    }
  });

  it("an ETag is as good as through the first", async () => {
    const bearer = installation.key;
    const made = await send(first, "POST", "config/teams", { bearer, body: { name: "Of both" } });
    const { id } = (await made.json()) as { id: string };
    const read = await send(second, "GET", `config/teams/${id}`, { bearer });
    expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
    expect(await read.json()).toMatchObject({ name: "Of both" });
  });

  it("failed sign-ins count", async () => {
    const attempt = (node: Program) =>
      send(node, "POST", "session", { body: { email: "nobody@example.com", password: "a wrong password" } });
    for (let count = 0; count < 10; count += 1)
      expect((await attempt(count % 2 === 0 ? first : second)).status).toBe(401);
    for (const node of [first, second]) {
      const refused = await attempt(node);
      expect([refused.status, Number(refused.headers.get("retry-after")) > 600]).toEqual([429, true]);
    }
  });
});

describe("with a rate limit", () => {
  const perSecond = 50;
  const seconds = 6;

  it("a credential gets its share once, not once a node", { timeout: 120_000 }, async () => {
    const env = { ORGCONFIG_RATE_LIMIT: String(perSecond) };
    const nodes = [await installation.start(env), await installation.start(env)];
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    });
    // Bursts are let pass by each node before it knows of the other; what counts is what follows.
    const burst = await press(nodes, 2);
    const passed = await press(nodes, seconds);
    record({
      fault: "one credential at two nodes",
      done: `${perSecond} calls a second allowed, 8 clients`,
      lost: "nothing",
      back: "never away",
      figures: `${burst.passed} calls in the first ${burst.seconds.toFixed(1)} s, then ${(passed.passed / passed.seconds).toFixed(1)} a second; ${count(passed.refused)} × 429`,
    });
    // Nodes that counted by themselves would let pass twice the limit.
    expect(passed.passed / passed.seconds).toBeLessThan(perSecond * 1.4);
    // It has its share: what the bursts let pass beyond it is subtracted afterwards, so both count together.
    expect(passed.refused).toBeGreaterThan(0);
    const all = burst.passed + passed.passed;
    expect(all / (burst.seconds + passed.seconds)).toBeGreaterThan(perSecond * 0.6);
  });

  async function press(nodes: readonly Program[], forSeconds: number) {
    const counts = { passed: 0, refused: 0 };
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        while (performance.now() - began < forSeconds * 1_000) {
          const node = nodes[client % nodes.length] as Program;
          const answer = await send(node, "GET", "config/teams", { bearer: installation.key });
          await answer.arrayBuffer();
          if (answer.status === 200) counts.passed += 1;
          else {
            expect([answer.status, Number(answer.headers.get("retry-after")) >= 1]).toEqual([429, true]);
            counts.refused += 1;
          }
        }
      }),
    );
    return { ...counts, seconds: (performance.now() - began) / 1_000 };
  }
});
