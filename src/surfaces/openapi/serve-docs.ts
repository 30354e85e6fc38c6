/**
 * The description for people, at /docs: Scalar's reader, served from here with everything in it that could
 * speak to another host turned off. The policy of the page forbids it besides, whatever a later version of
 * the reader may try.
 */
import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { once } from "../../kernel/once.ts";
import { changelogPath } from "../deprecated.ts";
import { fileOf, sendFile } from "../served-files.ts";

export interface DocsOptions {
  /** The reader's bundle; read when the page is first asked for. */
  readonly bundle: () => Buffer;
}

/** The reader styles itself with style elements and attributes; scripts come from our own files only. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Among the sources as in what is built. */
const changelog = new URL("../../../docs/api-changelog.md", import.meta.url);

const description = "/api/v1/config/openapi.json";

const settings = {
  url: description,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  persistAuth: false,
  // Its own proxy is a host of its makers; requests that are tried out go straight to this one.
  proxyUrl: "",
  theme: "default",
  documentDownloadType: "direct",
};

const start = `Scalar.createApiReference("#reference", ${JSON.stringify(settings)});\n`;

export function serveDocs(server: FastifyInstance, { bundle }: DocsOptions): void {
  const docs = once(() => makeDocs(bundle()));
  for (const url of ["/docs", "/docs/"]) {
    server.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => {
        reply.header("content-security-policy", docsPolicy).header("referrer-policy", "no-referrer");
        return sendFile(request, reply, docs().page, "no-cache");
      },
    });
  }
  const changes = once(() => fileOf("api-changelog.md", readFileSync(changelog)));
  server.route({
    method: ["GET", "HEAD"],
    url: changelogPath,
    handler: (request, reply) => sendFile(request, reply, changes(), "no-cache"),
  });
  server.route<{ Params: { file: string } }>({
    method: ["GET", "HEAD"],
    url: "/docs/:file",
    handler: (request, reply) => {
      const script = docs().scripts.get(request.params.file);
      // The name holds the content's hash, so what it stands for never changes.
      return script === undefined
        ? reply.callNotFound()
        : sendFile(request, reply, script, "public, max-age=31536000, immutable");
    },
  });
}

/** Where the build has put the bundle, or else the package that it comes from. */
export function readScalarBundle(): Buffer {
  const places = [
    "../../../docs/standalone.js",
    "../../../node_modules/@scalar/api-reference/dist/browser/standalone.js",
  ];
  const found = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (found === undefined) throw new Error("The bundle behind /docs is missing; build again.");
  return readFileSync(found);
}

function makeDocs(bundle: Buffer) {
  const reader = fileOf("reader.js", bundle);
  const starter = fileOf("start.js", start);
  const names = { reader: `reader-${reader.hash}.js`, starter: `start-${starter.hash}.js` };
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Organization Configuration API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The description itself is at <a href="${description}">${description}</a>.</noscript>
<script src="/docs/${names.reader}"></script>
<script src="/docs/${names.starter}"></script>
</body>
</html>
`;
  return {
    page: fileOf("index.html", page),
    scripts: new Map([
      [names.reader, reader],
      [names.starter, starter],
    ]),
  };
}
