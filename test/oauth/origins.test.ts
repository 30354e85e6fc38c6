/** Pages of other sites at the MCP endpoint and at what lets programs in there: those that the operator named, and no others. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { redirectUri } from "./support.ts";

const page = "https://app.example.com";
const addresses = [
  ["GET", "/.well-known/oauth-authorization-server"],
  ["GET", "/.well-known/oauth-protected-resource"],
  ["GET", "/.well-known/oauth-protected-resource/api/mcp"],
  ["POST", "/oauth/register"],
  ["POST", "/oauth/token"],
  ["POST", "/oauth/revoke"],
  ["POST", "/api/mcp"],
] as const;

let open: TestService;
let closed: TestService;
let base: string;
let other: string;
beforeAll(async () => {
  [open, closed] = await Promise.all([
    startService({ ORGCONFIG_MCP_ORIGINS: `http://localhost:3000, ${page}` }),
    startService(),
  ]);
  [base, other] = (await Promise.all(
    [open, closed].map(({ service }) => service.server.listen({ port: 0, host: "127.0.0.1" })),
  )) as [string, string];
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const preflight = (at: string, path: string, origin: string, method: string) =>
  fetch(`${at}${path}`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization, content-type, mcp-protocol-version",
    },
  });

describe.each(addresses)("%s %s", (method, path) => {
  it("is called by a page that was named, without cookies", async () => {
    const asked = await preflight(base, path, page, method);
    expect(asked.status).toBe(204);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
      "access-control-allow-methods": expect.stringContaining(method),
      vary: expect.stringContaining("Origin"),
    });
    const called = await fetch(`${base}${path}`, { method, headers: { origin: page } });
    expect(called.status).not.toBe(403);
    expect(called.headers.get("access-control-allow-origin")).toBe(page);
    expect(called.headers.get("vary")).toContain("Origin");
    for (const { headers } of [asked, called])
      expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it.each([
    ["a page that was not", () => base, "https://app.example.com.thief.example"],
    ["a page of the same host by http", () => base, "http://app.example.com"],
    ["a page without an origin", () => base, "null"],
    ["any page, where none was named", () => other, page],
  ] as const)("is not by %s", async (_who, at, origin) => {
    const asked = await preflight(at(), path, origin, method);
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
    const called = await fetch(`${at()}${path}`, { method, headers: { origin } });
    expect(called.headers.get("access-control-allow-origin")).toBeNull();
    if (path.startsWith("/oauth/")) expect(called.status).toBe(403);
  });
});

it("registers a program of such a page, and shows it the way in", async () => {
  const registered = await fetch(`${base}/oauth/register`, {
    method: "POST",
    headers: { origin: page, "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Page", redirect_uris: [redirectUri] }),
  });
  expect([registered.status, registered.headers.get("access-control-allow-origin")]).toEqual([201, page]);
  const called = await fetch(`${base}/api/mcp`, { method: "POST", headers: { origin: page } });
  expect(called.status).toBe(401);
  expect(called.headers.get("access-control-expose-headers")).toContain("www-authenticate");
  expect(called.headers.get("www-authenticate")).toContain("resource_metadata");
});

it("is no other door's matter", async () => {
  const called = await fetch(`${base}/api/v1/config/teams`, { headers: { origin: page } });
  expect(called.headers.get("access-control-allow-origin")).toBeNull();
});
