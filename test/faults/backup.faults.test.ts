/** A backup is worth what its restore is: docs/operating.md's commands, on both engines, also killed at any moment. */
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install, verified } from "./installation.ts";
import { binary } from "./packages.ts";
import { asPostgres, makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { count, seconds, spread, timed } from "./table.ts";

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
  const startsMs: number[] = [];
  const again = await timed(startsMs, () => restored.start());
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
  record({
    fault: "`pg_dump` under load, and `pg_restore`",
    done: `once, after ${changes / 2} of ${changes} writes`,
    lost: "nothing of what was there when it began",
    back: spread(startsMs),
    figures: `${after.data.length} rows restored as they were, with their ETags and secrets`,
  });
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
  const startsMs: number[] = [];
  const again = await timed(startsMs, () => restored.start());
  expect(await rowsOf(again, restored)).toEqual(before);
  await again.stop();
  expect(verified(restored)).toEqual({ status: 0, stderr: "" });
  record({
    fault: "copy of the embedded database's directory",
    done: "once, after the program had stopped",
    lost: `nothing of ${count(changes)} writes`,
    back: spread(startsMs),
    figures: `${before.data.length} rows with their ETags`,
  });
});

const kills = Number(process.env.FAULT_KILLS ?? 50);

const whose = { embedded: "embedded database", server: "server" } as const;

describe.each(["embedded", "server"] as const)("orgconfig restore into a database that is %s", (engine) => {
  it(`leaves it empty or whole, killed at ${kills} moments`, { timeout: 1_800_000 }, async () => {
    const installation = await install(postgres.url.replace(/\/postgres$/, `/${await createDatabase()}`));
    const node = await installation.start();
    await write(node, installation, async () => {});
    await node.stop();
    const file = join(postgres.folder, "killed.gz");
    expect(installation.command("backup", file)).toMatchObject({ status: 0 });

    const target = async () => {
      const directory = mkdtempSync(join(tmpdir(), "orgconfig-killed-"));
      const url =
        engine === "embedded" ? "" : postgres.url.replace(/\/postgres$/, `/${await createDatabase()}`);
      return installation.at({ DATABASE_URL: url, ORGCONFIG_DATA_DIR: directory });
    };
    const began = performance.now();
    expect((await target()).command("restore", file)).toMatchObject({ status: 0 });
    const wholeMs = performance.now() - began;
    let empty = 0;
    const againMs: number[] = [];
    for (let round = 0; round < kills; round += 1) {
      const one = await target();
      const child = one.begin("restore", file);
      await pause((wholeMs * (round + 1)) / kills);
      await killedChild(child);
      const began = performance.now();
      const again = one.command("restore", file);
      // It proves what it stored itself; what was there already is proved here.
      if (again.status === 0) {
        empty += 1;
        againMs.push(performance.now() - began);
        expect(again.stdout).toMatch(/ sealed values open .*\nThe audit log is verified\.\n$/);
      } else {
        expect(again.stderr).toMatch(/there is a database in|it is not empty/);
        expect(verified(one)).toEqual({ status: 0, stderr: "" });
      }
    }
    record({
      fault: `kill -9 of a restore, ${whose[engine]}`,
      done: `${kills} kills`,
      lost: "nothing: the database was empty or whole",
      back: `${spread(againMs)}: the next restore`,
      figures: `${empty} left nothing, ${kills - empty} all of it; a whole one takes ${seconds(wholeMs)}`,
    });
    // Kills that all came too late would have tried nothing.
    expect(empty).toBeGreaterThan(0);
  });
});

describe.each(["embedded", "server"] as const)("orgconfig backup of a database that is %s", (engine) => {
  it(`leaves a whole file or none, killed at ${kills} moments`, { timeout: 1_800_000 }, async () => {
    const url =
      engine === "embedded" ? undefined : postgres.url.replace(/\/postgres$/, `/${await createDatabase()}`);
    const installation = await install(url);
    const node = await installation.start();
    await write(node, installation, async () => {});
    const timesMs: number[] = [];
    const backUp = async (file: string) =>
      expect(installation.command("backup", file)).toMatchObject({ status: 0 });
    await timed(timesMs, () => backUp(join(postgres.folder, `whole-${engine}.gz`)));
    const [wholeMs = 0] = timesMs.splice(0);
    let whole = 0;
    for (let round = 0; round < kills; round += 1) {
      const file = join(postgres.folder, `killed-${engine}-${round}.gz`);
      const child = installation.begin("backup", file);
      await pause((wholeMs * (round + 1)) / kills);
      await killedChild(child);
      if (existsSync(file)) {
        whole += 1;
        expect(installation.at(elsewhere()).command("restore", file)).toMatchObject({ status: 0 });
      }
      // The service goes on, and the next backup finds nothing in its way.
      await timed(timesMs, () => backUp(`${file}.next`));
      for (const one of [file, `${file}.part`, `${file}.next`]) rmSync(one, { force: true });
    }
    await node.stop();
    expect(readdirSync(installation.directory)).not.toContain("backup-copy");
    // Kills that all came too late would have tried nothing.
    expect(whole).toBeLessThan(kills);
    record({
      fault: `kill -9 of a backup, ${whose[engine]}`,
      done: `${kills} kills`,
      lost: "nothing: a whole file or none by its name",
      back: `${spread(timesMs)}: the next backup`,
      figures: `${whole} left a whole file, ${kills - whole} none; a whole one takes ${seconds(wholeMs)}`,
    });
  });
});

const elsewhere = () => ({
  DATABASE_URL: "",
  ORGCONFIG_DATA_DIR: mkdtempSync(join(tmpdir(), "orgconfig-elsewhere-")),
});

async function createDatabase(): Promise<string> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await asPostgres(binary("createdb"), [`--maintenance-db=${postgres.url}`, name]);
  return name;
}

function killedChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
