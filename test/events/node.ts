/**
 * A node that does nothing but send, as a process of its own to be killed: reads the database's URL and the
 * mail server's from its environment. Run by the fault tests.
 */

import { openServer } from "../../src/database/server.ts";
import { createRowStore } from "../../src/database/store.ts";
import { createVault } from "../../src/database/vault.ts";
import { createRecordCodes } from "../../src/features/audit/record-codes.ts";
import { createAuditStore } from "../../src/features/audit/store.ts";
import { createDelivery } from "../../src/features/delivery/delivery.ts";
import { createDeliveryStore, createExpiryStore } from "../../src/features/delivery/store.ts";
import { createEventStore } from "../../src/features/events/store.ts";
import { createIdentityStore } from "../../src/features/identity/store.ts";
import { changeNotifications } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { createHttpTransport } from "../../src/transports/http.ts";
import { createSmtpTransport } from "../../src/transports/smtp.ts";

const { DATABASE_URL = "", SMTP_URL = "" } = process.env;
const database = openServer(DATABASE_URL, { prepared: true });
const print = (details: object, message: string) =>
  process.stderr.write(`${message} ${JSON.stringify(details)}\n`);
const vault = createVault([{ id: "test", bytes: Buffer.alloc(32) }]);
const { signRecord } = createRecordCodes(vault);

const { background } = createDelivery({
  store: createRowStore(database, signRecord),
  audit: createAuditStore(database),
  deliveries: createDeliveryStore(database),
  expiry: createExpiryStore(database),
  events: createEventStore(database),
  identity: createIdentityStore(database, signRecord),
  engine: { mutateRow: () => Promise.reject(new Error("nothing is turned off here")) },
  definitions: definitionsByKind,
  changeNotifications,
  vault,
  http: createHttpTransport({ allow: [] }),
  mail: createSmtpTransport({ url: SMTP_URL, from: "mail@acme.example" }),
  mailFrom: "mail@acme.example",
  siteUrl: "https://config.example",
  listCap: 1_000,
  reports: () => {
    throw new Error("no alert is told here");
  },
  log: { info: print, warn: print, error: print },
});
for (const one of background) one.start();
setInterval(() => {}, 1_000);
