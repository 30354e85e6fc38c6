/**
 * A node that does nothing but send, as a process of its own to be killed: reads the database's URL and the
 * mail server's from its environment. Run by the fault tests.
 */

import { openServer } from "../../src/database/server.ts";
import { createVault } from "../../src/database/vault.ts";
import { createSender, type SenderOptions } from "./sender.ts";

const { DATABASE_URL = "", SMTP_URL = "" } = process.env;
const database = openServer(DATABASE_URL, { prepared: true });
const print = (details: object, message: string) =>
  process.stderr.write(`${message} ${JSON.stringify(details)}\n`);
const vault = createVault([{ id: "test", bytes: Buffer.alloc(32) }]);
const engine = { mutateRow: () => Promise.reject(new Error("nothing is turned off here")) };

const { background } = createSender({
  database,
  vault,
  log: { info: print, warn: print, error: print },
  smtpUrl: SMTP_URL,
  mailFrom: "mail@acme.example",
  engine: engine as unknown as SenderOptions["engine"],
});
for (const one of background) one.start();
setInterval(() => {}, 1_000);
