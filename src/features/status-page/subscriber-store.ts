/** Who is subscribed to status pages, and what they are still to be sent. */
import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import type { RowOf } from "../../database/statement.ts";
import { sql } from "./queries.generated.ts";

/** How many messages in a row may be turned down. */
const mostBounces = 5;

export type SubscriberStore = ReturnType<typeof createSubscriberStore>;
export type SubscriberMessage = RowOf<typeof sql.claimSubscriberMessages>;
type MessageKey = Pick<SubscriberMessage, "organization_id" | "subscriber_id" | "incident_id" | "at">;

export interface NewSubscriber {
  readonly organizationId: string;
  readonly id: string;
  readonly channel: "email" | "webhook";
  /** By which the same address is found again. */
  readonly addressCode: string;
  readonly sealedAddress: string;
  readonly componentIds: readonly string[];
}

export interface FoundSubscriber {
  readonly organizationId: string;
  readonly status: "pending" | "confirmed" | "suspended";
  /** Whether it was asked to confirm another choice of components. */
  readonly asks: boolean;
}

/** What a subscriber's sealed address is bound to. */
export function addressIdentity(organizationId: string, id: string): string {
  return JSON.stringify([organizationId, "status page subscriber", id]);
}

type Subscribers = ReturnType<typeof subscribersOver>;

export function createSubscriberStore(database: Database) {
  return bindable<Subscribers, Subscribers>(database, subscribersOver);
}

function subscribersOver(database: Connection) {
  return {
    /** Keeps it as pending, and asks it to confirm; one that is there already is asked again. */
    async ask(subscriber: NewSubscriber, now: Date): Promise<void> {
      const { organizationId } = subscriber;
      const [kept] = await database.query(sql.putSubscriber, { ...subscriber, now });
      if (kept !== undefined)
        await database.query(sql.putSubscriberQuestion, { organizationId, id: kept.id, now });
    },
    /** By the id alone, as links have it. */
    async find(id: string): Promise<FoundSubscriber | undefined> {
      const [found] = await database.query(sql.findSubscriber, { id });
      return found && { organizationId: found.organization_id, status: found.status, asks: found.asks };
    },
    /** @param most how many may be confirmed; null for any number. @returns whether there was room */
    confirm: async (organizationId: string, id: string, most: number | null) =>
      (await database.query(sql.confirmSubscriber, { organizationId, id, most })).length > 0,
    remove: (organizationId: string, id: string) =>
      database.query(sql.deleteSubscriber, { organizationId, id }),
    async counts(organizationId: string) {
      const [counts] = await database.query(sql.countSubscribers, { organizationId });
      return counts ?? { confirmed: 0, pending: 0, suspended: 0 };
    },
    /** Puts an update of an incident in line for everybody who wants it. */
    announce: (
      organizationId: string,
      incidentId: string,
      update: { readonly at: string; readonly componentIds: readonly string[]; readonly now: Date },
    ) => database.query(sql.putIncidentMessages, { organizationId, incidentId, ...update }),
    /** Takes at most so many that are due, for as long as a lease. */
    claim: (limit: number, leaseMs: number, now: Date) =>
      database.query(sql.claimSubscriberMessages, {
        now,
        limit,
        leaseUntil: new Date(now.getTime() + leaseMs),
      }),
    /** @param bounced whether it was turned down for good; undefined where that says nothing of the subscriber */
    async finish(message: MessageKey, bounced: boolean | undefined): Promise<void> {
      await database.query(sql.deleteSubscriberMessage, keyOf(message));
      const { organizationId, subscriberId: id } = keyOf(message);
      if (bounced !== undefined)
        await database.query(sql.countBounce, { organizationId, id, bounced, most: mostBounces });
    },
    /** @param untried where nothing was sent yet */
    postpone: (message: MessageKey, until: Date, untried = false) =>
      database.query(sql.postponeSubscriberMessage, { ...keyOf(message), until, untried }),
    /** Removes those who never confirmed, and what was asked for and not confirmed. */
    forgetPending: (before: Date) => database.query(sql.forgetPendingSubscribers, { before }),
  };
}

function keyOf({ organization_id, subscriber_id, incident_id, at }: MessageKey) {
  return { organizationId: organization_id, subscriberId: subscriber_id, incidentId: incident_id, at };
}
