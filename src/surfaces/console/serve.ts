/**
 * Serves the console: the files that Vite made, and the definitions that its pages are drawn from. Every
 * path is named, so that a page never stands where the API, the documents or a probe are.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { fileOf, type ServedFile, sendFile } from "../served-files.ts";
import { withoutHelp } from "./definitions.ts";

export interface ConsoleOptions {
  /** The definitions as JSON. */
  readonly definitions: string;
  /** The folder with the built pages; without one only the definitions are served. */
  readonly folder: URL | undefined;
  /** The pages that are served; all of them where it is left out. */
  readonly paths?: readonly string[];
}

/** Where the console's pages are; the browser's router knows what is there. */
export const consolePaths = [
  "/",
  "/sign-in",
  "/sign-in/link/:token",
  "/sign-in/refused",
  "/account",
  "/account/*",
  "/authorize",
  "/invitations/:token",
  "/now",
  "/o/*",
  "/operator",
  "/resets/:token",
  "/settings",
  "/settings/*",
] as const;

/** The one page for the operator of the installation, which needs no session. */
export const operatorPath = "/operator";

/** Scripts, data and pictures come from here only; the component library writes style elements. */
export const consolePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** What stands at the root reaches all pages below it. */
const workerScope = "/";
const workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'";

const encodings = ["br", "gzip"] as const;

const revalidate = "no-cache";
/** Names that hold the hash of their content, as the build makes them; icons and the manifest have names of their own. */
const hashed = /-[\w-]{8}\.\w+$/;
const forever = "public, max-age=31536000, immutable";

export function serveConsole(
  server: FastifyInstance,
  { definitions, folder, paths = consolePaths }: ConsoleOptions,
): void {
  const whole = fileOf("definitions.json", definitions, encodings);
  const brief = fileOf("definitions.json", withoutHelp(definitions), encodings);
  server.route<{ Querystring: { brief?: string } }>({
    method: ["GET", "HEAD"],
    url: "/console/definitions.json",
    handler: (request, reply) =>
      sendFile(request, reply, request.query.brief === undefined ? whole : brief, revalidate),
  });
  if (folder === undefined) return;

  const page = fileOf("index.html", readFileSync(new URL("index.html", folder)), encodings);
  for (const url of paths) {
    server.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => sendFile(request, guarded(reply, url), page, revalidate),
    });
  }
  const assets = assetsOf(new URL("assets/", folder));
  server.route<{ Params: { file: string } }>({
    method: ["GET", "HEAD"],
    url: "/assets/:file",
    handler: (request, reply) => {
      const asset = assets(request.params.file);
      if (asset === undefined) return reply.callNotFound();
      return sendFile(request, reply, asset, hashed.test(request.params.file) ? forever : revalidate);
    },
  });
  if (paths.includes(workerScope)) serveWorker(server, folder);
}

/** It runs under a policy of its own: it talks to the service, and to nobody else. */
function serveWorker(server: FastifyInstance, folder: URL): void {
  const worker = fileOf("worker.js", readFileSync(new URL("worker.js", folder)), encodings);
  server.route({
    method: ["GET", "HEAD"],
    url: "/worker.js",
    handler: (request, reply) =>
      sendFile(request, reply.header("content-security-policy", workerPolicy), worker, revalidate),
  });
}

/** The folder that the build has made, seen from the compiled program or from its sources. */
export function findConsole(): URL | undefined {
  return ["../../../console/", "../../../dist/console/"]
    .map((place) => new URL(place, import.meta.url))
    .find((place) => existsSync(new URL("index.html", place)) && existsSync(new URL("worker.js", place)));
}

function guarded(reply: FastifyReply, url: string): FastifyReply {
  // A program that is let in by OAuth may open the page in a window of its own, and waits for that to come back.
  const opener = url === "/authorize" ? "unsafe-none" : "same-origin";
  return reply
    .header("content-security-policy", consolePolicy)
    .header("referrer-policy", "same-origin")
    .header("cross-origin-opener-policy", opener)
    .header("x-frame-options", "DENY");
}

/** Reads a file when it is first asked for; only names that the build made are files. */
function assetsOf(folder: URL): (name: string) => ServedFile | undefined {
  const names = new Set(readdirSync(folder));
  const read = new Map<string, ServedFile>();
  return (name) => {
    if (!names.has(name)) return undefined;
    const known = read.get(name) ?? fileOf(name, readFileSync(new URL(name, folder)), encodings);
    read.set(name, known);
    return known;
  };
}
