/** A real Git server: `git http-backend` behind HTTP, with repositories in a folder that goes when it is closed. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface GitServer {
  /** The address of its repository of this name. */
  url(name: string): string;
  /** Every request, as `METHOD path`. */
  readonly asked: string[];
  /** What it answers in the place of Git, until it is undefined again. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Which requests Git does, and never answers. */
  loses: ((request: IncomingMessage) => boolean) | undefined;
  /** What has to be over before Git does a request. */
  waits: ((request: IncomingMessage) => Promise<unknown>) | undefined;
  /** The password that it wants; undefined wants none. */
  password: string | undefined;
  /** A new repository with a clone of it, in which commits are made. */
  repository(name: string): GitClone;
  close(): Promise<void>;
}

export interface GitClone {
  readonly folder: string;
  /** The bare repository that is served. */
  readonly bare: string;
  /** Runs git in the clone. @returns what it prints */
  git(...args: string[]): string;
  /** Writes files and commits and pushes them; null removes one. @returns the commit */
  push(files: Readonly<Record<string, string | Buffer | null>>, message?: string): string;
}

const quiet = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada Lovelace",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada Lovelace",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_ALLOW_PROTOCOL: "file",
};

export function runGit(folder: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, env: quiet, encoding: "utf8", stdio: "pipe" }).trim();
}

export async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), "orgconfig-git-server-"));
  const served = join(root, "served");
  mkdirSync(served);
  const http = createServer((request, response) => {
    const path = request.url ?? "/";
    server.asked.push(`${request.method} ${path}`);
    if (server.answer !== undefined) return server.answer(request, response);
    const sent = Buffer.from(
      (request.headers.authorization ?? "").replace(/^Basic /, ""),
      "base64",
    ).toString();
    if (server.password !== undefined && sent.split(":").slice(1).join(":") !== server.password)
      return response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    const done = () => backend(served, request, response, () => server.loses?.(request) === true);
    if (server.waits === undefined) done();
    else void server.waits(request).then(done);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const server: GitServer = {
    url: (name) => `http://127.0.0.1:${port}/${name}.git`,
    asked: [],
    answer: undefined,
    loses: undefined,
    waits: undefined,
    password: undefined,
    repository(name) {
      const [bare, folder] = [join(served, `${name}.git`), join(root, name)];
      runGit(root, "init", "--quiet", "--bare", "--initial-branch=main", bare);
      runGit(root, "init", "--quiet", "--initial-branch=main", folder);
      runGit(folder, "remote", "add", "origin", bare);
      const git = (...args: string[]) => runGit(folder, ...args);
      return {
        folder,
        bare,
        git,
        push(files, message = "Change") {
          for (const [file, content] of Object.entries(files)) {
            const place = join(folder, file);
            if (content === null) rmSync(place, { force: true });
            else {
              mkdirSync(dirname(place), { recursive: true });
              writeFileSync(place, content);
            }
          }
          git("add", "--all");
          git("commit", "--quiet", "--allow-empty", "-m", message);
          git("push", "--quiet", "--force", "origin", "HEAD");
          return git("rev-parse", "HEAD");
        },
      };
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
  return server;
}

/** One request, as CGI (RFC 3875). */
function backend(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  isLost: () => boolean,
): void {
  const { pathname, search } = new URL(request.url ?? "/", "http://git");
  const child = spawn("git", ["http-backend"], {
    env: {
      ...quiet,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_USER: "git",
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => {});
  response.once("close", () => child.kill());
  let begun: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    if (begun === undefined) return response.write(chunk) || wait(child, response);
    begun = Buffer.concat([begun, chunk]);
    const end = begun.indexOf("\r\n\r\n");
    if (end < 0 || isLost()) return;
    const lines = begun.toString("latin1", 0, end).split("\r\n");
    const headers = lines.map((line) => line.split(/: */, 2) as [string, string]);
    const status = Number(headers.find(([name]) => name.toLowerCase() === "status")?.[1]?.slice(0, 3) ?? 200);
    const others = headers.filter(([name]) => name.toLowerCase() !== "status");
    response.writeHead(status, Object.fromEntries(others));
    response.write(begun.subarray(end + 4));
    begun = undefined;
  });
  child.on("close", () => {
    if (begun === undefined) response.end();
  });
}

/** A pack may be as large as a repository. */
function wait(child: ReturnType<typeof spawn>, response: ServerResponse): void {
  child.stdout?.pause();
  response.once("drain", () => child.stdout?.resume());
}
