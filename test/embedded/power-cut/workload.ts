/** A life of the service on an embedded database, recorded: what it was asked to store, and when it said so. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect } from "vitest";
import type { Database } from "../../../src/database/database.ts";
import { openEmbedded } from "../../../src/database/embedded.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { readEnvironment } from "../../../src/environment.ts";
import { createService, type Service } from "../../../src/service.ts";
import { type Operation, type Recorder, record } from "./recorder.ts";

/** In memory where there is such a folder: what is tried here is our own disk, not the machine's. */
export const scratch = ["/dev/shm", "/tmp"].find((path) => canWrite(path)) as string;

export interface Life {
  readonly operations: readonly Operation[];
  /** The first operation after the database was first made. */
  readonly made: number;
  readonly acknowledged: readonly Acknowledged[];
  /** Contents of the key files; they are acknowledged when the service first serves. */
  readonly keys: Readonly<Record<string, string>>;
  /** The first start's key. */
  readonly key: string;
  readonly served: number;
  /** When the database was opened the second time, after it was closed. */
  readonly reopened: number;
}

/** Times are numbers of operations that had been done. */
interface Acknowledged {
  readonly id: string;
  readonly sent: number;
  readonly answered: number;
  /** What the row is since then; undefined where it was deleted. */
  readonly row: { readonly name: string; readonly etag: string } | undefined;
}

export interface Running {
  readonly service: Service;
  readonly database: Database;
}

/** How the database is opened: the product's own way, or another one that is compared with it. */
export type Open = (directory: string) => Promise<Database>;

export const keyFiles = ["secret-keys", "operator-token"];

/** The service on a data directory, as `serve` puts it together, without a port. */
export async function run(directory: string, open: Open = openEmbedded): Promise<Running> {
  const settings = readEnvironment({ ORGCONFIG_DATA_DIR: directory, ORGCONFIG_RATE_LIMIT: "off" });
  const database = await open(directory);
  await migrate(database);
  return { database, service: await createService(settings, database, pino({ level: "silent" })) };
}

/** @param later how the database is opened the second time, after a checkpoint and a clean end */
export async function live(later: Open = openEmbedded): Promise<Life> {
  const directory = mkdtempSync(join(scratch, "orgconfig-life-"));
  const recorder = record(directory);
  try {
    return await recorded(directory, recorder, later);
  } finally {
    recorder.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function recorded(directory: string, { operations }: Recorder, later: Open): Promise<Life> {
  const now = () => operations.length;
  const acknowledged: Acknowledged[] = [];
  const first = await run(directory);
  const made = operations.findLastIndex(
    (operation) => operation.what === "name" && operation.names.some(({ name }) => name === "postgres"),
  );
  const shown = await first.service.firstStart();
  const key = shown?.key as string;
  const served = now();
  const keys = Object.fromEntries(
    keyFiles.map((name) => [name, readFileSync(join(directory, name), "utf8")]),
  );

  await write(first, "a", 25);
  await first.database.execute("CHECKPOINT");
  await write(first, "b", 25);
  await first.database.execute("VACUUM ANALYZE");
  await write(first, "c", 10);
  await first.service.close();
  await first.database.close();
  const reopened = now();
  const second = await run(directory, later);
  await write(second, "d", 25);
  await second.database.execute("CHECKPOINT");
  await write(second, "e", 15);
  const life = { operations: operations.slice(), made, acknowledged, keys, key, served, reopened };
  await second.service.close();
  await second.database.close();
  return life;

  /** Makes rows, renames every second and deletes every fifth. */
  async function write(running: Running, group: string, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const name = `${group}-${index}`;
      const config = { token: "a secret", name };
      const row = await request("POST", "", { name, type: "cloud", connector_type: "aws", config });
      if (index % 2 === 1) await request("PUT", `/${row.id}`, { name: `${name} renamed` });
      if (index % 5 === 4) await request("DELETE", `/${row.id}`);
    }

    async function request(method: "POST" | "PUT" | "DELETE", path: string, body?: object) {
      const sent = now();
      const answer = await send(running.service, key, method, `connectors${path}`, body);
      expect(answer.status).toBeLessThan(300);
      const id = answer.body.id ?? path.slice(1);
      const row = method === "DELETE" ? undefined : { name: answer.body.name, etag: answer.etag };
      acknowledged.push({ id, sent, answered: now(), row });
      return { id };
    }
  }
}

interface Answer {
  readonly status: number;
  readonly etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

export async function send(
  { server }: Service,
  key: string,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await server.inject({
    method,
    url: `/api/v1/config/${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, etag: String(answer.headers.etag ?? ""), body: answer.json() };
}

function canWrite(path: string): boolean {
  try {
    rmSync(mkdtempSync(join(path, "orgconfig-scratch-")), { recursive: true });
    return true;
  } catch {
    return false;
  }
}
