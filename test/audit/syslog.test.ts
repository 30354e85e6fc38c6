/** Audit records on their way to a syslog: all of them, in order, also over connections that break and from two nodes. */
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { headMessage, recordMessage } from "../../src/features/identity/audit/syslog-message.ts";
import { startService, type TestService } from "../support/service.ts";

interface Receiver {
  readonly port: number;
  /** The JSON of each message, in the order of arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: what is in it differs
  readonly messages: any[];
  readonly heads: string[];
  breakAll(): void;
  close(): Promise<void>;
}

/** Reads what comes by its octet counts. */
async function startReceiver(): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const messages: unknown[] = [];
  const heads: string[] = [];
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let waiting = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      waiting = Buffer.concat([waiting, data]);
      for (;;) {
        const [, digits] = /^(\d+) /.exec(waiting.subarray(0, 12).toString("latin1")) ?? [];
        const start = (digits?.length ?? 0) + 1;
        if (digits === undefined || waiting.length < start + Number(digits)) return;
        const text = waiting.subarray(start, start + Number(digits)).toString();
        waiting = waiting.subarray(start + Number(digits));
        const [, kind, json] =
          /^<10[89]>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ orgconfig \d+ (audit|heads) - (.*)$/s.exec(
            text,
          ) ?? [];
        if (kind === "audit") messages.push(JSON.parse(json ?? ""));
        else heads.push(text);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens at a port");
  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
  };
  return {
    port: address.port,
    messages,
    heads,
    breakAll,
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function startBoth() {
  const receiver = await startReceiver();
  ending.push(() => receiver.close());
  const env = { ORGCONFIG_SYSLOG_URL: `tcp://127.0.0.1:${receiver.port}` };
  const test = await startService(env);
  ending.push(() => test.close());
  return { receiver, test, env };
}

async function flush({ service }: TestService): Promise<void> {
  await service.audit.sealer.flush();
  await service.audit.forwarding?.flush();
}

it("sends each record once, with its place, and the head after it", async () => {
  const { receiver, test } = await startBoth();
  const tenant = await test.makeTenant();
  for (const name of ["Ä", "B — C", "D"]) await tenant.config("POST", "teams", { body: { name } });
  await flush(test);
  await expect.poll(() => receiver.heads.at(-1)).toContain('"position":3');
  expect(receiver.messages.map(({ position }) => position)).toEqual([1, 2, 3]);
  const answer = await tenant.api("GET", "audit?after=0");
  expect(answer.status).toBe(200);
  const stream = answer.body.data;
  expect(receiver.messages).toEqual(
    stream.map((record: object) => ({ organization_id: tenant.organization.id, ...record })),
  );
  await flush(test);
  await flush(test);
  expect(receiver.messages).toHaveLength(3);
});

it("sends again what a broken connection may have lost, so that none is missing", async () => {
  const { receiver, test } = await startBoth();
  const tenant = await test.makeTenant();
  const make = (name: string) => tenant.config("POST", "teams", { body: { name } });
  await make("A");
  await flush(test);
  await expect.poll(() => receiver.heads.length).toBeGreaterThan(0);
  receiver.breakAll();
  await make("B");
  await test.service.audit.sealer.flush();
  await expect
    .poll(async () => {
      await test.service.audit.forwarding?.flush().catch(() => undefined);
      return new Set(receiver.messages.map(({ position }) => position));
    })
    .toEqual(new Set([1, 2]));
});

it("is one node's at a time, and the other's after it", async () => {
  const { receiver, test, env } = await startBoth();
  const other = await startService(
    { ...env, ORGCONFIG_DATA_DIR: test.settings.dataDirectory },
    [],
    test.database,
  );
  ending.push(() => other.close());
  const tenant = await test.makeTenant();
  await tenant.config("POST", "teams", { body: { name: "A" } });
  await flush(test);
  await flush(other);
  await expect.poll(() => receiver.heads.length).toBeGreaterThan(0);
  await test.service.audit.forwarding?.stop();
  await tenant.config("POST", "teams", { body: { name: "B" } });
  await flush(other);
  await expect.poll(() => receiver.messages.map(({ position }) => position)).toEqual([1, 2]);
});

it("writes a message as RFC 5424 has it", () => {
  const sender = { hostname: "node one", pid: 7 };
  const at = "2026-11-27T00:00:00.000Z";
  expect(recordMessage(sender, { at, outcome: "refused" })).toBe(
    `<108>1 ${at} - orgconfig 7 audit - {"at":"${at}","outcome":"refused"}`,
  );
  const head = { organizationId: "org_1", position: 2, seal: "ab", code: "2.cd" };
  expect(headMessage({ ...sender, hostname: "node" }, head, new Date(at))).toBe(
    `<109>1 ${at} node orgconfig 7 heads - {"heads":[{"organization_id":"org_1","position":2,"seal":"ab","code":"2.cd"}]}`,
  );
});
