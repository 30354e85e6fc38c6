/** Notifying people and systems outside: the queue, the workers that empty it, and who puts what into it. */

import { currentMs } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { AuditRecord, AuditTables } from "../../../engine/ports/audit.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import { alertWebhooks } from "../../../renderers/alerting/formats/webhook.ts";
import type { Ground } from "../../ground.ts";
import type { IdentityStore, TeamRoster } from "../../identity/index.ts";
import { createAdminNotices } from "./admin-notices.ts";
import { createChangeNotices } from "./change-notices.ts";
import { allChangeWebhooks } from "./change-webhooks.ts";
import { createDisable } from "./disable.ts";
import { createExpiryNotices } from "./expiry-notices.ts";
import { gatheredBy } from "./gathering.ts";
import { createDeliveryMetrics } from "./metrics.ts";
import { notificationCalls } from "./notification-calls.ts";
import { deliveryCalls } from "./operator-calls.ts";
import type { WakingQueue } from "./queue.ts";
import { createHttpSend, createMailSend } from "./send.ts";
import type { DeliveryStore, ExpiryStore } from "./store.ts";
import { createTargets, type TargetDeps, type Targets } from "./targets.ts";
import { createUnsubscribing } from "./unsubscribing.ts";
import { Worker, type WorkerOptions } from "./worker.ts";

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
/** Mail that waited longer for a server is old changes; an operator may still send it. */
const heldMs = dayMs;
const keptDays = { sent: 30, parked: 90, held: 30 } as const;
/** Of one organization: without a mail server nothing else would bound it. */
const mostHeld = 10_000;
const upkeepBatch = 1_000;
const upkeepMs = 3_600_000;
const firstUpkeepMs = 15_000;
const heldCheckMs = 30_000;

/** What delivery stands on. */
export type DeliveryGround = Pick<
  Ground,
  | "store"
  | "engine"
  | "definitions"
  | "changeNotifications"
  | "vault"
  | "http"
  | "mail"
  | "log"
  | "listCap"
  | "siteUrl"
  | "onCommit"
>;

export interface DeliveryDeps extends DeliveryGround, Pick<TargetDeps, "reports"> {
  readonly audit: Pick<AuditTables, "recordsOfPlan">;
  readonly deliveries: DeliveryStore;
  readonly expiry: ExpiryStore;
  readonly queue: WakingQueue;
  readonly identity: Pick<IdentityStore, "organizations" | "members" | "users">;
  /** Who is in teams. */
  readonly roster: Pick<TeamRoster, "members">;
  readonly mailFrom: string;
  readonly httpTries?: number;
}

export type Delivery = ReturnType<typeof deliver>;

export function deliver(deps: DeliveryDeps) {
  const { deliveries, queue, mail, http } = deps;
  const { wake } = queue;
  const metrics = createDeliveryMetrics(deliveries);
  const targets = createTargets(sendDepsOf(deps));
  const workers = workersOf(deps, targets, metrics.count);
  const notifyOfExpiry = createExpiryNotices(deps);
  const upkeep = upkeepOf(deps, notifyOfExpiry, wake);
  queue.onWake(() => {
    for (const worker of workers) worker.wake();
  });

  return {
    name: "delivery",
    operations: [...deliveryCalls(deliveries, wake, deps.listCap), ...notificationCalls(sendDepsOf(deps))],
    webhooks: [...allChangeWebhooks, ...alertWebhooks],
    metrics: metrics.registerAt,
    background: [...workers.flatMap((worker) => worker.background), ...upkeep],
    /** Ends when what is being sent was sent. */
    async close(): Promise<void> {
      await Promise.all(upkeep.map((one) => one.stop()));
      await Promise.all(workers.map((worker) => worker.stop()));
      await targets.settle();
      mail?.close();
      await http.close();
    },
    targets,
    unsubscribing: createUnsubscribing(deps),
    /** Empties the queue of channels that another feature sends by; nobody is notified of what was given up. */
    workerOf: (of: Pick<WorkerOptions, "channels" | "places" | "share" | "anyOrder" | "send">) =>
      new Worker({ ...of, store: deliveries, log: deps.log, count: metrics.count, gaveUp: async () => {} }),
    onSealed: sealedNotifications(deps),
    notifyOfExpiry,
    /** Sends all that is due now. */
    async flush(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.flush()));
      await targets.settle();
    },
  };
}

function sendDepsOf(deps: DeliveryDeps) {
  return { ...deps, mailDomain: domainOf(deps.mailFrom) };
}

/** Who empties the queue: one each for alerts, for other messages over HTTP, and for mail where there is a server. */
function workersOf(deps: DeliveryDeps, targets: Targets, count: WorkerOptions["count"]): readonly Worker[] {
  const { deliveries: store, identity, log, mail } = deps;
  const gaveUp = createDisable({ ...deps, store, organizations: identity.organizations });
  const shared = { store, log, count, gaveUp };
  const send = sendDepsOf(deps);
  const alerts = new Worker({
    ...shared,
    channels: ["alert"],
    places: httpPlaces,
    share: alertShare,
    send: targets.deliver,
  });
  const messages = new Worker({
    ...shared,
    channels: ["webhook", "slack"],
    places: httpPlaces,
    share: httpShare,
    maxTries: deps.httpTries ?? httpTries,
    send: createHttpSend(send),
  });
  if (mail === undefined) return [alerts, messages];
  const sendMail = createMailSend(send, mail);
  const mails = new Worker({
    ...shared,
    channels: ["email", "alert_mail"],
    places: mailPlaces,
    oneServer: true,
    send: (one, others) => (one.channel === "alert_mail" ? targets.deliver(one) : sendMail(one, others)),
    togetherBy: gatheredBy,
  });
  return [alerts, messages, mails];
}

/** Queues the notifications about audit records, in the transaction that seals them. */
function sealedNotifications(deps: DeliveryDeps) {
  const { queue, identity } = deps;
  const notifyAdmins = createAdminNotices(deps);
  const notifyOfChanges = createChangeNotices({ ...deps, organizations: identity.organizations });
  return async (organizationId: string, records: readonly AuditRecord[]) => {
    const notifications = [
      ...(await notifyAdmins(organizationId, records)),
      ...(await notifyOfChanges(organizationId, records)),
    ];
    if (notifications.length === 0) return undefined;
    return async (transaction: InTransaction) => {
      await queue.add(transaction, notifications);
      queue.wake();
    };
  };
}

/** What falls due by the clock alone. Every node does it; the database sees to it that nothing is done twice. */
function upkeepOf(
  { deliveries, mail, log }: DeliveryDeps,
  notifyOfExpiry: (now: Date) => Promise<number>,
  wake: () => void,
): readonly Periodic[] {
  async function tidy(): Promise<void> {
    const now = currentMs();
    await notifyOfExpiry(new Date(now));
    const before = (days: number) => new Date(now - days * dayMs);
    const { sent, parked, held } = keptDays;
    while ((await deliveries.forget(before(sent), before(parked), upkeepBatch)) === upkeepBatch);
    while ((await deliveries.forgetHeld(before(held), mostHeld, upkeepBatch)) === upkeepBatch);
  }
  // Mail that was held while there was no server, here or on another node.
  async function release(): Promise<void> {
    if ((await deliveries.releaseHeld(new Date(currentMs() - heldMs))) > 0) wake();
  }
  const upkeep = { name: "upkeep of the queue", everyMs: upkeepMs, firstMs: firstUpkeepMs, run: tidy, log };
  const releasing = { name: "release of held mail", everyMs: heldCheckMs, firstMs: 0, run: release, log };
  return [new Periodic(upkeep), ...(mail === undefined ? [] : [new Periodic(releasing)])];
}

/** The domain of an address such as `Acme <mail@acme.example>`. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
}
