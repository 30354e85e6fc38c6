import { pino } from "pino";
import { createAudit } from "../capabilities/audit/audit.ts";
import { sealIdentity } from "../capabilities/delivery/queue.ts";
import { planIdentity, setIdentity } from "../capabilities/plans/keeping.ts";
import { secretIdentity } from "../engine/draft.ts";
import { createAuditStore } from "../storage/audit.ts";
import { migrate } from "../storage/migrate.ts";
import { resealDeliveries, resealInstallation, resealPlans, resealRows } from "../storage/reseal.ts";
import { createVault } from "../storage/vault.ts";
import { openDatabase } from "./open.ts";
import { settingsFrom } from "./settings.ts";

/** Seals every stored secret again with the first of ORGCONFIG_SECRET_KEYS, so that the others can be removed. */
export async function runSecretsRotate(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = settingsFrom(env);
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    const ring = createVault(settings.secretKeys);
    const rows = await resealRows(database, ring, secretIdentity);
    const mails = await resealDeliveries(database, ring, sealIdentity);
    const plans = await resealPlans(database, ring, { plan: planIdentity, set: setIdentity });
    const values = await resealInstallation(database, ring);
    const log = pino({ level: "silent" });
    const codes = await createAudit({ store: createAuditStore(database), vault: ring, log }).renewCodes();
    process.stdout.write(
      `${rows} rows, ${mails} mails that wait, ${plans} plans and sets and ${values} values of the installation are sealed again with key ${settings.secretKeys[0]?.id}, and ${codes} audit records that wait for a seal have codes of it\n`,
    );
  } finally {
    await database.close();
  }
}
