/**
 * kill -9 at any moment loses no acknowledged write, and leaves no row without its audit record nor a record
 * without its row. The program is the real one, killed while four clients write.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import type { Database } from "../../src/database/database.ts";
import { openEmbedded } from "../../src/database/embedded.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createVault, newSecretKey } from "../../src/database/vault.ts";
import { readEnvironment } from "../../src/environment.ts";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import { newId } from "../../src/kernel/ids.ts";
import { creationOf, record } from "../audit/support.ts";
import { compiledProgram } from "../support/compiled.ts";
import { engineName } from "../support/database.ts";
import { type EmptyDatabase, makeEmptyDatabase } from "../support/empty-database.ts";
import { templateFolder } from "../support/template.ts";
import { isWhole } from "../support/turns.ts";
import { patienceMs } from "../support/until.ts";

const kills = isWhole() ? 3 : 1;
const clients = 4;
const writesBetween = 30;
const main = compiledProgram();
const key = newCredential("key");
const directory = mkdtempSync(join(tmpdir(), "orgconfig-durability-"));

let empty: EmptyDatabase | undefined;
let env: Record<string, string>;
let child: ChildProcess | undefined;

beforeAll(async () => {
  env = {
    ORGCONFIG_DATA_DIR: directory,
    ORGCONFIG_SECRET_KEYS: newSecretKey(),
    ORGCONFIG_OPERATOR_TOKEN: "an operator's token".replaceAll(" ", "-"),
    ORGCONFIG_RATE_LIMIT: "off",
    ORGCONFIG_LIST_CAP: "100000",
    LOG_LEVEL: "warn",
  };
  if (engineName === "server") {
    empty = await makeEmptyDatabase();
    env.DATABASE_URL = empty.url as string;
    await prepare(await empty.open());
  } else {
    cpSync(templateFolder, join(directory, "postgres"), { recursive: true });
    const database = await openEmbedded(directory);
    await prepare(database);
    await database.close();
  }
});

afterAll(async () => {
  await end(child);
  await empty?.drop();
  rmSync(directory, { recursive: true, force: true });
});

const known = createLedger();

it.each(Array.from({ length: kills }, (_, round) => [round + 1, round] as const))(
  "keeps every acknowledged write, with its record, until kill %d",
  async (_, round) => {
    const url = await start();
    await known.hold(url);
    const writers = Array.from({ length: clients }, (_, client) => known.write(url, `${round}-${client}`));
    // In the middle of things: some writes are acknowledged, others are under way.
    await known.reach((round + 1) * writesBetween);
    await new Promise((resolve) => setTimeout(resolve, round * 7));
    await end(child);
    await Promise.all(writers);
  },
);

it("has kept every acknowledged write after the last kill, and verifies its log", async () => {
  const url = await start();
  const { rows, writes } = await known.hold(url);
  await end(child);
  console.log(
    `durability: ${writes} acknowledged writes of ${rows} rows held after ${kills} kills on ${engineName}`,
  );
  expect(writes).toBeGreaterThanOrEqual(kills * writesBetween);
  const verified = spawnSync(process.execPath, [main, "audit", "verify"], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
});

async function prepare(database: Database): Promise<void> {
  await migrate(database);
  const id = newId("org");
  await database.queryText(
    {
      name: "test-organization",
      text: "INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ($1, 'acme', 'Acme', 'business', now())",
    },
    [id],
  );
  const vault = createVault(readEnvironment(env).secretKeys);
  await record(database, vault, id, creationOf(id));
  await database.queryText(
    {
      name: "test-key",
      text: "INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at) VALUES ($1, $2, $3, 'test', '{api:admin}', $4, 'test', now())",
    },
    [id, newId("key"), key.hash, key.prefix],
  );
}

async function start(): Promise<string> {
  const port = await freePort();
  child = spawn(process.execPath, [main, "serve"], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (printed += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return url;
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the program is not ready: ${printed}`);
}

function end(running: ChildProcess | undefined): Promise<void> {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null)
    return Promise.resolve();
  return new Promise((resolve) => {
    running.once("exit", () => resolve());
    running.kill("SIGKILL");
  });
}

interface Known {
  /** What the last acknowledged write left; null where it deleted the row. */
  state: { name: string; etag: string } | null;
  /** A write whose answer never came may have happened or not. */
  unsure: boolean;
}

/** Everything that was acknowledged, and what must be found of it. */
function createLedger() {
  const rows = new Map<string, Known>();
  let writes = 0;

  /** Writes rows of its own until the program is gone: makes, renames, and deletes every third. */
  async function write(url: string, client: string): Promise<void> {
    for (let i = 0; ; i += 1) {
      const name = `${client}-${i}`;
      const config = { token: "s3cr3t", name };
      const made = await send(url, "POST", "connectors", {
        name,
        type: "cloud",
        connector_type: "aws",
        config,
      });
      if (made === undefined) return;
      expect(made.status).toBe(201);
      const row: Known = { state: { name, etag: made.etag }, unsure: false };
      rows.set(made.body.id, row);
      writes += 1;
      row.unsure = true;
      const renamed = await send(url, "PUT", `connectors/${made.body.id}`, { name: `${name} renamed` });
      if (renamed === undefined) return;
      expect(renamed.status).toBe(200);
      Object.assign(row, { state: { name: `${name} renamed`, etag: renamed.etag }, unsure: i % 3 === 0 });
      writes += 1;
      if (i % 3 !== 0) continue;
      const gone = await send(url, "DELETE", `connectors/${made.body.id}`);
      if (gone === undefined) return;
      expect(gone.status).toBe(200);
      Object.assign(row, { state: null, unsure: false });
      writes += 1;
    }
  }

  /** compares what is there with what was acknowledged, and rows against records. */
  async function hold(url: string): Promise<{ rows: number; writes: number }> {
    const list = await send(url, "GET", "connectors?etags=true");
    const found = new Map<string, { id: string; name: string; config_set: boolean }>(
      list?.body.data.map((row: { id: string }) => [row.id, row]),
    );
    for (const [id, { state, unsure }] of rows) {
      const row = found.get(id);
      if (unsure) continue;
      expect(row?.name, `row ${id}`).toBe(state?.name);
      if (state !== null) expect([list?.body.etags[id], row?.config_set]).toEqual([state.etag, true]);
    }
    // Of an update or a delete that was under way, both outcomes are right; its record shows which it was.
    const records = await audit(url);
    const written = new Map<string, string[]>();
    for (const { row_id, action } of records) written.set(row_id, [action, ...(written.get(row_id) ?? [])]);
    for (const id of found.keys()) {
      expect(written.get(id)?.[0], `the records of ${id}`).toBe("create_connector");
      expect(written.get(id)).not.toContain("delete_connector");
    }
    for (const [id, actions] of written) {
      expect(new Set(actions).size, `the records of ${id}`).toBe(actions.length);
      expect(actions.includes("delete_connector")).toBe(!found.has(id));
      expect(actions.includes("update_connector")).toBe(
        found.get(id)?.name.endsWith("renamed") ?? actions.includes("update_connector"),
      );
    }
    for (const id of rows.keys()) expect(written.has(id)).toBe(true);
    return { rows: rows.size, writes };
  }

  /** Waits for so many acknowledged writes. */
  async function reach(count: number): Promise<void> {
    for (const deadline = Date.now() + patienceMs; writes < count; ) {
      if (Date.now() > deadline) throw new Error(`only ${writes} writes were acknowledged`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  return { write, hold, reach };
}

interface Answered {
  readonly status: number;
  readonly etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

/** Undefined when the program was gone before it had answered. */
async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered | undefined> {
  try {
    const answer = await fetch(
      `${url}/api/v1/${path === "audit" || path.startsWith("audit?") ? "" : "config/"}${path}`,
      {
        method,
        headers: { authorization: `Bearer ${key.value}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    return { status: answer.status, etag: answer.headers.get("etag") ?? "", body: await answer.json() };
  } catch {
    return undefined;
  }
}

/** All records of connectors, newest first. */
async function audit(url: string): Promise<{ row_id: string; action: string }[]> {
  const records: { row_id: string; action: string }[] = [];
  for (let cursor = ""; ; ) {
    const page = await send(url, "GET", `audit?kind=connectors&limit=1000${cursor}`);
    if (page === undefined) throw new Error("the program is gone");
    records.push(...page.body.data);
    if (page.body.next_cursor === null) return records;
    cursor = `&cursor=${page.body.next_cursor}`;
  }
}
