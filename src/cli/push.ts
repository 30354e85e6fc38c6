/** `orgconfig push rotate-keys`: another pair of keys for pushes, in the place of the present one. */
import { pino } from "pino";
import { createRowStore } from "../database/store.ts";
import { createVault } from "../database/vault.ts";
import { createAudit } from "../features/identity/audit/index.ts";
import { rotatePushKeys } from "../features/identity/ways/index.ts";
import { admitted } from "./keys.ts";
import { withExisting } from "./open.ts";
import { printJson } from "./print.ts";

export async function runPushRotateKeys(
  env: NodeJS.ProcessEnv,
  { json }: { readonly json?: boolean },
): Promise<void> {
  await withExisting(env, async (database, settings) => {
    await admitted(database, settings);
    const vault = createVault(settings.secretKeys);
    const { signRecord } = createAudit({ database, vault, log: pino({ level: "silent" }) });
    const store = createRowStore(database, signRecord);
    const { publicKey } = await rotatePushKeys({ database, vault, signRecord, store });
    if (json) return printJson({ application_server_key: publicKey });
    process.stdout.write(
      `Devices that are added from now on have the key ${publicKey}. Those that are there are reached as before, until they are added again.\n`,
    );
  });
}
