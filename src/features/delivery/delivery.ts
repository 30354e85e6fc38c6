/** Notifying people and systems outside: the queue, the workers that empty it, and who puts what into it. */

import type { Engine } from "../../engine/engine.ts";
import type { Feature, Registry } from "../../engine/feature.ts";
import { Periodic } from "../../engine/periodic.ts";
import type { AuditRecord, AuditTables } from "../../engine/ports/audit.ts";
import type { InTransaction } from "../../engine/ports/executor.ts";
import type { Log } from "../../engine/ports/log.ts";
import type { Store, Vault } from "../../engine/ports/rows.ts";
import type { ChangeNotifications } from "../../resources/change-notifications.ts";
import type { HttpTransport, MailTransport } from "../../transports/port.ts";
import type { EventStore } from "../events/port.ts";
import type { IdentityStore } from "../identity/port.ts";
import { createAdminNotices } from "./admin-notices.ts";
import { createChangeNotices } from "./change-notices.ts";
import { createDisable } from "./disable.ts";
import { createExpiryNotices } from "./expiry-notices.ts";
import { createInvitationMail } from "./invitation.ts";
import { createDeliveryMetrics } from "./metrics.ts";
import { deliveryCalls } from "./operator-calls.ts";
import type { DeliveryStore, ExpiryStore } from "./port.ts";
import { createQueue } from "./queue.ts";
import { createResetMail } from "./reset.ts";
import { createHttpSend, createMailSend } from "./send.ts";
import { createTargets, type TargetDeps } from "./targets.ts";
import { createWorker, type Worker } from "./worker.ts";

/** Tries of a webhook or Slack message before its notification is turned off: about five hours. */
const httpTries = 12;
/** As many as are in hand at once: each goes to a server of its own. */
const httpPlaces = 60;
/** Of these an organization has some, so that those whose servers are slow do not hold up the others. */
const httpShare = 8;
/** Of alerts more: a pager must not wait for a slow chat room of the same organization. */
const alertShare = 20;
const mailPlaces = 5;

const dayMs = 24 * 3_600_000;
/** Mail that waited longer for a server is old news; an operator may still send it. */
const heldMs = dayMs;
const keptDays = { sent: 30, parked: 90, held: 30, event: 30 } as const;
/** Of one organization: without a mail server nothing else would bound it. */
const mostHeld = 10_000;
const upkeepBatch = 1_000;
const upkeepMs = 3_600_000;
const firstUpkeepMs = 15_000;
const heldCheckMs = 30_000;

export interface DeliveryDeps extends Pick<TargetDeps, "reports"> {
  readonly store: Pick<Store, "row" | "rowsMatching" | "transaction">;
  readonly audit: Pick<AuditTables, "recordsOfPlan">;
  readonly deliveries: DeliveryStore;
  readonly expiry: ExpiryStore;
  readonly events: Pick<EventStore, "forget">;
  readonly identity: Pick<IdentityStore, "organizations" | "members">;
  readonly engine: Pick<Engine, "mutateRow">;
  readonly definitions: Registry;
  readonly changeNotifications: ChangeNotifications;
  readonly vault: Vault;
  readonly http: HttpTransport;
  /** Absent without a mail server. */
  readonly mail: MailTransport | undefined;
  readonly mailFrom: string;
  readonly siteUrl: string;
  readonly listCap: number;
  readonly log: Log;
  readonly httpTries?: number;
}

export type Delivery = ReturnType<typeof createDelivery>;

export function createDelivery(deps: DeliveryDeps) {
  const { deliveries, identity, vault, log, mail, http } = deps;
  const workers: Worker[] = [];
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const queue = createQueue({ store: deliveries, vault, log, mails: mail !== undefined, wake });
  const metrics = createDeliveryMetrics(deliveries);
  const shared = {
    store: deliveries,
    log,
    count: metrics.count,
    gaveUp: createDisable({ ...deps, store: deliveries, organizations: identity.organizations }),
  };
  const send = { ...deps, mailDomain: domainOf(deps.mailFrom) };
  const targets = createTargets(send);
  workers.push(
    createWorker({
      ...shared,
      channels: ["alert"],
      places: httpPlaces,
      share: alertShare,
      send: targets.deliver,
    }),
    createWorker({
      ...shared,
      channels: ["webhook", "slack"],
      places: httpPlaces,
      share: httpShare,
      maxTries: deps.httpTries ?? httpTries,
      send: createHttpSend(send),
    }),
  );
  if (mail !== undefined) {
    const sendMail = createMailSend(send, mail);
    workers.push(
      createWorker({
        ...shared,
        channels: ["email", "alert_mail"],
        places: mailPlaces,
        oneServer: true,
        send: (one) => (one.channel === "alert_mail" ? targets.deliver(one) : sendMail(one)),
      }),
    );
  }
  const notifyAdmins = createAdminNotices(deps);
  const notifyOfChanges = createChangeNotices({ ...deps, organizations: identity.organizations });
  const notifyOfExpiry = createExpiryNotices({ ...deps, queue });
  const upkeep = upkeepOf(deps, notifyOfExpiry, wake);

  const capability: Feature = { operations: deliveryCalls(deliveries, wake, deps.listCap) };
  return {
    capability,
    queue,
    targets,
    metrics,
    /** Queues an invitation's mail; undefined where there is no mail server to take it. */
    mailInvitation: mail === undefined ? undefined : createInvitationMail(queue),
    /** The same for the link of a password's reset. */
    mailReset: mail === undefined ? undefined : createResetMail(queue),
    /** Queues the notifications about audit records, in the transaction that seals them. */
    async onSealed(organizationId: string, records: readonly AuditRecord[]) {
      const notifications = [
        ...(await notifyAdmins(organizationId, records)),
        ...(await notifyOfChanges(organizationId, records)),
      ];
      if (notifications.length === 0) return undefined;
      return async (transaction: InTransaction) => {
        await queue.add(transaction, notifications);
        wake();
      };
    },
    notifyOfExpiry,
    background: [...workers.flatMap((worker) => worker.background), ...upkeep],
    /** Sends all that is due now. */
    async flush(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.flush()));
      await targets.settle();
    },
    /** Ends when what is being sent was sent. */
    async stop(): Promise<void> {
      await Promise.all(upkeep.map((one) => one.stop()));
      await Promise.all(workers.map((worker) => worker.stop()));
      await targets.settle();
      mail?.close();
      await http.close();
    },
  };
}

/** What falls due by the clock alone. Every node does it; the database sees to it that nothing is done twice. */
function upkeepOf(
  { deliveries, events, mail, log }: DeliveryDeps,
  notifyOfExpiry: (now: Date) => Promise<number>,
  wake: () => void,
): readonly Periodic[] {
  async function tidy(): Promise<void> {
    const now = Date.now();
    await notifyOfExpiry(new Date(now));
    const before = (days: number) => new Date(now - days * dayMs);
    const { sent, parked, held, event } = keptDays;
    while ((await deliveries.forget(before(sent), before(parked), upkeepBatch)) === upkeepBatch);
    while ((await deliveries.forgetHeld(before(held), mostHeld, upkeepBatch)) === upkeepBatch);
    while ((await events.forget(before(event), upkeepBatch)) === upkeepBatch);
  }
  // Mail that was held while there was no server, here or on another node.
  async function release(): Promise<void> {
    if ((await deliveries.releaseHeld(new Date(Date.now() - heldMs))) > 0) wake();
  }
  const upkeep = { name: "upkeep of the queue", everyMs: upkeepMs, firstMs: firstUpkeepMs, run: tidy, log };
  const releasing = { name: "release of held mail", everyMs: heldCheckMs, firstMs: 0, run: release, log };
  return [new Periodic(upkeep), ...(mail === undefined ? [] : [new Periodic(releasing)])];
}

/** The domain of an address such as `Acme <mail@acme.example>`. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
}
