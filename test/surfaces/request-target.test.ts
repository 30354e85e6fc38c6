import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { originForm } from "../../src/surfaces/http/request-target.ts";

const request = (url: string) => ({ url, headers: { host: "said.example" } }) as unknown as IncomingMessage;

it.each([
  ["/a?b=http://x/", "/a?b=http://x/", "said.example"],
  ["http://named.example/a?b=c", "/a?b=c", "named.example"],
  ["HTTPS://named.example:8443/a", "/a", "named.example:8443"],
  ["http://named.example", "/", "named.example"],
  ["http://named.example?b=c", "/?b=c", "named.example"],
  ["http://[::1]:80/a//b", "/a//b", "[::1]:80"],
  // What is no URL of ours stays, to be refused.
  ["http://user@named.example/a", "http://user@named.example/a", "said.example"],
  ["ftp://named.example/a", "ftp://named.example/a", "said.example"],
  ["*", "*", "said.example"],
])("the target %s is the path %s at %s", (target, path, host) => {
  const asked = request(target);
  expect([originForm(asked), asked.headers.host]).toEqual([path, host]);
});
