/**
 * `npm run bench:backup`: how long a backup and a restore of a large installation take, between both databases, and
 * how much memory. BACKUP_RECORDS (1,000,000) is how many audit records there are, BACKUP_ROWS (10,000) how many rows.
 * Needs some 8 GB of disk.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { auditParameters } from "../src/database/audit-trail.ts";
import { openServer } from "../src/database/server.ts";
import { createVault, newSecretKey, type SecretKey, secretKey } from "../src/database/vault.ts";
import type { AuditEntry } from "../src/engine/ports/rows.ts";
import { createAudit } from "../src/features/identity/audit/index.ts";
import { pause } from "./harness.ts";
import { benchmark, runProgram, startService } from "./processes.ts";
import { newDatabase } from "./side-by-side.ts";

const records = Number(process.env.BACKUP_RECORDS ?? 1_000_000);
const rows = Number(process.env.BACKUP_ROWS ?? 10_000);
const port = Number(process.env.BACKUP_PORT ?? 18_095);
const batch = 1_000;

const key = newSecretKey();
const common = {
  ORGCONFIG_SECRET_KEYS: key,
  ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-a-bench",
  LOG_LEVEL: "error",
};

await benchmark("npm run bench:backup", async (url, folder) => {
  const onServer = async (name: string) => ({
    ...common,
    DATABASE_URL: await newDatabase(url, name),
    ORGCONFIG_DATA_DIR: folder,
  });
  const embedded = { ...common, DATABASE_URL: "", ORGCONFIG_DATA_DIR: join(folder, "embedded") };
  const file = join(folder, "backup.gz");
  const source = await onServer("source");
  await orgconfig("seed", ["seed", "--demo", "--rows", String(rows)], source);
  await fill(source.DATABASE_URL);
  await orgconfig("backup of a server", ["backup", file], source);
  console.log(`the file: ${(statSync(file).size / 1e6).toFixed(0)} MB`);
  await orgconfig("restore into a server", ["restore", file], await onServer("target"));
  await orgconfig("restore into the embedded database", ["restore", file], embedded);
  await orgconfig("backup of the embedded database", ["backup", file], embedded);
  await startService(port, embedded);
  let longest = 0;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      const began = performance.now();
      await fetch(`http://127.0.0.1:${port}/readyz`);
      longest = Math.max(longest, performance.now() - began);
      await pause(20);
    }
  })();
  await orgconfig("backup of the embedded database while it serves", ["backup", file], embedded);
  ended = true;
  await watching;
  console.log(`the longest that /readyz took meanwhile: ${longest.toFixed(0)} ms`);
});

async function orgconfig(what: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { seconds, memory } = await runProgram(args, env);
  console.log(`${what}: ${seconds.toFixed(1)} s, ${memory} MB`);
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
