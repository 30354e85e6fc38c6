/** Who a request counts as, behind proxies that are trusted and behind others. */
import fastify from "fastify";
import { expect, it } from "vitest";
import { createClientConnection } from "../../src/surfaces/rest/client-address.ts";

interface Sent {
  readonly trusted?: readonly string[];
  readonly publicUrl?: string;
  readonly peer: string;
  readonly forwardedFor?: string;
  readonly forwardedProto?: string;
}

async function seen({ trusted = [], publicUrl, peer, forwardedFor, forwardedProto }: Sent) {
  const { addressOf, isSecure } = createClientConnection(trusted, publicUrl);
  const server = fastify();
  server.get("/", async (request) => ({ address: addressOf(request), secure: isSecure(request) }));
  const answer = await server.inject({
    url: "/",
    remoteAddress: peer,
    headers: {
      ...(forwardedFor !== undefined && { "x-forwarded-for": forwardedFor }),
      ...(forwardedProto !== undefined && { "x-forwarded-proto": forwardedProto }),
    },
  });
  return answer.json();
}

const proxies = ["10.0.0.0/8", "2001:db8::/32"];

it.each<[what: string, sent: Sent, address: string]>([
  ["the peer", { peer: "203.0.113.9" }, "203.0.113.9"],
  ["the peer, where no proxy is trusted", { peer: "10.0.0.1", forwardedFor: "198.51.100.7" }, "10.0.0.1"],
  ["an untrusted peer", { trusted: proxies, peer: "203.0.113.9", forwardedFor: "1.2.3.4" }, "203.0.113.9"],
  ["the proxy that names nobody", { trusted: proxies, peer: "10.0.0.1" }, "10.0.0.1"],
  [
    "the hop before the proxy",
    { trusted: proxies, peer: "10.0.0.1", forwardedFor: "198.51.100.7" },
    "198.51.100.7",
  ],
  [
    "the hop before all proxies",
    { trusted: proxies, peer: "2001:db8::1", forwardedFor: "6.6.6.6, 198.51.100.7,, 10.0.0.3" },
    "198.51.100.7",
  ],
  [
    "the first of nothing but proxies",
    { trusted: proxies, peer: "10.0.0.1", forwardedFor: "10.0.0.9, 10.0.0.8" },
    "10.0.0.9",
  ],
  [
    "IPv4 that IPv6 maps",
    { trusted: proxies, peer: "::ffff:10.0.0.1", forwardedFor: "::ffff:198.51.100.7" },
    "198.51.100.7",
  ],
  [
    "whom a range that IPv6 maps trusts",
    { trusted: ["::ffff:10.0.0.0/104"], peer: "10.0.0.1", forwardedFor: "198.51.100.7" },
    "198.51.100.7",
  ],
  [
    "what all of IPv4 forwards",
    { trusted: ["0.0.0.0/0"], peer: "203.0.113.9", forwardedFor: "198.51.100.7, 192.0.2.1" },
    "198.51.100.7",
  ],
  [
    "what all of IPv6 forwards",
    { trusted: ["::/0"], peer: "fe80::1", forwardedFor: "198.51.100.7, 2001:db8::2" },
    "198.51.100.7",
  ],
])("the address is %s", async (_, sent, address) => {
  expect(await seen(sent)).toMatchObject({ address });
});

it.each<[what: string, sent: Sent, secure: boolean]>([
  ["as the public URL says", { publicUrl: "https://config.example", peer: "203.0.113.9" }, true],
  [
    "not where the public URL says http",
    { publicUrl: "http://config.example", trusted: proxies, peer: "10.0.0.1", forwardedProto: "https" },
    false,
  ],
  ["as a trusted proxy says", { trusted: proxies, peer: "10.0.0.1", forwardedProto: "https" }, true],
  ["not as others say", { trusted: proxies, peer: "203.0.113.9", forwardedProto: "https" }, false],
  ["not where nobody says", { trusted: proxies, peer: "10.0.0.1" }, false],
])("the connection is secure %s", async (_, sent, secure) => {
  expect(await seen(sent)).toMatchObject({ secure });
});
