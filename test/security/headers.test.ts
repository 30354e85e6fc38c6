/** What every answer says to browsers, and what none says to anybody. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findConsole } from "../../src/surfaces/console/serve.ts";
import { type Answer, startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

/** One of each sort of answer, at every door. */
const answers: readonly [what: string, ask: () => Promise<Answer>][] = [
  ["a list", () => tenant.config("GET", "teams")],
  ["a row that was made", () => tenant.config("POST", "teams", { body: { name: "One" } })],
  ["a refused body", () => tenant.config("POST", "teams", { body: "{" })],
  ["an unknown row", () => tenant.config("GET", "teams/team_none")],
  ["an unknown path", () => tenant.api("GET", "nothing/here")],
  ["a path below no door", () => test.send("GET", "/nothing.php")],
  ["a missing key", () => test.send("GET", "/api/v1/config/teams")],
  ["a method that is not there", () => tenant.config("PATCH", "teams")],
  ["MCP without a credential", () => test.send("POST", "/api/mcp", { body: {} })],
  ["where a program learns how to connect", () => test.send("GET", "/.well-known/oauth-protected-resource")],
  ["a program without a code", () => test.send("POST", "/oauth/token", { body: {} })],
  ["a request without a session", () => test.send("GET", "/api/v1/session")],
  ["the description", () => test.send("GET", "/api/v1/config/openapi.json")],
  ["the reader", () => test.send("GET", "/docs")],
  ["the definitions", () => test.send("GET", "/console/definitions.json")],
  ["health", () => test.send("GET", "/healthz")],
  ["readiness", () => test.send("GET", "/readyz")],
  ["metrics", () => test.send("GET", "/metrics")],
  ["the export", () => tenant.config("GET", "export")],
  ["a status page that there is not", () => test.send("GET", "/status/none")],
  ["a calendar that there is not", () => test.send("GET", "/calendars/none.ics")],
  ["a bad escape", () => test.send("GET", "/%zz")],
];

describe.each(answers)("%s", (_what, ask) => {
  it("is taken for nothing but what it says it is, and names no program", async () => {
    const { headers, status } = await ask();
    expect([status, headers["x-content-type-options"]]).toEqual([status, "nosniff"]);
    expect(headers["content-type"]).toMatch(/; charset=utf-8|^application\/hcl/);
    expect(headers["x-request-id"]).toMatch(/^req_[0-9a-f]{32}$/);
    for (const name of ["server", "x-powered-by", "via"]) expect(headers[name]).toBeUndefined();
    // No page of another origin may read any of it.
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/);
  });
});

/** A built console is there in CI's browser suite; /docs always is. */
const pages = ["/docs", ...(findConsole() === undefined ? [] : ["/", "/authorize"])];

describe.each(pages)("the page %s", (path) => {
  it("runs scripts of this host only, and in nobody's frame", async () => {
    const { status, headers } = await test.send("GET", path);
    expect(status).toBe(200);
    const policy = Object.fromEntries(
      (headers["content-security-policy"] ?? "").split(/; */).map((line) => {
        const [name = "", ...sources] = line.split(" ");
        return [name, sources];
      }),
    );
    const scripts: string[] = policy["script-src"] ?? policy["default-src"] ?? ["*"];
    for (const source of scripts) expect(source).toMatch(/^'(self|none|sha256-[A-Za-z0-9+/=]+)'$/);
    for (const source of Object.values(policy).flat())
      expect(source).not.toMatch(/^\*|^https?:|^'unsafe-eval'/);
    expect(policy["frame-ancestors"]).toEqual(["'none'"]);
    expect(policy["base-uri"]).toEqual(["'none'"]);
    expect(headers["referrer-policy"]).toMatch(/^(no-referrer|same-origin)$/);
  });
});

describe("strict transport", () => {
  const ask = async (env: Readonly<Record<string, string>>, headers = {}) => {
    const service = await startService(env);
    const answers = [
      await service.send("GET", "/healthz", { headers }),
      await service.send("GET", "/nothing.php"),
    ];
    await service.close();
    return answers.map((answer) => answer.headers["strict-transport-security"]);
  };

  it("is asked of browsers behind https alone, and not where that is switched off", async () => {
    const https = { ORGCONFIG_PUBLIC_URL: "https://orgconfig.example.com" };
    expect(await ask(https)).toEqual(["max-age=31536000", "max-age=31536000"]);
    expect(await ask({ ...https, ORGCONFIG_HSTS_SECONDS: "0" })).toEqual([undefined, undefined]);
    expect(await ask({})).toEqual([undefined, undefined]);
    // Nobody but a trusted proxy says that it was https.
    expect(await ask({}, { "x-forwarded-proto": "https" })).toEqual([undefined, undefined]);
  });
});
