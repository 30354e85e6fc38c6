/**
 * `npm run bench:backup`: how long a backup and a restore of a large installation take, between both databases, and
 * how much memory. BACKUP_RECORDS (1,000,000) is how many audit records there are, BACKUP_ROWS (10,000) how many rows.
 * Needs some 8 GB of disk.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { auditParameters } from "../src/database/audit-trail.ts";
import { openServer } from "../src/database/server.ts";
import { createVault, newSecretKey, type SecretKey, secretKey } from "../src/database/vault.ts";
import type { AuditEntry } from "../src/engine/ports/rows.ts";
import { createAudit } from "../src/features/audit/index.ts";

const records = Number(process.env.BACKUP_RECORDS ?? 1_000_000);
const rows = Number(process.env.BACKUP_ROWS ?? 10_000);
const port = Number(process.env.BACKUP_PORT ?? 18_095);
const batch = 1_000;

const url = process.env.TEST_DATABASE_URL;
if (url === undefined) throw new Error("run it as `npm run bench:backup`, which starts a PostgreSQL");
const key = newSecretKey();
const folder = mkdtempSync(join(tmpdir(), "orgconfig-bench-backup-"));
const common = {
  ORGCONFIG_SECRET_KEYS: key,
  ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-a-bench",
  LOG_LEVEL: "error",
};
const onServer = (database: string) => ({
  ...common,
  DATABASE_URL: Object.assign(new URL(url), { pathname: `/${database}` }).href,
  ORGCONFIG_DATA_DIR: folder,
});
const embedded = { ...common, DATABASE_URL: "", ORGCONFIG_DATA_DIR: join(folder, "embedded") };
const file = join(folder, "backup.gz");

try {
  await main(url);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(administrator: string): Promise<void> {
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  for (const name of ["source", "target"]) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  await orgconfig("seed", ["seed", "--demo", "--rows", String(rows)], onServer("source"));
  await fill(onServer("source").DATABASE_URL);
  await orgconfig("backup of a server", ["backup", file], onServer("source"));
  process.stdout.write(`the file: ${(statSync(file).size / 1e6).toFixed(0)} MB\n`);
  await orgconfig("restore into a server", ["restore", file], onServer("target"));
  await orgconfig("restore into the embedded database", ["restore", file], embedded);
  await orgconfig("backup of the embedded database", ["backup", file], embedded);
  const service = spawn(process.execPath, ["dist/src/main.js", "serve"], {
    env: { ...process.env, ...embedded, PORT: String(port) },
    stdio: "inherit",
  });
  await ready();
  let longest = 0;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      const began = performance.now();
      await fetch(`http://127.0.0.1:${port}/readyz`);
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await orgconfig("backup of the embedded database while it serves", ["backup", file], embedded);
  ended = true;
  await watching;
  process.stdout.write(`the longest that /readyz took meanwhile: ${longest.toFixed(0)} ms\n`);
  service.kill("SIGTERM");
}

async function ready(): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Runs a command, and prints how long it took and the most memory that it had. */
async function orgconfig(what: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "dist/src/main.js", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid as number));
  }, 50);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${most.toFixed(0)} MB\n`);
  if (code !== 0) throw new Error(`orgconfig ${args.join(" ")} ended with ${code}: ${said}`);
}

function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Adds audit records as the service writes them, and seals them. */
async function fill(source: string): Promise<void> {
  const database = openServer(source, { prepared: true });
  const vault = createVault([secretKey(key) as SecretKey]);
  const audit = createAudit({ database, vault, log: pino({ level: "silent" }) });
  const [organization] = await database.queryText<{ id: string }>(
    { name: "bench-organization", text: "SELECT id FROM organizations LIMIT 1" },
    [],
  );
  const organizationId = organization?.id ?? "";
  for (let done = 0; done < records; done += batch) {
    const made = Array.from({ length: batch }, (_, at) =>
      auditParameters(organizationId, entryOf(done + at), audit.signRecord),
    );
    await database.queryText(
      {
        name: "bench-records",
        text: `WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS one ("organizationId" text, at timestamptz,
            "actorKind" text, "actorId" text, "actorName" text, door text, action text, resource text, "rowId" text,
            outcome text, changes jsonb, "requestId" text, "recordId" uuid, code text, number bigint)),
          numbered AS (SELECT *, nextval('audit_sequence') AS sequence FROM given),
          recorded AS (INSERT INTO audit_records (organization_id, sequence, at, actor_kind, actor_id, actor_name, door,
            action, resource, row_id, outcome, changes, request_id, id)
          SELECT "organizationId", sequence, at, "actorKind", "actorId", "actorName", door, action, resource, "rowId",
            outcome, changes, "requestId", "recordId" FROM numbered)
          INSERT INTO audit_outbox (organization_id, sequence, code) SELECT "organizationId", sequence, code FROM numbered`,
      },
      [JSON.stringify(made.map((one) => ({ ...one, changes: JSON.parse(String(one.changes)) })))],
    );
  }
  await audit.sealer.flush();
  await audit.sealer.stop();
  await database.execute("VACUUM ANALYZE");
  await database.close();
}

function entryOf(number: number): AuditEntry {
  return {
    at: new Date(Date.now() - 86_400_000 + number),
    actor: { kind: "key", id: `key_${number % 50}`, name: `Terraform ${number % 50}` },
    door: "rest",
    action: "update_team",
    kind: "teams",
    rowId: `team_${number % 10_000}`,
    outcome: "success",
    changes: [
      { field: "name", before: `Team ${number}`, after: `Team ${number + 1}` },
      { field: "description", before: `What it was at ${number}`, after: `What it is after ${number}` },
    ],
    requestId: `req-${number.toString(36)}-${(number * 2_654_435_761).toString(36)}`,
    address: undefined,
  };
}
