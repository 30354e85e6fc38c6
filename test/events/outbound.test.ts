/** No address that a row names leads into a private network, however it is written or changes its mind. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPublic } from "../../src/transports/addresses.ts";
import { createHttpTransport, type HttpOptions } from "../../src/transports/http.ts";
import { type Sender, SendFailure } from "../../src/transports/port.ts";
import { createSlots } from "../../src/transports/slots.ts";
import { until } from "../support/until.ts";
import { type Receiver, startReceiver } from "./support.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

async function post(url: string, options: Partial<HttpOptions> = {}): Promise<string> {
  const transport = createHttpTransport({ allow: [], ...options });
  try {
    await transport.of({ organizationId: "org_1", use: "change" }).post(url, "{}", {});
    return "taken";
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return `${error.kind}: ${error.message}`;
  } finally {
    await transport.close();
  }
}

const forbidden =
  "refused: the address leads into a private network, which the operator has not allowed (ORGCONFIG_OUTBOUND_ALLOW)";
const nowhere =
  "unreachable: its host name does not resolve (DNS), or the address leads into a private network, which the operator has not allowed (ORGCONFIG_OUTBOUND_ALLOW)";
const at = (address: string) => async () => [{ address, family: address.includes(":") ? 6 : 4 }];
const port = () => new URL(receiver.url).port;

describe("addresses", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "0.0.0.0",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001::1",
    "not an address",
  ])("%s is not public", (address) => {
    expect(isPublic(address)).toBe(false);
  });
  it.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111"])("%s is public", (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

describe("connections", () => {
  it.each([
    "http://127.0.0.1",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://2130706433",
    "http://0x7f.1",
    "http://127.1",
    "http://0",
  ])("to %s are refused before they are made", async (base) => {
    const before = receiver.posts.length;
    expect(await post(`${base}:${port()}/hook`)).toBe(forbidden);
    expect(receiver.posts).toHaveLength(before);
  });

  it("to names are refused alike, whether they lead inside or nowhere", async () => {
    const before = receiver.posts.length;
    const answers = [
      await post(`http://localhost:${port()}/hook`),
      await post(`http://inside.example:${port()}/hook`, { resolve: at("10.1.2.3") }),
      await post(`http://nowhere.example:${port()}/hook`, { resolve: async () => [] }),
      await post(`http://nowhere.example:${port()}/hook`, {
        resolve: async () => {
          throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
        },
      }),
    ];
    expect(answers).toEqual(answers.map(() => nowhere));
    expect(receiver.posts).toHaveLength(before);
  });

  it("are judged by the address of the connection, not by an earlier look at the name", async () => {
    const answers = ["93.184.216.34", "127.0.0.1"];
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      // What a first look would see is public; what the connection would be made to is not.
      if (asked.length === 1) answers.shift();
      return [{ address: answers[0] ?? "127.0.0.1", family: 4 }];
    };
    expect(await post(`http://rebind.example:${port()}/`, { resolve })).toBe(nowhere);
    expect(asked).toEqual(["rebind.example"]);
    expect(
      await post(`http://both.example:${port()}/`, {
        resolve: async () => [
          { address: "93.184.216.34", family: 4 },
          { address: "127.0.0.1", family: 4 },
        ],
      }),
    ).toBe(nowhere);
  });

  it("are made to what the operator allows, by name, address or range", async () => {
    const url = `http://hooks.internal:${port()}/`;
    const resolve = at("127.0.0.1");
    expect(await post(url, { resolve, allow: ["hooks.internal"] })).toBe("taken");
    expect(await post(url, { resolve, allow: ["HOOKS.internal."] })).toBe("taken");
    expect(await post(url, { resolve, allow: ["127.0.0.0/8"] })).toBe("taken");
    expect(await post(url, { resolve, allow: ["127.0.0.1"] })).toBe("taken");
    expect(await post(url, { resolve, allow: ["10.0.0.0/8", "other.internal"] })).toBe(nowhere);
  });

  it("do not follow a redirect, wherever it leads", async () => {
    receiver.answer = { status: 302, location: "http://169.254.169.254/latest/meta-data" };
    const before = receiver.posts.length;
    expect(await post(receiver.url, { allow: ["127.0.0.1"] })).toContain(
      "refused: it answered with a redirect",
    );
    expect(receiver.posts).toHaveLength(before + 1);
    receiver.answer = { status: 200 };
  });

  it("read of an endless answer no more than its status needs", async () => {
    let written = 0;
    const endless = createServer((request, response) => {
      request.resume();
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384);
      const more = () => {
        while (!response.destroyed) {
          written += chunk.length;
          if (response.write(chunk)) continue;
          response.once("drain", more);
          return;
        }
      };
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
    const closed = new Promise((resolve) =>
      endless.once("connection", (socket) => socket.once("close", resolve)),
    );
    const { port } = endless.address() as AddressInfo;
    expect(await post(`http://127.0.0.1:${port}/`, { allow: ["127.0.0.1"] })).toBe("taken");
    await closed;
    // What the system's own buffers took is all that there was beyond it.
    expect(written).toBeLessThan(16 * 1024 * 1024);
    endless.close();
  });

  it("say what went wrong without the URL", async () => {
    const url = "http://127.0.0.1:1/secret-path";
    expect(await post(url, { allow: ["127.0.0.1"] })).toBe("unreachable: the connection was refused");
    receiver.answer = { status: 410 };
    expect(await post(receiver.url, { allow: ["127.0.0.1"] })).toBe("gone: it answered HTTP 410 Gone");
    receiver.answer = { status: 503 };
    expect(await post(receiver.url, { allow: ["127.0.0.1"] })).toBe("temporary: it answered HTTP 503");
    receiver.answer = { status: 200 };
    expect(await post("file:///etc/passwd")).toBe("refused: the address is no http or https URL");
  });
});

describe("requests to one origin", () => {
  it("wait for nobody else's, and not for those that are made for something else", async () => {
    const open: ServerResponse[] = [];
    const server = createServer((_, response) => void open.push(response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const transport = createHttpTransport({ allow: ["127.0.0.1"] });
    const request = (organizationId: string, use: Sender["use"]) =>
      transport.of({ organizationId, use }).request({ method: "GET", url });
    const answer = (count: number) => {
      for (const response of open.splice(0, count)) response.end("ok");
    };
    try {
      const slow = Array.from({ length: 6 }, () => request("org_1", "test"));
      await until(() => open.length === 4);
      const others = [request("org_1", "alert"), request("org_1", "change"), request("org_2", "test")];
      await until(() => open.length === 7);
      expect(open).toHaveLength(7);
      const statuses = async (all: readonly Promise<{ status: number }>[]) =>
        (await Promise.all(all)).map(({ status }) => status);
      answer(7);
      expect(await statuses(others)).toEqual([200, 200, 200]);
      // Those that waited take the places of the first.
      await until(() => open.length === 2);
      answer(2);
      expect(await statuses(slow)).toEqual([200, 200, 200, 200, 200, 200]);
    } finally {
      await transport.close();
      server.closeAllConnections();
      server.close();
    }
  });
});

describe("slots", () => {
  it("are given in order of arrival, and refuse whoever waits too long", async () => {
    const take = createSlots(1);
    const leave = await take("a", 60_000);
    await expect(take("a", 1)).rejects.toMatchObject({ kind: "unreachable" });
    const order: string[] = [];
    const waiting = ["first", "second"].map(async (name) => {
      const done = await take("a", 60_000);
      order.push(name);
      done();
    });
    (await take("b", 1))();
    leave();
    await Promise.all(waiting);
    expect(order).toEqual(["first", "second"]);
    (await take("a", 1))();
  });
});
