/** Pages of other sites at the calls that take keys: those that the operator named, with a key, and never by the console's cookie. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exposedHeaders } from "../../src/surfaces/named-origins.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

const page = "https://app.example.com";
const asked = "authorization, content-type, idempotency-key, if-match, if-none-match, orgconfig-run";

let open: TestService;
let closed: TestService;
let tenant: Tenant;
beforeAll(async () => {
  [open, closed] = await Promise.all([
    startService({ ORGCONFIG_API_ORIGINS: `http://localhost:3000, ${page}`, ORGCONFIG_RATE_LIMIT: "1000" }),
    startService({ ORGCONFIG_MCP_ORIGINS: page }),
  ]);
  tenant = await open.makeTenant();
});
afterAll(() => Promise.all([open.close(), closed.close()]));

/** As a browser asks before a call: no call of the description. */
const preflight = async (test: TestService, path: string, origin: string, method: string) => {
  const { statusCode, headers } = await test.service.server.inject({
    method: "OPTIONS",
    url: `/api/v1/${path}`,
    headers: { origin, "access-control-request-method": method, "access-control-request-headers": asked },
  });
  return { status: statusCode, headers };
};
const allowed = ({ headers }: { readonly headers: Record<string, unknown> }) => [
  headers["access-control-allow-origin"],
  headers["access-control-allow-credentials"],
];

describe.each([
  ["GET", "config/teams"],
  ["POST", "config/teams"],
  ["PUT", "config/teams/team_1"],
  ["DELETE", "config/teams/team_1"],
  ["POST", "plans"],
  ["PUT", "state"],
  ["POST", "intake/alertmanager/con_1"],
  ["GET", "config/openapi.json"],
])("%s %s", (method, path) => {
  it("is asked about before by a page that was named, with what a write sends", async () => {
    const answer = await preflight(open, path, page, method);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      "access-control-allow-headers": asked,
      "access-control-allow-methods": expect.stringContaining(method),
      vary: expect.stringContaining("Origin"),
    });
    expect(allowed(answer)).toEqual([page, undefined]);
  });

  it.each([
    ["a page that was not", () => open, "https://app.example.com.thief.example"],
    ["a page without an origin", () => open, "null"],
    ["any page, where only pages for MCP were named", () => closed, page],
  ] as const)("is not by %s", async (_who, test, origin) => {
    expect(allowed(await preflight(test(), path, origin, method))).toEqual([undefined, undefined]);
    const called = await test().send(method, `/api/v1/${path}`, { headers: { origin } });
    expect(allowed(called)).toEqual([undefined, undefined]);
  });
});

it("reads and writes with a key, and may read every header that an answer has for it", async () => {
  const made = await tenant.config("POST", "teams", {
    headers: { origin: page, "idempotency-key": "one", "orgconfig-run": "page" },
    body: { name: "Platform" },
  });
  expect([made.status, ...allowed(made)]).toEqual([201, page, undefined]);
  const exposed = String(made.headers["access-control-expose-headers"]).split(", ");
  for (const name of ["etag", "location", "ratelimit", "ratelimit-policy", "x-request-id"]) {
    expect(made.headers[name]).toBeDefined();
    expect(exposed).toContain(name);
  }
  const refused = await tenant.config("PUT", `teams/${made.body.id}`, {
    headers: { origin: page, "if-match": '"another"' },
    body: { name: "Core" },
  });
  expect([refused.status, ...allowed(refused)]).toEqual([412, page, undefined]);
  const nobody = await open.send("GET", "/api/v1/config/teams", { headers: { origin: page } });
  expect([nobody.status, ...allowed(nobody)]).toEqual([401, page, undefined]);
});

it("exposes each header that the description names, but for those that are the browser's own matter", async () => {
  const { components } = JSON.parse(open.service.description) as {
    readonly components: { readonly headers: Record<string, unknown> };
  };
  const named = Object.keys(components.headers).map((name) => name.toLowerCase());
  expect(named.filter((name) => !exposedHeaders.includes(name)).sort()).toEqual(["set-cookie", "vary"]);
});

it("has no use of the console's cookie, and does not reach its calls", async () => {
  const site = siteOf(open);
  const { id } = await site.makeOrganization();
  const { send } = await site.makeMember(id, "org_admin");
  expect((await send("GET", "deploy_gate?service=checkout")).status).toBe(200);
  // Also a page of the same site, to which the browser would send the cookie along.
  expect((await send("GET", "deploy_gate?service=checkout", { headers: { origin: page } })).status).toBe(401);
  for (const path of ["session", "account/tokens", `organizations/${id}/members`, "operator/organizations"]) {
    expect(allowed(await preflight(open, path, page, "GET"))).toEqual([undefined, undefined]);
    expect(allowed(await send("GET", path, { headers: { origin: page } }))).toEqual([undefined, undefined]);
  }
});
