import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

describe("/docs", () => {
  it("is a page whose policy lets it reach this host only", async () => {
    const { status, headers } = await test.send("GET", "/docs");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = Object.fromEntries(
      (headers["content-security-policy"] ?? "").split("; ").map((part) => {
        const [name = "", ...sources] = part.split(" ");
        return [name, sources];
      }),
    );
    expect(policy["default-src"]).toEqual(["'none'"]);
    expect(policy["script-src"]).toEqual(["'self'"]);
    expect(policy["connect-src"]).toEqual(["'self'"]);
    const sources = new Set(Object.values(policy).flat());
    expect([...sources].sort()).toEqual(["'none'", "'self'", "'unsafe-inline'", "blob:", "data:"]);
  });

  it("holds no script of its own, and names files by their content, to be kept for ever", async () => {
    const page = await test.send("GET", "/docs/");
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const scripts = [...page.text.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1] as string);
    expect(scripts).toHaveLength(2);
    for (const script of scripts) {
      const { status, headers } = await test.send("GET", script);
      expect([status, headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect((await test.send("HEAD", script)).status).toBe(200);
    }
  });

  it("turns off everything in the reader that speaks to its makers", async () => {
    const page = await test.send("GET", "/docs");
    const start = /src="(\/docs\/start-[^"]+)"/.exec(page.text)?.[1] as string;
    const { text } = await test.send("GET", start);
    expect(text).toContain('"withDefaultFonts":false');
    expect(text).toContain('"telemetry":false');
    expect(text).toContain('"agent":{"disabled":true}');
    expect(text).toContain('"showDeveloperTools":"never"');
    expect(text).not.toMatch(/https?:/);
  });

  it("has no other files", async () => {
    const { status, body } = await test.send("GET", "/docs/reader-0000000000000000.js");
    expect([status, body.error]).toEqual([404, "not_found"]);
  });
});
