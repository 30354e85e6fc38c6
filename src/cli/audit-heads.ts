import { openAudit } from "./audit-verify.ts";

/** Prints the head of every chain, to be kept where nobody who administers the database can change it. */
export async function runAuditHeads(env: NodeJS.ProcessEnv): Promise<void> {
  await openAudit(env, async (audit) => {
    const at = new Date().toISOString();
    for await (const heads of audit.heads())
      for (const head of heads) process.stdout.write(`${JSON.stringify({ at, ...head })}\n`);
  });
}
