/** Whether alerts reached anybody, by what became of the messages about them. */
import type { Connection } from "../../../database/database.ts";
import type { RowOf } from "../../../database/statement.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { pagesOver } from "../pages/index.ts";
import { onCallOver } from "./on-call-store.ts";
import { sql } from "./queries.generated.ts";

/** The sender of what is sent elsewhere because an alert reached nobody. */
export const elsewhere = "elsewhere";
/** What such a message names as its sender. */
export const byElsewhere = { kind: "alerts", id: elsewhere, name: "Reached nobody" } as const;

/** Senders that are neither a route nor a rule. */
export const byNoRoute: readonly string[] = [elsewhere, notificationSettings.kind];

/** What became of the messages about an alert. */
export type SendFacts = RowOf<typeof sql.listSendsOfAlerts>;
/** The same, by what routes and rules name, and by notification_settings. */
export interface Sends {
  readonly named?: SendFacts | undefined;
  readonly mailed?: SendFacts | undefined;
}
/** A message about an alert to one receiver, but for its end. */
export type SentTo = RowOf<typeof sql.listSendsTo>;

/** Of the reader of alerts, what is about that. */
export function reachedOver(database: Connection) {
  return {
    ...onCallOver(database),
    ...pagesOver(database),
    /** Of these alerts; nothing of one about which nothing was sent. */
    async sends(organizationId: string, alertIds: readonly string[]): Promise<ReadonlyMap<string, Sends>> {
      if (alertIds.length === 0) return new Map();
      const asked = { organizationId, alertIds, elsewhere, mailing: notificationSettings.kind };
      const found = grouped(await database.query(sql.listSendsOfAlerts, asked), ({ alertId }) => alertId);
      return new Map(
        [...found].map(([id, ones]) => [
          id,
          { named: ones.find((one) => !one.bySettings), mailed: ones.find((one) => one.bySettings) },
        ]),
      );
    },
    /** What was sent of an alert to these partitions of channels, but for its end: what arrived first. */
    sentTo: (
      organizationId: string,
      alertId: string,
      to: { readonly channels: readonly string[]; readonly partitions: readonly string[] },
      most: number,
    ) => database.query(sql.listSendsTo, { organizationId, alertId, ...to, most }),
    /** Open alerts that nobody is at and of which no message has arrived: that with this fingerprint first, the lesser severities last. */
    unreached: (organizationId: string, firstFingerprint: string, lesser: readonly string[], limit: number) =>
      database.query(sql.listUnreachedAlerts, {
        ...{ organizationId, firstFingerprint, lesser, limit, elsewhere },
        mailing: notificationSettings.kind,
      }),
    /** Alerts of which it is not settled whether they reached anybody, in the order of their ids. */
    unsettled: (
      afterSeconds: number,
      after: { readonly organizationId: string; readonly id: string },
      limit: number,
    ) =>
      database.query(sql.listUnsettledAlerts, {
        ...{ afterSeconds, limit },
        ...{ afterOrganization: after.organizationId, after: after.id },
      }),
    /** Settles it of these, once on all nodes, and answers of which. */
    settle: async (organizationId: string, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : (await database.query(sql.settleReach, { organizationId, ids })).map(({ id }) => id),
    /** Alerts of which what was sent elsewhere may have failed by now, in the order of their ids. */
    elsewhereDue: (after: { readonly organizationId: string; readonly id: string }, limit: number) =>
      database.query(sql.listElsewhereDue, {
        afterOrganization: after.organizationId,
        after: after.id,
        limit,
      }),
    /** Takes these to look at, on one node alone, and answers which; they are due again so many seconds from now. */
    claimElsewhere: async (organizationId: string, ids: readonly string[], afterSeconds: number) =>
      (await database.query(sql.claimElsewhere, { organizationId, ids, afterSeconds })).map(({ id }) => id),
    /** What became of what was sent elsewhere of these; nothing of one of which nothing was. */
    sentElsewhere: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listSentElsewhere, { organizationId, alertIds, elsewhere }),
    /** Looks at these again so many seconds from now; null: never. */
    async followElsewhere(organizationId: string, ids: readonly string[], afterSeconds: number | null) {
      if (ids.length > 0) await database.query(sql.followElsewhere, { organizationId, ids, afterSeconds });
    },
  };
}
