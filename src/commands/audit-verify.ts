import { pino } from "pino";
import { createAudit } from "../capabilities/audit/audit.ts";
import type { Settings } from "../environment.ts";
import { createAuditStore } from "../storage/audit.ts";
import { migrate } from "../storage/migrate.ts";
import { createVault } from "../storage/vault.ts";
import { CommandError, exitCodes } from "./client.ts";
import { openDatabase, settingsOrExit } from "./open.ts";

/**
 * Holds every organization's audit log against its chain. Exit code 1 when one does not agree; what kept it from
 * being read at all is 3, so that nobody takes it for tampering.
 */
export async function runAuditVerify(
  env: NodeJS.ProcessEnv,
  options: { readonly json?: boolean },
): Promise<void> {
  const settings = settingsOrExit(env);
  const report = await verified(settings).catch((error: Error) => {
    const why = error.message || error.name;
    throw new CommandError(`the audit log could not be read: ${why}`, exitCodes.unreachable);
  });
  if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else for (const line of report.organizations.flatMap(linesOf)) process.stdout.write(`${line}\n`);
  if (!options.json) process.stdout.write(report.verified ? "verified\n" : "NOT VERIFIED\n");
  process.exitCode = report.verified ? 0 : exitCodes.refused;
}

async function verified(settings: Settings): Promise<Verification> {
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    const log = pino({ level: "silent" });
    const vault = createVault(settings.secretKeys);
    return await createAudit({ store: createAuditStore(database), vault, log }).verify();
  } finally {
    await database.close();
  }
}

type Verification = Awaited<ReturnType<ReturnType<typeof createAudit>["verify"]>>;
type Chain = Verification["organizations"][number];

function linesOf(chain: Chain): string[] {
  const head = chain.head === null ? "no seal yet" : `head ${chain.head.position} ${chain.head.seal}`;
  const more = chain.moreProblems ? ["  … and more"] : [];
  return [
    `${chain.organization}: ${chain.records} records, ${chain.sealed} sealed, ${chain.unsealed} waiting, ${head}`,
    ...chain.problems.map(({ kind, message }) => `  ${kind}: ${message}`),
    ...more,
  ];
}
