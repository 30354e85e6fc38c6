/** What a browser loads for the first page, and under which policy. */
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { consolePaths, findConsole } from "../../src/surfaces/console/serve.ts";
import { startService, type TestService } from "../support/service.ts";
import { buildConsole } from "./browser.ts";

/** Compressed with Brotli, as the service sends them. */
const maxFirstPageBytes = 240 * 1024;
const maxOtherPageBytes = 120 * 1024;

let test: TestService;
beforeAll(async () => {
  buildConsole();
  test = await startService();
});
afterAll(() => test.close());

it("is small: the first page's script, and what any other page has more, with all that they import", () => {
  const folder = findConsole() as URL;
  const assets = new URL("assets/", folder);
  const page = readFileSync(new URL("index.html", folder), "utf8");
  const first = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = ""]) => name);
  // The first page after signing in is Now, which is loaded when it is opened.
  const now = readdirSync(assets).filter((name) => /^now-.*\.js$/.test(name));
  expect([first.length > 0, now.length]).toEqual([true, 1]);
  const known = withImports([...first, ...now], assets);
  const bytes = sumOf(known.keys());
  console.log(`the first page's script: ${kilobytes(bytes)} KB compressed, ${known.size} files`);
  expect(bytes).toBeLessThan(maxFirstPageBytes);

  const pages = [...known.values()].flatMap((script) =>
    [...script.matchAll(/import\(\s*[`"']\.\/([^`"']+\.js)/g)].map(([, name = ""]) => name),
  );
  expect(pages.length).toBeGreaterThan(30);
  const sizes = [...new Set(pages)].map((name): [string, number] => {
    const more = [...withImports([name], assets).keys()].filter((one) => !known.has(one));
    // Most are small enough in the quick way, which comes to more.
    const most = sumOf(more, quick);
    return [name, most > maxOtherPageBytes ? sumOf(more) : most];
  });
  const [largest = ["", 0]] = sizes.sort(([, one], [, other]) => other - one);
  console.log(`the largest of ${sizes.length} others, ${largest[0]}: ${kilobytes(largest[1])} KB more`);
  expect(sizes.filter(([, size]) => size > maxOtherPageBytes)).toEqual([]);

  function sumOf(names: Iterable<string>, sizeOf = served): number {
    return [...names].reduce((sum, name) => sum + sizeOf(new URL(name, assets)), 0);
  }
});

it("brings to the first sight of Now no style that nothing has, no help of a form, and no typeface", async () => {
  const folder = findConsole() as URL;
  const assets = new URL("assets/", folder);
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const drawn = new Set(scripts.flatMap((name) => classesOf(readFileSync(new URL(name, assets), "utf8"))));
  const [, main = ""] = /href="\/assets\/([^"]+\.css)"/.exec(
    readFileSync(new URL("index.html", folder), "utf8"),
  ) ?? ["", ""];
  const style = readFileSync(new URL(main, assets), "utf8");
  // What console/mantine.css leaves out is drawn nowhere.
  const styled = new Set(classesOf(style));
  const library = classesOf(readFileSync("node_modules/@mantine/core/styles.css", "utf8"));
  expect(library.filter((name) => drawn.has(name) && !styled.has(name))).toEqual([]);
  // A typeface is loaded where a rule that holds names it, and this one holds once the page asks for it.
  const namingIt =
    style.replace(/@font-face\s*\{[^}]*\}/g, "").match(/[^{}]+\{[^{}]*Inter Variable[^{}]*\}/g) ?? [];
  expect(namingIt.map((rule) => rule.split("{")[0]?.trim())).toEqual([":root[data-typeface]"]);
  expect(readFileSync(new URL("index.html", folder), "utf8")).not.toMatch(/woff2|data-typeface/);
  const definitions = async (query: string) => {
    const url = `/console/definitions.json${query}`;
    return (await test.service.server.inject({ url, headers: { "accept-encoding": "br" } })).rawPayload;
  };
  const [rawPayload, whole] = [await definitions("?brief"), await definitions("")];
  // What comes later.
  expect(whole.length - rawPayload.length).toBeLessThan(32 * 1024);
  console.log(
    `style: ${kilobytes(brotliCompressSync(style).length)} KB, names: ${kilobytes(rawPayload.length)} KB, help: ${kilobytes(whole.length - rawPayload.length)} KB more`,
  );
  expect(brotliCompressSync(style).length).toBeLessThan(25 * 1024);
  expect(rawPayload.length).toBeLessThan(18 * 1024);
});

/** What the component library calls its parts. */
const classesOf = (text: string): string[] => text.match(/\bm_[0-9a-f]{5,8}\b/g) ?? [];

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(0);

const served = compressedBy(brotliCompressSync);
const quick = compressedBy(gzipSync);

/** Bytes of a file, each compressed once. */
function compressedBy(compress: (script: Buffer) => Buffer): (file: URL) => number {
  const sizes = new Map<string, number>();
  return (file) => {
    const size = sizes.get(file.href) ?? compress(readFileSync(file)).length;
    sizes.set(file.href, size);
    return size;
  };
}

/** Files by name, with those that they import at once; what is imported later is not needed for the page. */
function withImports(names: readonly string[], folder: URL): ReadonlyMap<string, string> {
  const scripts = new Map<string, string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (scripts.has(name)) continue;
    const script = readFileSync(new URL(name, folder), "utf8");
    scripts.set(name, script);
    waiting.push(
      ...[...script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, found = ""]) => found),
    );
  }
  return scripts;
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
