/** A bare socket to a listening service, for what no HTTP library would send. */
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect } from "vitest";
import { type Contract, type ContractTenant, startContract } from "./contract.ts";

export interface Exchange {
  /** All that came back until the server closed, or the deadline. */
  readonly text: string;
  readonly closed: boolean;
  readonly tookMs: number;
}

export interface Wire {
  readonly contract: Contract;
  readonly tenant: ContractTenant;
  /** Sends what `talk` writes, and collects what comes back until it is enough, the server hangs up, or a minute has passed. */
  exchange(talk: (socket: Socket) => unknown, enough?: RegExp): Promise<Exchange>;
  /** A request's head, with the tenant's key. */
  head(method: string, path: string, headers?: Record<string, string>): string;
  /** The service still answers, and has nothing that a broken request could have written. */
  standsAsBefore(): Promise<void>;
}

/** An answer with a JSON body that has come whole. */
export const whole = /\r\n\r\n\{.*\}$/s;
export const teams = "/api/v1/config/teams";

/** A service that listens, whose clock for slow clients runs fast. */
export async function startWire(): Promise<Wire> {
  const contract = await startContract();
  const tenant = await contract.tenant();
  const { server } = contract.service;
  await server.ready();
  // How soon is the program's own business; that its clock runs is tried here.
  expect(server.server.headersTimeout).toBeLessThanOrEqual(30_000);
  expect(server.server.requestTimeout).toBeLessThanOrEqual(60_000);
  Object.assign(server.server, {
    headersTimeout: 2_000,
    requestTimeout: 4_000,
    connectionsCheckingInterval: 200,
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as AddressInfo;
  return {
    contract,
    tenant,
    exchange: (talk, enough) => exchange(port, talk, enough),
    head(method, path, headers = {}) {
      const all = { Host: "localhost", Authorization: `Bearer ${tenant.key.value}`, ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
    },
    async standsAsBefore() {
      expect((await tenant.config("GET", "teams")).body.data).toEqual([]);
      expect(await tenant.changes()).toBe(0);
      expect(contract.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    },
  };
}

export function statusOf({ text }: Exchange): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
}

export function bodyOf({ text }: Exchange): {
  error?: string;
  message?: string;
  request_id?: string;
  field?: string;
} {
  return JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
}

function exchange(port: number, talk: (socket: Socket) => unknown, enough?: RegExp): Promise<Exchange> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const finish = (closed: boolean) => {
      clearTimeout(deadline);
      socket.destroy();
      resolve({ text, closed, tookMs: performance.now() - started });
    };
    const deadline = setTimeout(() => finish(false), 60_000);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (enough?.test(text)) finish(false);
    });
    socket.on("close", () => finish(true));
    socket.on("error", () => {});
    socket.on("connect", () => void talk(socket));
  });
}
