/** What the client does while the service is away, busy or half there: what it sends again, and what it says in the end. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { type ClientOptions, type Method, program, type Request } from "../../provider/client.ts";
import { createLog } from "../../provider/log.ts";
import { unansweredFailure } from "../../src/client/failures.ts";
import { requestedWait_ms, retriesOf } from "../../src/client/retry.ts";
import { Unanswered } from "../../src/client/transport.ts";
import { impatientClient, listening, quietPort } from "./network.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function start(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const server = createServer(listener);
  opened.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  const endpoint = `http://127.0.0.1:${await listening(server)}`;
  return { endpoint, ...impatientClient({ endpoint, ...options }) };
}

type Ending = (request: IncomingMessage, response: ServerResponse) => void;

const descriptionPath = "/api/v1/config/openapi.json";

/**
 * A service that ends the first requests so, and answers those after them; how many arrived, and with which keys. It
 * says of itself what `description` does: by default nothing of keys, as services did that came before these.
 */
async function endsFirst(
  times: number,
  ending: Ending,
  options: Partial<ClientOptions> = {},
  description = "{}",
) {
  const arrived: string[] = [];
  const keys: unknown[] = [];
  const started = await start((request, response) => {
    request.resume();
    if (request.url === descriptionPath) return void response.end(description);
    arrived.push(request.method ?? "");
    keys.push(request.headers["idempotency-key"]);
    if (arrived.length <= times) ending(request, response);
    else response.end("{}");
  }, options);
  return { ...started, arrived, keys };
}

const cut: Ending = ({ socket }) => socket.destroy();
const page =
  (status: number): Ending =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("<html>");
const own =
  (status: number, headers: Readonly<Record<string, string>> = {}): Ending =>
  (_request, response) =>
    response
      .writeHead(status, { "x-request-id": "req_1", ...headers })
      .end(
        JSON.stringify({ error: "unavailable", message: "The service is starting.", request_id: "req_1" }),
      );

/** The service lost its database while it worked. */
const doubtful: Ending = (_request, response) =>
  response
    .writeHead(503, { "x-request-id": "req_1" })
    .end(JSON.stringify({ error: "unavailable", message: "The connection broke.", reason: "in_doubt" }));

const read: [Method, Request] = ["GET", {}];
const create: [Method, Request] = ["POST", { body: {} }];
const guarded: [Method, Request] = ["PUT", { body: {}, ifMatch: '"1"' }];
const removal: [Method, Request] = ["DELETE", { ifMatch: '"1"' }];

describe("what got no good answer", () => {
  test.each([
    ["a read that was cut off", read, cut, true],
    ["a write with an If-Match that was cut off", guarded, cut, true],
    ["a delete with an If-Match that was cut off", removal, cut, true],
    ["a create that was cut off", create, cut, false],
    ["a read that a gateway answered", read, page(502), true],
    ["a write with an If-Match that may have been made", guarded, doubtful, true],
    ["a create that may have been made", create, doubtful, false],
    ["a write with an If-Match that a gateway answered", guarded, page(504), true],
    ["a create that a gateway answered", create, page(502), false],
    ["a create to which a gateway says that nobody is there", create, page(503), false],
    ["a create that the service asks to come back", create, own(503, { "retry-after": "1" }), true],
    ["a create that met the rate limit", create, own(429, { "retry-after": "1" }), true],
    ["a create that failed", create, own(500), false],
    ["a read that failed", read, own(500), false],
  ] as const)("%s is sent again: %s", async (_what, [method, request], ending, again) => {
    const { client, arrived } = await endsFirst(2, ending);
    const said = await client(method, "teams/x", request).then(({ status }) => status, String);
    expect(arrived).toHaveLength(again ? 3 : 1);
    if (again) expect(said).toBe(200);
    else if (method === "POST")
      expect(said).toContain("it was not sent again, so that nothing is made twice");
    else expect(said).toContain("The service's log has it as request req_1");
  });

  test.each([
    ["cut off", cut],
    ["answered by a gateway", page(502)],
    ["perhaps made", doubtful],
    [
      "still under way",
      ((_request, response) =>
        response
          .writeHead(409, { "retry-after": "0" })
          .end(JSON.stringify({ error: "conflict", reason: "in_progress" }))) satisfies Ending,
    ],
  ] as const)(
    "a create that was %s is sent again under its key to a service that knows keys",
    async (_what, ending) => {
      const description = JSON.stringify({ name: "Idempotency-Key" });
      const { client, arrived, keys } = await endsFirst(2, ending, {}, description);
      expect((await client("POST", "teams", { body: {} })).status).toBe(200);
      expect(arrived).toEqual(["POST", "POST", "POST"]);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      await client("POST", "teams", { body: {} });
      expect(new Set(keys).size).toBe(2);
      await client("GET", "teams");
      expect(keys.at(-1)).toBeUndefined();
    },
  );

  test("names the organization's quota where that was met, and not the service's limit", async () => {
    const message =
      "All credentials of Main together may make 5 requests a second (its quota requests_per_second), and made more; wait 1 s.";
    const ending: Ending = (_request, response) =>
      response
        .writeHead(429, { "x-request-id": "req_1" })
        .end(
          JSON.stringify({ error: "rate_limited", reason: "quota_exceeded", message, request_id: "req_1" }),
        );
    const { client } = await endsFirst(9, ending, { maxRetries: 0 });
    const said = await client("GET", "teams").catch(String);
    expect(said).toContain(message);
    expect(said).toContain("organization's quota requests_per_second raised");
    expect(said).not.toContain("ORGCONFIG_RATE_LIMIT");
  });

  test("is not sent again where max_retries is 0, and says so of nothing else", async () => {
    const { client, arrived, waits } = await endsFirst(9, own(429, { "retry-after": "7" }), {
      maxRetries: 0,
    });
    const said = await client("POST", "teams", { body: {} }).catch(String);
    expect(said).toContain("answered 429 (too many requests), the last time with the wish to wait 7 seconds");
    expect(said).toContain("-parallelism=2");
    expect([arrived.length, waits]).toEqual([1, []]);
  });

  test("is waited for about a minute, each time longer, also by a create", async () => {
    const { client, waits } = impatientClient({ endpoint: "http://127.0.0.1:1" });
    const said = await client("POST", "teams", { body: {} }).catch(String);
    expect(said).toContain(
      "could not be connected to after 11 attempts (ECONNREFUSED). Nothing listens there",
    );
    expect(said).not.toContain("Whether the write arrived");
    const sum = waits.reduce((total, wait) => total + wait, 0);
    expect(waits).toHaveLength(10);
    expect(sum).toBeGreaterThanOrEqual(55_500);
    expect(sum).toBeLessThanOrEqual(70_000);
    expect([...waits.slice(0, 4)].sort((a, b) => a - b)).toEqual(waits.slice(0, 4));
  });

  test("is found as soon as the service listens again, and a create is made once", async () => {
    const arrived: (string | undefined)[] = [];
    const server = createServer(({ method }, response) => {
      arrived.push(method);
      response.end("{}");
    });
    opened.push(server);
    const port = await quietPort();
    let waits = 0;
    const { client } = impatientClient({
      endpoint: `http://127.0.0.1:${port}`,
      wait: async () => {
        waits += 1;
        if (waits === 3) await listening(server, port);
      },
    });
    expect((await client("POST", "teams", { body: {} })).status).toBe(200);
    expect([arrived, waits]).toEqual([["POST"], 3]);
  });

  test("ends with the id under which the service's log has it, and the way out", async () => {
    const failed = await endsFirst(99, own(500));
    await expect(failed.client("PUT", "teams/x", { body: {} })).rejects.toThrow(
      "PUT /api/v1/config/teams/x was answered with 500: The service is starting. Look for the error in the service's log, or give the request's id to those who run it. The service's log has it as request req_1. Whether the write arrived is not known: plan again to see.",
    );
    const away = await endsFirst(99, own(503, { "retry-after": "1" }), { maxRetries: 1 });
    const said = await away.client("POST", "teams", { body: {} }).catch(String);
    expect(said).toContain(
      "after 2 attempts: The service is starting. Look whether the service and its database run",
    );
    expect(said).not.toContain("Whether the write arrived");
    const fronted = await endsFirst(99, page(502), { maxRetries: 0 });
    await expect(fronted.client("GET", "teams")).rejects.toThrow(
      "that is not the service but what stands in front of it",
    );
  });
});

describe("Retry-After", () => {
  const at = Date.UTC(2026, 10, 22, 12, 0, 0);

  test.each([
    ["3", 3_000],
    ["Sun, 22 Nov 2026 12:00:20 GMT", 20_000],
    ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
    ["soon", 0],
    ["-1", 0],
    ["", 0],
  ])("%j is taken as the standard has it", (text, wait_ms) => {
    expect(requestedWait_ms({ headers: { "retry-after": text } }, at)).toBe(wait_ms);
  });

  test("is the least that is waited", async () => {
    const { client, waits } = await endsFirst(2, own(503, { "retry-after": "20" }));
    expect((await client("GET", "teams")).status).toBe(200);
    expect(waits.map((wait) => wait >= 20_000 && wait <= 25_000)).toEqual([true, true]);
  });

  test("is heeded for about two minutes in all, and for longer where more retries are allowed", async () => {
    const answer = own(503, { "retry-after": "50" });
    for (const [maxRetries, attempts] of [
      [10, 3],
      [20, 5],
      [1, 2],
    ] as const) {
      const { client, arrived, waits } = await endsFirst(99, answer, { maxRetries });
      await expect(client("POST", "teams", { body: {} })).rejects.toThrow(`after ${attempts} attempts`);
      expect([arrived.length, waits.length]).toEqual([attempts, attempts - 1]);
    }
  });

  test("of more than a minute ends the request at once", async () => {
    const { client, waits } = await endsFirst(2, own(429, { "retry-after": "3600" }));
    await expect(client("GET", "teams")).rejects.toThrow("the wish to wait 3600 seconds");
    expect(waits).toEqual([]);
  });
});

describe("Ctrl-C", () => {
  /** Ends with the signal alone. */
  const waiting: ClientOptions["wait"] = (_time_ms, signal) =>
    sleep(1e6, undefined, signal ? { signal } : {});
  const patient = (options: Partial<ClientOptions>) =>
    endsFirst(99, own(503, { "retry-after": "50" }), { wait: waiting, ...options });

  test("ends a read that waits", async () => {
    const stop = new AbortController();
    const { client, arrived } = await patient({ log: () => stop.abort() });
    await expect(client("GET", "teams", { signal: stop.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(arrived).toHaveLength(1);
  });

  test("ends a write that waits, with what it waited for", async () => {
    const stop = new AbortController();
    const { client, arrived } = await patient({ stopping: stop.signal, log: () => stop.abort() });
    await expect(client("POST", "teams", { body: {} })).rejects.toThrow("The service is not available");
    expect(arrived).toHaveLength(1);
  });
});

test("a read whose answer is late is sent once more, and a create is not", async () => {
  const never: Ending = () => {};
  const options = { timeout_ms: 1_500 };
  const once = await endsFirst(1, never, options);
  const always = await endsFirst(99, never, options);
  const unsent = await endsFirst(99, never, { ...options, maxRetries: 0 });
  const said = (request: Promise<unknown>) => request.catch(String);
  const [answer, read, write, create, only] = await Promise.all([
    once.client("GET", "teams"),
    said(always.client("GET", "teams")),
    said(always.client("PUT", "teams/x", { body: {}, ifMatch: '"1"' })),
    said(always.client("POST", "teams", { body: {} })),
    said(unsent.client("GET", "teams")),
  ]);
  expect([answer.status, once.arrived]).toEqual([200, ["GET", "GET"]]);
  const late = "gave no whole answer within 1.5 seconds";
  for (const text of [read, write]) expect(text).toContain(`${late}, the last of 2 attempts. Look whether`);
  for (const text of [create, only]) expect(text).toContain(`${late}. Look whether`);
  expect(always.arrived.sort()).toEqual(["GET", "GET", "POST", "PUT", "PUT"]);
  expect(unsent.arrived).toEqual(["GET"]);
});

test("a service that answers byte by byte is given up when the time is over", async () => {
  const timers: NodeJS.Timeout[] = [];
  const { client, waits } = await start(
    (_request, response) => {
      response.writeHead(200).write("{");
      timers.push(setInterval(() => response.write(" "), 20));
    },
    { timeout_ms: 1_500 },
  );
  await expect(client("GET", "teams")).rejects.toThrow(
    "gave no whole answer within 1.5 seconds, the last of 2 attempts. Look whether the service, its database",
  );
  for (const timer of timers) clearInterval(timer);
  expect(waits).toHaveLength(1);
});

test("what is no HTTP is distinguished", async () => {
  const server = createSocketServer((socket: Socket) =>
    socket.on("error", () => {}).end("SSH-2.0-OpenSSH_9.6\r\n"),
  );
  opened.push(server);
  const { client } = impatientClient({ endpoint: `http://127.0.0.1:${await listening(server)}` });
  await expect(client("GET", "teams")).rejects.toThrow("something else listens there");
});

test.each([
  [
    "ENOTFOUND",
    false,
    "The name config.example.com does not resolve (DNS). Look for a typing error in endpoint",
  ],
  ["EAI_AGAIN", true, "could not be looked up after 3 attempts: the name server of this machine"],
  [
    "EHOSTUNREACH",
    true,
    "Where the way out of this network is a proxy, set proxy_url (or HTTPS_PROXY, HTTP_PROXY)",
  ],
  ["CERT_NOT_YET_VALID", false, "look at the clock of this machine"],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", false, "openssl s_client -connect config.example.com"],
])("%s before anything was sent is waited out by a create: %s", (code, waited, words) => {
  const ended = new Unanswered({ code }, false);
  expect(retriesOf(false)(ended) !== undefined).toBe(waited);
  const way = { program, endpoint: "https://config.example.com", timeout_ms: 60_000 };
  const said = unansweredFailure({ ...way, method: "POST", path: "/x", attempts: 3 }, ended).message;
  expect(said).toContain(words);
  expect(said).not.toContain("Whether the write arrived");
});

describe("the log", () => {
  async function linesOf(environment: Readonly<Record<string, string>>): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const log = createLog(environment, (line) => lines.push(line));
    const { client } = await endsFirst(1, own(503, { "retry-after": "1" }), { log, apiKey: "svc_ak_secret" });
    await client("PUT", "teams/x?password=secret", { body: { token_wo: "secret" } }).catch(() => {});
    expect(lines.join("")).not.toContain("secret");
    return lines.map((line) => JSON.parse(line));
  }

  test("has a line for each request, in the form that Terraform reads", async () => {
    const lines = await linesOf({ TF_LOG: "debug" });
    const request = { "@module": "provider.orgconfig", method: "PUT", path: "/api/v1/config/teams/x" };
    const time = { "@timestamp": expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/) };
    expect(lines).toEqual([
      {
        ...request,
        ...time,
        "@level": "debug",
        "@message": "answered",
        status: 503,
        request_id: "req_1",
        attempt: 1,
        ms: expect.any(Number),
      },
      {
        ...request,
        ...time,
        "@level": "warn",
        "@message": "waiting before the next attempt",
        attempt: 1,
        wait_ms: expect.any(Number),
      },
      {
        ...request,
        ...time,
        "@level": "debug",
        "@message": "answered",
        status: 200,
        attempt: 2,
        ms: expect.any(Number),
      },
    ]);
  });

  test("has no address of a person, however it is written", async () => {
    const lines: string[] = [];
    const log = createLog({ TF_LOG: "trace" }, (line) => lines.push(line));
    const { client } = await endsFirst(1, cut, { log });
    const members = "/api/v1/operator/organizations/org_1/members";
    for (const person of ["ada%40example.com", "ada@example.com?x=y"])
      await client("GET", `${members}/${person}`);
    const others = [`${members}/user_1`, "/api/v1/config/service_bindings/checkout%40prod"];
    for (const path of others) await client("GET", path);
    expect(lines.map((line) => JSON.parse(line).path)).toEqual([
      ...Array.from({ length: 4 }, () => `${members}/…`),
      ...others,
    ]);
    expect(lines.join("")).not.toContain("ada");
  });

  test.each([
    [{}, 0],
    [{ TF_LOG: "off" }, 0],
    [{ TF_LOG: "ERROR" }, 0],
    [{ TF_LOG: "trace", TF_LOG_PROVIDER: "warn" }, 1],
    [{ TF_LOG_PROVIDER: "info" }, 1],
    [{ TF_LOG_PROVIDER: "trace" }, 3],
    [{ TF_LOG: "JSON" }, 3],
  ])("says with %j as much as is asked for: %d lines", async (environment, count) => {
    expect(await linesOf(environment as Record<string, string>)).toHaveLength(count);
  });
});
