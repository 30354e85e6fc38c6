/** Paths and queries that nobody means well with, as they are on the wire. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, startWire, statusOf, teams, type Wire, whole } from "../support/wire.ts";

let wire: Wire;
const exchange: Wire["exchange"] = (talk, enough) => wire.exchange(talk, enough);
const head: Wire["head"] = (...what) => wire.head(...what);

beforeAll(async () => {
  wire = await startWire();
});
afterAll(() => wire.contract.close());

describe("a path", () => {
  const get = (path: string, method = "GET", headers: Record<string, string> = {}) =>
    exchange((socket) => socket.write(head(method, path, headers), "latin1"), whole);

  it.each(["%", "%z", "%zz", "%2", "%ff", "%c3%28", "%ed%a0%80", "a%", "%u0041", "%00%", "%e0%80%af"])(
    "with the escape %s is no path",
    async (sequence) => {
      for (const path of [
        `${teams}/${sequence}`,
        `/api/v1/config/${sequence}`,
        `/api/v1/${sequence}/x`,
        `/${sequence}`,
      ]) {
        const found = await get(path);
        expect([400, 404], `${path}: ${found.text}`).toContain(statusOf(found));
        expect(["bad_request", "not_found"]).toContain(bodyOf(found).error);
      }
    },
  );

  it.each([
    "..",
    "%2e%2e",
    "../teams",
    "%2e%2e%2fteams",
    "..%5cteams",
    "%00",
    "%0d%0aX-Injected:%201",
    "%0a",
    "\u00e9",
    "%f0%9f%98%80",
    "'",
    '"',
    "<b>",
    "a;b=c",
    "%252e",
    "//",
    "*",
  ])("with %s names no row, and injects nothing", async (part) => {
    for (const [method, path] of [
      ["GET", `${teams}/${part}`],
      ["DELETE", `${teams}/${part}`],
      ["GET", `/api/v1/config/service_bindings/${part}`],
      ["GET", `/api/v1/config/${part}/x`],
    ] as const) {
      const found = await get(path, method);
      expect([400, 404, 405], `${path}: ${found.text}`).toContain(statusOf(found));
      expect(found.text.split("\r\n\r\n")[0]).not.toMatch(/^X-Injected/im);
    }
  });

  it("that is long is answered, and not repeated whole", async () => {
    const found = await get(`${teams}/${"x".repeat(6_000)}`);
    expect(statusOf(found)).toBe(404);
    expect(found.text.length).toBeLessThan(2_000);
    const unknown = await get(`/api/v1/config/${"x".repeat(6_000)}`);
    expect(statusOf(unknown)).toBe(404);
    expect(unknown.text.length).toBeLessThan(2_000);
  });

  it("with thousands of query parameters is answered", async () => {
    for (const query of [
      "a=1&".repeat(3_000),
      Array.from({ length: 1_500 }, (_, i) => `p${i}=1`).join("&"),
      "&".repeat(10_000),
      "=".repeat(10_000),
      `name=${"%41".repeat(4_000)}`,
      "name=%zz&name[]=1",
      "name=%ff",
      "a".repeat(10_000),
    ]) {
      const found = await get(`${teams}?${query}`);
      expect([200, 422], `${query.slice(0, 40)}: ${found.text.slice(0, 300)}`).toContain(statusOf(found));
      expect(found.text.length).toBeLessThan(16_000);
    }
  });

  it("with a NUL names nothing, wherever it stands", async () => {
    const paths = [
      "config/teams/%00",
      "config/%00",
      "config/service_bindings/a%00b",
      "audit/%00",
      "operator/organizations/%00",
      "organizations/%00/api_keys",
      "prompts/%00",
      "state/teams/%00",
    ];
    for (const path of paths) {
      for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
        const operator = {
          Authorization: `Bearer ${path.startsWith("operator") ? wire.contract.settings.operatorToken : wire.tenant.key.value}`,
        };
        const found = await get(`/api/v1/${path}`, method, operator);
        expect([400, 401, 403, 404, 405], `${method} ${path}: ${found.text}`).toContain(statusOf(found));
      }
    }
    for (const query of ["name=%00", "name=a%00b", "etags=%00", "%00=1"]) {
      const found = await get(`${teams}?${query}`);
      expect([200, 422], `${query}: ${found.text}`).toContain(statusOf(found));
    }
    const audit = await get("/api/v1/audit?id=%00");
    expect(statusOf(audit)).toBe(422);
    const reader = await wire.contract.makeKey(wire.tenant.organization.id, ["api:config_read"]);
    const refused = await get(`${teams}/%00`, "DELETE", { Authorization: `Bearer ${reader.value}` });
    expect([statusOf(refused), bodyOf(refused).error]).toEqual([403, "read_only_key"]);
    await wire.standsAsBefore();
  });

  it("in absolute form, or with *, is answered", async () => {
    expect(statusOf(await get(`http://localhost${teams}`))).toBeLessThan(500);
    expect(statusOf(await get("*", "OPTIONS"))).toBeLessThan(500);
    const found = await exchange(
      (socket) => socket.write("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
      whole,
    );
    expect(found.closed || statusOf(found) >= 400).toBe(true);
  });

  it("of an upgrade is answered as if it were none", async () => {
    const found = await get(teams, "GET", {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "x",
    });
    expect(statusOf(found)).toBe(200);
  });
});

describe("a Location", () => {
  it("carries an id of any characters as one segment", async () => {
    const other = await wire.contract.tenant();
    for (const service of [
      "a b",
      "é",
      "a?b",
      "a#b",
      "a%2fb",
      "%0d%0a",
      "'\"<>",
      "\u{1f600}",
      "\u202e",
      "a;b",
      "...",
    ]) {
      const made = await other.config("POST", "service_bindings", { body: { service } });
      expect(made.status, made.text).toBe(201);
      const location = String(made.headers.location);
      expect(location).toMatch(/^\/api\/v1\/config\/service_bindings\/[\x21-\x7e]+$/);
      expect(location.split("/")).toHaveLength(6);
      const read = await other.config("GET", location.slice("/api/v1/config/".length));
      expect(read.body).toEqual(made.body);
    }
  });
});
