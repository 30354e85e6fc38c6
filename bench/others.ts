/**
 * `npm run bench:others`: this service next to Unleash, Directus and Parse Server, in one run over the same PostgreSQL,
 * in turns: reading one object by its id, changing one, and a list of 100. Each is installed from npm, in the version
 * that is named here, into a folder outside of the project (OTHERS_FOLDER), and set up as its users would. What cannot
 * be installed or started is reported, and left out.
 *
 * BENCH_ALTERNATIONS (5) and BENCH_SECONDS (4) shorten a run.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment } from "./access.ts";
import { type Case, fill, get, rowPath, type Side, send, side, writesOf } from "./cases.ts";
import { connections, takeRounds } from "./interleaved.ts";
import { benchmark, startService, watch } from "./processes.ts";
import { newDatabase, openCompared } from "./side-by-side.ts";
import { heading, line } from "./table.ts";

const folder = process.env.OTHERS_FOLDER ?? join(tmpdir(), "orgconfig-others");
const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const firstPort = Number(process.env.BENCH_PORT ?? 28_090);
const rowCount = 64;
const listLength = 100;
/** As long as what our own rows hold. */
const text = "reliability ".repeat(60);

interface Sides {
  readonly read: Side;
  readonly write: Side;
  readonly list: Side;
  /** What programs ask for, where that is not what people and scripts read. */
  readonly listByClients?: Side;
}

/** Another product: how it is installed and started, and what is asked of it. */
interface Product {
  readonly name: string;
  /** Package and exact version: the last that takes this Node. */
  readonly packages: readonly string[];
  /** Writes what it needs into its folder, and answers the command line that starts it. */
  start(context: Context): readonly string[];
  readonly env?: (context: Context) => Readonly<Record<string, string>>;
  /** Answers when it is ready. */
  readonly health: string;
  /** Makes objects, and says how they are read, written and listed. */
  fill(context: Context): Promise<Sides>;
}

interface Context {
  readonly folder: string;
  readonly port: number;
  readonly databaseUrl: string;
}

const secret = "a-secret-of-thirty-two-characters";

const products: readonly Product[] = [
  {
    name: "Unleash",
    packages: ["unleash-server@6.10.1"],
    health: "/health",
    start({ folder, port, databaseUrl }) {
      const options = {
        databaseUrl,
        db: { ssl: false },
        server: { port, host: "127.0.0.1" },
        logLevel: "fatal",
        versionCheck: { enable: false, url: "" },
        authentication: { type: "open-source", initialAdminUser: { username: "admin", password: secret } },
      };
      const program = `require("unleash-server").start(${JSON.stringify(options)});`;
      writeFileSync(join(folder, "start.cjs"), program);
      return [join(folder, "start.cjs")];
    },
    async fill({ port }) {
      const login = await ask(port, "POST", "/auth/simple/login", { username: "admin", password: secret });
      const cookie = { cookie: login.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      const made = await ask(
        port,
        "POST",
        "/api/admin/user/tokens",
        { description: "bench", expiresAt },
        cookie,
      );
      const authorization = { authorization: ((await made.json()) as { secret: string }).secret };
      const features = "/api/admin/projects/default/features";
      for (let n = 0; n < listLength; n += 1)
        await ask(port, "POST", features, { name: `feature-${n}`, description: text }, authorization);
      const head = `Authorization: ${authorization.authorization}\r\n`;
      // Programs fetch all flags by another API, which keeps its answer for a while.
      const token = { tokenName: "bench", type: "client", environment: "development", projects: ["default"] };
      const client = await ask(port, "POST", "/api/admin/api-tokens", token, authorization);
      const clientHead = `Authorization: ${((await client.json()) as { secret: string }).secret}\r\n`;
      const each = (make: (path: string, turn: number) => string) =>
        twice((n, turn) => make(`${features}/feature-${n}`, turn));
      return {
        read: side(
          port,
          each((path) => get(path, head)),
        ),
        write: side(
          port,
          each((path, turn) => send("PUT", path, { description: `${text}${turn}`, type: "release" }, head)),
        ),
        list: side(port, [get(features, head)]),
        listByClients: side(port, [get("/api/client/features", clientHead)]),
      };
    },
  },
  {
    name: "Directus",
    packages: ["directus@11.1.0"],
    health: "/server/ping",
    env: ({ port, databaseUrl, folder }) => ({
      HOST: "127.0.0.1",
      PORT: String(port),
      DB_CLIENT: "pg",
      DB_CONNECTION_STRING: databaseUrl,
      SECRET: secret,
      KEY: secret,
      ADMIN_EMAIL: "admin@example.com",
      ADMIN_PASSWORD: secret,
      ADMIN_TOKEN: secret,
      LOG_LEVEL: "silent",
      TELEMETRY: "false",
      STORAGE_LOCAL_ROOT: folder,
    }),
    start(context) {
      const cli = join(context.folder, "node_modules/directus/cli.js");
      execFileSync(process.execPath, [cli, "bootstrap"], {
        cwd: context.folder,
        env: { ...process.env, ...this.env?.(context) },
        stdio: "ignore",
      });
      return [cli, "start"];
    },
    async fill({ port }) {
      const authorization = { authorization: `Bearer ${secret}` };
      const fields = [
        {
          field: "id",
          type: "integer",
          schema: { is_primary_key: true, has_auto_increment: true },
          meta: {},
        },
        { field: "name", type: "string", schema: {}, meta: {} },
        { field: "description", type: "text", schema: {}, meta: {} },
      ];
      await ask(
        port,
        "POST",
        "/collections",
        { collection: "objects", schema: {}, meta: {}, fields },
        authorization,
      );
      for (let n = 0; n < listLength; n += 1)
        await ask(port, "POST", "/items/objects", { name: `object ${n}`, description: text }, authorization);
      const head = `Authorization: ${authorization.authorization}\r\n`;
      return {
        read: side(
          port,
          twice((n) => get(`/items/objects/${n + 1}`, head)),
        ),
        write: side(
          port,
          twice((n, turn) =>
            send("PATCH", `/items/objects/${n + 1}`, { description: `${text}${turn}` }, head),
          ),
        ),
        list: side(port, [get(`/items/objects?limit=${listLength}`, head)]),
      };
    },
  },
  {
    name: "Parse Server",
    packages: ["parse-server@9.10.0"],
    health: "/parse/health",
    start({ folder, port, databaseUrl }) {
      const options = {
        databaseURI: databaseUrl,
        appId: "bench",
        masterKey: secret,
        restAPIKey: secret,
        serverURL: `http://127.0.0.1:${port}/parse`,
        port,
        host: "127.0.0.1",
        silent: true,
        verbose: false,
        logsFolder: folder,
        allowClientClassCreation: true,
      };
      const file = join(folder, "options.json");
      writeFileSync(file, JSON.stringify(options));
      return [join(folder, "node_modules/parse-server/bin/parse-server"), file];
    },
    async fill({ port }) {
      const keys = { "X-Parse-Application-Id": "bench", "X-Parse-REST-API-Key": secret };
      const ids: string[] = [];
      for (let n = 0; n < listLength; n += 1) {
        const made = await ask(
          port,
          "POST",
          "/parse/classes/Item",
          { name: `object ${n}`, description: text },
          keys,
        );
        ids.push(((await made.json()) as { objectId: string }).objectId);
      }
      const head = Object.entries(keys)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("");
      const path = (n: number) => `/parse/classes/Item/${ids[n]}`;
      return {
        read: side(
          port,
          twice((n) => get(path(n), head)),
        ),
        write: side(
          port,
          twice((n, turn) => send("PUT", path(n), { description: `${text}${turn}` }, head)),
        ),
        list: side(port, [get(`/parse/classes/Item?limit=${listLength}`, head)]),
      };
    },
  },
];

await benchmark("npm run bench:others", main);

async function main(url: string): Promise<void> {
  const { database, where, usagesOf } = await openCompared(url);
  const service = await startService(firstPort, { ...environment, DATABASE_URL: url });
  const filled = await fill(firstPort);
  const ours: Sides = {
    read: side(
      firstPort,
      filled.slos.map(({ id }) => get(rowPath(id), filled.bearer)),
    ),
    write: side(firstPort, writesOf(filled)),
    list: side(firstPort, [get("/api/v1/config/slis", filled.bearer)]),
  };
  console.log(where);
  console.log(`${connections} connections, medians of ${rounds} rounds of ${seconds} s\n\n${heading}`);
  for (const [index, product] of products.entries()) {
    const port = firstPort + 1 + index;
    const name = `others_${product.name.toLowerCase().replaceAll(" ", "_")}`;
    try {
      const context = { port, databaseUrl: await newDatabase(url, name), folder: installed(product) };
      const { pid, sides } = await started(product, context);
      const usages = usagesOf([
        [firstPort, service],
        [port, { pid }],
      ]);
      const what = product.packages.join(", ");
      const compared: Case[] = (["read", "write", "list"] as const).map((kind) => ({
        name: `${kind}: ${what}`,
        ours: ours[kind],
        peer: sides[kind],
      }));
      if (sides.listByClients !== undefined)
        compared.push({ name: `list for programs: ${what}`, ours: ours.list, peer: sides.listByClients });
      for (const one of compared) console.log(line(one, await takeRounds(one, usages, { seconds, rounds })));
      process.kill(pid, "SIGKILL");
    } catch (error) {
      console.log(
        `${product.name} is left out: ${error instanceof Error ? error.message.slice(0, 500) : error}`,
      );
    }
  }
  await database.end();
}

/** The product's folder, with its packages in it. */
function installed({ name, packages }: Product): string {
  const own = join(folder, packages.join("+"));
  if (existsSync(join(own, "installed"))) return own;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "package.json"), JSON.stringify({ name: "other", private: true }));
  console.error(`installing ${name} into ${own}`);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...packages], { cwd: own });
  writeFileSync(join(own, "installed"), "");
  return own;
}

async function started(product: Product, context: Context): Promise<{ pid: number; sides: Sides }> {
  const child = spawn(process.execPath, product.start(context), {
    cwd: context.folder,
    env: { ...process.env, NODE_ENV: "production", ...product.env?.(context) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  watch(child);
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${context.port}${product.health}`).catch(() => undefined);
    if (answer?.ok) break;
    if (child.exitCode !== null || tries > 300)
      throw new Error(`it does not start (status ${child.exitCode})`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { pid: child.pid as number, sides: await product.fill(context) };
}

/** A request for each object, and once more, so that a write changes something each time. */
function twice(make: (n: number, turn: number) => string): string[] {
  return [0, 1].flatMap((turn) => Array.from({ length: rowCount }, (_, n) => make(n, turn)));
}

async function ask(
  port: number,
  method: string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok)
    throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return answer;
}
