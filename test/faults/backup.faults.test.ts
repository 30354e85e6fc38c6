/** A backup is worth what its restore is: docs/operating.md's commands, on both engines. */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install, verified } from "./installation.ts";
import { binary } from "./packages.ts";
import { asPostgres, makePostgres, type Postgres } from "./postgres.ts";

const changes = 200;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
});
afterAll(() => postgres.remove());

interface Rows {
  readonly data: readonly { readonly id: string; readonly name: string }[];
  readonly etags: Readonly<Record<string, string>>;
}

function call(node: Program, installation: Installation, method: string, path: string, body?: unknown) {
  return fetch(`${node.url}/api/v1/config/${path}`, {
    method,
    headers: { authorization: `Bearer ${installation.key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function rowsOf(node: Program, installation: Installation): Promise<Rows> {
  const answer = await call(node, installation, "GET", "connectors?etags=true");
  expect(answer.status).toBe(200);
  return (await answer.json()) as Rows;
}

/** Rows with secrets, written while `during` runs. */
async function write(node: Program, installation: Installation, during: () => Promise<unknown>) {
  let started: Promise<unknown> | undefined;
  for (let count = 0; count < changes; count += 1) {
    if (count === changes / 2) started = during();
    const body = { name: `n${count}`, type: "cloud", connector_type: "aws", config: { token: "s3cr3t" } };
    expect((await call(node, installation, "POST", "connectors", body)).status).toBe(201);
  }
  await started;
}

it("of a server, taken under load, restores into an empty database", { timeout: 180_000 }, async () => {
  const installation = await install(postgres.url);
  const node = await installation.start();
  const file = join(postgres.folder, "orgconfig.dump");
  await write(node, installation, () =>
    asPostgres(binary("pg_dump"), ["--format=custom", `--file=${file}`, postgres.url]),
  );
  const before = await rowsOf(node, installation);
  await node.stop();

  const url = postgres.url.replace(/\/postgres$/, "/restored");
  await asPostgres(binary("createdb"), [`--maintenance-db=${postgres.url}`, "restored"]);
  await asPostgres(binary("pg_restore"), ["--exit-on-error", `--dbname=${url}`, file]);
  const restored = installation.at({ DATABASE_URL: url });
  const again = await restored.start();
  const after = await rowsOf(again, restored);
  // The dump is of one moment: the rows that were there then, as they were.
  expect(after.data.length).toBeGreaterThanOrEqual(changes / 2);
  for (const row of after.data) {
    expect(before.data).toContainEqual(row);
    expect(after.etags[row.id]).toBe(before.etags[row.id]);
  }
  const made = await call(again, restored, "POST", "teams", { name: "After the restore" });
  expect(made.status).toBe(201);
  await again.stop();
  expect(verified(restored)).toEqual({ status: 0, stderr: "" });
  // The secrets came along, and open with the same keys.
  expect(restored.command("secrets", "rotate").status).toBe(0);
});

it("of an embedded database is a copy of its directory", { timeout: 180_000 }, async () => {
  const installation = await install();
  const node = await installation.start();
  await write(node, installation, async () => {});
  const before = await rowsOf(node, installation);
  await node.stop();
  const directory = mkdtempSync(join(tmpdir(), "orgconfig-restored-"));
  cpSync(installation.directory, directory, { recursive: true });
  const restored = installation.at({ ORGCONFIG_DATA_DIR: directory });
  const again = await restored.start();
  expect(await rowsOf(again, restored)).toEqual(before);
  await again.stop();
  expect(verified(restored)).toEqual({ status: 0, stderr: "" });
});
