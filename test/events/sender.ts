/** A node that does nothing but send what is in the queue. */
import type { Database } from "../../src/database/database.ts";
import { createRowStore } from "../../src/database/store.ts";
import type { KeyRing } from "../../src/database/vault.ts";
import type { Log } from "../../src/engine/ports/log.ts";
import { createDelivery, createOutbox } from "../../src/features/alerting/delivery/index.ts";
import type { Ground } from "../../src/features/ground.ts";
import { createIdentityStore } from "../../src/features/identity/accounts/store.ts";
import { createAudit } from "../../src/features/identity/audit/index.ts";
import { createRosterStore } from "../../src/features/identity/teams/store.ts";
import { changeNotifications } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { createHttpTransport } from "../../src/transports/http.ts";
import { createSmtpTransport } from "../../src/transports/smtp.ts";

export interface SenderOptions {
  readonly database: Database;
  readonly vault: KeyRing;
  readonly log: Log;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly engine: Ground["engine"];
}

export function createSender({ database, vault, log, smtpUrl, mailFrom, engine }: SenderOptions) {
  const audit = createAudit({ database, vault, log });
  const mail = createSmtpTransport({ url: smtpUrl, from: mailFrom });
  const outbox = createOutbox({ database, vault, log, mail });
  const ground = {
    database,
    vault,
    log,
    mail,
    engine,
    changeNotifications,
    store: createRowStore(database, audit.signRecord),
    definitions: definitionsByKind,
    http: createHttpTransport({ allow: [] }),
    listCap: 100,
    siteUrl: "https://config.example",
    onCommit: () => {},
    settings: { mailFrom },
  };
  const unexpected = () => Promise.reject(new Error("nobody is notified of an alert here"));
  const identity = { store: createIdentityStore(database, audit.signRecord, 720) };
  const reports = { report: unexpected, reportAll: unexpected };
  const teams = { roster: createRosterStore(database) };
  return {
    ...createDelivery(ground, { audit, identity, teams, outbox, reports }),
    linkMails: outbox.linkMails,
  };
}
