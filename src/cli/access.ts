/** `orgconfig access end`: what was revoked after a backup works no more, at the cost of all the rest. */
import { pino } from "pino";
import { createVault } from "../database/vault.ts";
import { createAudit } from "../features/identity/audit/index.ts";
import { endAccess } from "../features/organization/organizations/index.ts";
import { counted } from "../kernel/readable.ts";
import { usageError } from "./errors.ts";
import { admitted } from "./keys.ts";
import { withExisting } from "./open.ts";
import { printJson } from "./print.ts";

interface Options {
  readonly keys?: boolean;
  readonly sessions?: boolean;
  readonly json?: boolean;
}

export async function runAccessEnd(env: NodeJS.ProcessEnv, { keys, sessions, json }: Options): Promise<void> {
  if (!keys && !sessions) throw usageError("say what to end: --keys, --sessions, or both");
  await withExisting(env, async (database, settings) => {
    await admitted(database, settings);
    const vault = createVault(settings.secretKeys);
    const { signRecord } = createAudit({ database, vault, log: pino({ level: "silent" }) });
    const ended = await endAccess(database, signRecord, { keys: keys === true, sessions: sessions === true });
    if (json) return printJson(ended);
    const names = {
      keys: "API key",
      scim_tokens: "SCIM token",
      sessions: "session",
      tokens: "personal token",
    };
    const parts = Object.entries(ended).map(([name, count]) =>
      counted(count, names[name as keyof typeof names]),
    );
    process.stdout.write(`Ended in all organizations: ${parts.join(", ")}.\n`);
  });
}
