/** What clients can do that no HTTP library lets them: slow, oversized, broken and pipelined requests. */
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, startWire, statusOf, teams, type Wire, whole } from "../support/wire.ts";

const mebibyte = 1_048_576;
const json = { "Content-Type": "application/json" };

let wire: Wire;
const exchange: Wire["exchange"] = (talk, enough) => wire.exchange(talk, enough);
const head: Wire["head"] = (...what) => wire.head(...what);

beforeAll(async () => {
  wire = await startWire();
});
afterAll(() => wire.contract.close());

describe("a body over the limit", () => {
  it("is refused by its Content-Length, before it is sent", async () => {
    const found = await exchange((socket) => {
      socket.write(head("POST", teams, { ...json, "Content-Length": String(10 * mebibyte) }));
      const trickle = setInterval(() => socket.write("x", () => {}), 100);
      socket.on("close", () => clearInterval(trickle));
    });
    expect([statusOf(found), bodyOf(found).error]).toEqual([413, "payload_too_large"]);
    expect(found.closed).toBe(true);
    expect(found.tookMs).toBeLessThan(25_000);
    await wire.standsAsBefore();
  });

  it("is refused where it is one byte too long, and not where it just fits", async () => {
    const send = (length: number) =>
      exchange((socket) => {
        socket.write(head("POST", teams, { ...json, "Content-Length": String(length) }));
        socket.write(`{"nam":1}${" ".repeat(length - 9)}`);
      }, whole);
    expect(statusOf(await send(mebibyte + 1))).toBe(413);
    expect(statusOf(await send(mebibyte))).toBe(422);
  });

  it("is refused while it comes in chunks, before all of it has", async () => {
    let sent = 0;
    const found = await exchange(async (socket) => {
      socket.write(head("POST", teams, { ...json, "Transfer-Encoding": "chunked" }));
      const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
      while (!socket.destroyed && sent < 64 * mebibyte) {
        sent += 65_536;
        if (!socket.write(chunk))
          await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
      }
    });
    expect([statusOf(found), bodyOf(found).error]).toEqual([413, "payload_too_large"]);
    expect(found.closed).toBe(true);
    expect(sent).toBeLessThan(16 * mebibyte);
    await wire.standsAsBefore();
  });

  it("of a caller who may not write is not read at all", async () => {
    const found = await exchange((socket) => {
      const headers = { Authorization: "Bearer none", ...json, "Content-Length": String(10 * mebibyte) };
      socket.write(head("POST", teams, headers));
    }, whole);
    expect([statusOf(found), bodyOf(found).error]).toEqual([401, "unauthorized"]);
  });
});

describe("a slow client", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["that says nothing of a request that it began", (socket) => socket.write("GET / HTTP/1.1\r\nHost: loc")],
    [
      "that sends a header byte by byte",
      (socket) => {
        socket.write(head("GET", teams).slice(0, -2));
        const trickle = setInterval(() => socket.write("X-Slow: 1\r\n", () => {}), 100);
        socket.on("close", () => clearInterval(trickle));
      },
    ],
    [
      "that sends a body byte by byte",
      (socket) => {
        socket.write(head("POST", teams, { ...json, "Content-Length": "1000" }));
        const trickle = setInterval(() => socket.write(" ", () => {}), 100);
        socket.on("close", () => clearInterval(trickle));
      },
    ],
    [
      "that never ends its chunks",
      (socket) => {
        socket.write(head("POST", teams, { ...json, "Transfer-Encoding": "chunked" }));
        const trickle = setInterval(() => socket.write("1\r\n \r\n", () => {}), 100);
        socket.on("close", () => clearInterval(trickle));
      },
    ],
  ])("%s is cut off", async (_, talk) => {
    const found = await exchange(talk);
    expect(found.closed).toBe(true);
    // Sooner than by the program's own clock, which gives fifteen seconds at least.
    expect(found.tookMs).toBeLessThan(14_000);
    if (found.text !== "") expect(statusOf(found)).toBe(408);
    await wire.standsAsBefore();
  });
});

it("takes a target in absolute form as its path (RFC 9112 §3.2.2)", async () => {
  const answer = async (target: string) => {
    const request = wire.head("GET", target, { Host: "other.example" });
    return statusOf(await wire.exchange((socket) => socket.write(request), whole));
  };
  expect(await answer(`http://localhost:8080${teams}`)).toBe(200);
  expect(await answer(`HTTP://localhost${teams}?name=none`)).toBe(200);
  expect(await answer("http://localhost/nothing")).toBe(404);
});

describe("a broken request", () => {
  const host = "Host: localhost\r\n";
  const bearer = "Authorization: Bearer KEY\r\n";
  const typed = "Content-Type: application/json\r\n";
  it.each([
    ["garbage", "\u0000\u0001\u0002\r\n\r\n"],
    ["TLS on a plain port", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n\r\n"],
    ["an unknown method", `FOO ${teams} HTTP/1.1\r\n${host}\r\n`],
    ["a method in small letters", `get ${teams} HTTP/1.1\r\n${host}\r\n`],
    ["a method of a thousand letters", `${"G".repeat(1_000)} / HTTP/1.1\r\n${host}\r\n`],
    ["no path", `GET HTTP/1.1\r\n${host}\r\n`],
    ["no version", `GET ${teams}\r\n${host}\r\n`],
    ["a version to come", `GET ${teams} HTTP/9.9\r\n${host}\r\n`],
    ["no host", `GET ${teams} HTTP/1.1\r\n\r\n`],
    ["two hosts", `GET ${teams} HTTP/1.1\r\n${host}Host: other\r\n\r\n`],
    ["a host with a path", `GET ${teams} HTTP/1.1\r\nHost: a b/c?d\r\n\r\n`],
    ["a list of hosts", `GET ${teams} HTTP/1.1\r\nHost: a, b\r\n\r\n`],
    ["a host behind a password", `GET http://x@localhost${teams} HTTP/1.1\r\n${host}\r\n`],
    ["two credentials", `GET ${teams} HTTP/1.1\r\n${host}${bearer}${bearer}\r\n`],
    ["two credentials for a row", `GET ${teams}/team_x HTTP/1.1\r\n${host}${bearer}${bearer}\r\n`],
    [
      "two media types",
      `POST ${teams} HTTP/1.1\r\n${host}${bearer}${typed}${typed}Content-Length: 2\r\n\r\n{}`,
    ],
    ["two hosts for a row", `GET ${teams}/team_x HTTP/1.1\r\n${host}${host}\r\n`],
    ["a header without a colon", `GET ${teams} HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ["a header with a space before its colon", `GET ${teams} HTTP/1.1\r\n${host}X : 1\r\n\r\n`],
    ["a folded header", `GET ${teams} HTTP/1.1\r\n${host}X: 1\r\n 2\r\n\r\n`],
    ["a NUL in a header", `GET ${teams} HTTP/1.1\r\n${host}X: a\u0000b\r\n\r\n`],
    ["a bare line feed in a header", `GET ${teams} HTTP/1.1\r\n${host}X: a\nY: b\r\n\r\n`],
    ["two lengths", `POST ${teams} HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["a length below nothing", `POST ${teams} HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n{}`],
    ["a length that is no number", `POST ${teams} HTTP/1.1\r\n${host}Content-Length: 0x10\r\n\r\n{}`],
    [
      "a length of forty digits",
      `POST ${teams} HTTP/1.1\r\n${host}Content-Length: ${"9".repeat(40)}\r\n\r\n{}`,
    ],
    [
      "a length and chunks",
      `POST ${teams} HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "an encoding nobody knows",
      `POST ${teams} HTTP/1.1\r\n${host}Transfer-Encoding: gzip, nonsense\r\n\r\n0\r\n\r\n`,
    ],
    [
      "a chunk of no length",
      `POST ${teams} HTTP/1.1\r\n${host}${"Authorization: Bearer KEY\r\nContent-Type: application/json\r\n"}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    ],
    ["a header of 100 KB", `GET ${teams} HTTP/1.1\r\n${host}X: ${"x".repeat(100_000)}\r\n\r\n`],
    ["ten thousand headers", `GET ${teams} HTTP/1.1\r\n${host}${"X: 1\r\n".repeat(10_000)}\r\n`],
    ["a path of 100 KB", `GET ${teams}/${"x".repeat(100_000)} HTTP/1.1\r\n${host}\r\n`],
  ])("(%s) is answered with its error, and nothing more", async (_, text) => {
    const found = await exchange(
      (socket) => socket.write(text.replaceAll("KEY", wire.tenant.key.value), "latin1"),
      whole,
    );
    const status = statusOf(found);
    expect(status === 401 || (status >= 400 && status < 500), found.text.slice(0, 500)).toBe(true);
    expect(found.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    const body = bodyOf(found);
    expect([typeof body.error, typeof body.message]).toEqual(["string", "string"]);
    expect(body.request_id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(found.text.toLowerCase()).toContain(`x-request-id: ${body.request_id}`);
    await wire.standsAsBefore();
  });

  it.each(["a b/c?d", "a, b", "a/b", "[::1", "localhost:x"])(
    "(Host: %s) is refused by probes too",
    async (named) => {
      const found = await exchange(
        (socket) => socket.write(`GET /healthz HTTP/1.1\r\nHost: ${named}\r\n\r\n`),
        whole,
      );
      expect([statusOf(found), bodyOf(found).field]).toEqual([400, "Host"]);
    },
  );

  it.each(["localhost", "a_b.example:80", "[::1]:8080", "127.0.0.1", "", "x:"])(
    "(Host: %s) is not broken",
    async (named) => {
      const found = await exchange(
        (socket) => socket.write(`GET /healthz HTTP/1.1\r\nHost: ${named}\r\n\r\n`),
        whole,
      );
      expect(statusOf(found)).toBe(200);
    },
  );

  it("that expects more than there is gets what it asks for all the same", async () => {
    const bearer = `Authorization: Bearer ${wire.tenant.key.value}\r\n`;
    const found = await exchange(
      (socket) => socket.write(`GET ${teams} HTTP/1.1\r\n${host}${bearer}Expect: a miracle\r\n\r\n`),
      whole,
    );
    expect(statusOf(found)).toBe(200);
    expect(found.text).toMatch(/^x-request-id: req_/im);
  });

  it("that hangs up half way leaves nothing", async () => {
    const text = head("POST", teams, { ...json, "Content-Length": "100" });
    for (const part of [text.slice(0, 20), text, `${text}{"name": "half`]) {
      await exchange((socket) => socket.write(part, () => setTimeout(() => socket.destroy(), 50)));
    }
    await wire.standsAsBefore();
  });
});

it("pipelined requests are answered in their order, each by itself", async () => {
  const requests = [
    head("GET", teams),
    head("GET", `${teams}/none`),
    `${head("POST", teams, { ...json, "Content-Length": "2" })}{}`,
    head("GET", teams, { Connection: "close" }),
  ];
  const found = await exchange((socket) => socket.write(requests.join("")));
  const statuses = [...found.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]);
  expect(statuses).toEqual(["200", "404", "422", "200"]);
  await wire.standsAsBefore();
});
