/** What a browser loads for the first page, and under which policy. */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { consolePaths, findConsole } from "../../src/surfaces/console/serve.ts";
import { startService, type TestService } from "../support/service.ts";
import { buildConsole } from "./browser.ts";

const maxFirstPageBytes = 250 * 1024;

let test: TestService;
beforeAll(async () => {
  buildConsole();
  test = await startService();
});
afterAll(() => test.close());

it("is small: the first page's script stays under 250 KB compressed, with all that it imports", () => {
  const folder = findConsole() as URL;
  const page = readFileSync(new URL("index.html", folder), "utf8");
  const first = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = ""]) => name);
  // The first page after signing in is Now, which is loaded when it is opened.
  const now = readdirSync(new URL("assets/", folder)).filter((name) => /^now-.*\.js$/.test(name));
  expect([first.length > 0, now.length]).toEqual([true, 1]);
  const sizes = withImports([...first, ...now], new URL("assets/", folder));
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`the first page's script: ${(bytes / 1024).toFixed(0)} KB compressed, ${sizes.size} files`);
  expect(bytes).toBeLessThan(maxFirstPageBytes);
});

/** Bytes of each file, compressed, and of what it imports at once; what is imported later does not count for the first page. */
function withImports(names: readonly string[], folder: URL): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (sizes.has(name)) continue;
    const script = readFileSync(new URL(name, folder), "utf8");
    sizes.set(name, gzipSync(script).length);
    waiting.push(
      ...[...script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, found = ""]) => found),
    );
  }
  return sizes;
}

it("is served at every page's address, under a policy that allows no inline script and no other host", async () => {
  for (const path of consolePaths) {
    const url = path.replace(":token", "abc").replace("*", "x/y/z");
    const { statusCode, headers, body } = await test.service.server.inject({ url });
    expect([url, statusCode]).toEqual([url, 200]);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-frame-options": "DENY",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/default-src 'self'; script-src 'self';/);
    // No host, no scheme but pictures of their own, and no text that is run as code.
    expect(policy.replace("img-src 'self' data:", "")).not.toMatch(/\/\/|\w:|\*|unsafe-eval/);
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(body).not.toMatch(/(?:src|href)="(?!\/)/);
  }
});

it("serves hashed files for good, and no other name", async () => {
  const page = await test.service.server.inject({ url: "/" });
  const [script = ""] = /\/assets\/[^"]+\.js/.exec(page.body) ?? [];
  const asset = await test.service.server.inject({ url: script, headers: { "accept-encoding": "gzip, br" } });
  expect(asset.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
  for (const name of ["nothing.js", "..%2findex.html", "%2e%2e%2f%2e%2e%2fpackage.json"])
    expect((await test.service.server.inject({ url: `/assets/${name}` })).statusCode).toBe(404);
});

it("serves the worker of notifications and what makes an app of it, each to be asked for anew", async () => {
  const get = async (url: string) => test.service.server.inject({ url });
  const worker = await get("/worker.js");
  expect([worker.statusCode, worker.headers]).toMatchObject([
    200,
    {
      ...{ "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
      "content-security-policy": "default-src 'none'; connect-src 'self'; img-src 'self'",
    },
  ]);
  // Every browser can run it as it is, and it keeps nothing.
  expect(worker.body).not.toMatch(/\b(?:import|export)\b|caches|indexedDB/);
  const manifest = await get("/assets/app.webmanifest");
  expect(manifest.headers).toMatchObject({
    ...{ "content-type": "application/manifest+json", "cache-control": "no-cache" },
  });
  const { icons, display, start_url } = manifest.json();
  expect([display, start_url]).toEqual(["standalone", "/now"]);
  const page = (await get("/")).body;
  const [, touch = ""] = /apple-touch-icon" href="([^"]+)"/.exec(page) ?? [];
  for (const { src, sizes } of [...icons, { src: touch, sizes: "180x180" }]) {
    const { rawPayload, headers } = await get(src);
    expect(headers).toMatchObject({ "content-type": "image/png", "cache-control": "no-cache" });
    // Of the header of a PNG: width and height.
    expect(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`).toBe(sizes);
  }
});

it("stands in the way of nothing else", async () => {
  for (const [url, type] of [
    ["/healthz", "application/json"],
    ["/docs", "text/html"],
    ["/api/v1/nothing", "application/json"],
    ["/nothing", "application/json"],
  ] as const) {
    const { headers, body } = await test.service.server.inject({ url });
    expect(headers["content-type"]).toContain(type);
    expect(body).not.toContain('<div id="root">');
  }
});
