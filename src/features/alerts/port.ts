/** What alerts need of the world: those that are or were open, who took them, and what is due for them. */

import type { Bindable } from "../../engine/ports/executor.ts";
import type { AuditEntry } from "../../engine/ports/rows.ts";
import type { MessageAlert } from "../../kernel/alert-message.ts";
import type { Channel, DeliveryStatus } from "../delivery/index.ts";

export type Labels = Readonly<Record<string, string>>;

/** What an alert is known by, within its connector. */
export interface AlertKey {
  readonly fingerprint: string;
  readonly startedAt: Date;
}

/** An alert as it is first stored. One with `resolvedAt` was over before it came. */
export interface NewAlert extends AlertKey {
  readonly id: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly title: string;
  readonly service: string | null;
  readonly severity: MessageAlert["severity"];
  readonly url: string | null;
  readonly resolvedAt: Date | null;
  /** The mute that keeps it back. */
  readonly mutedBy: string | null;
}

export interface StoredAlert extends NewAlert {
  readonly connectorId: string;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  /** Its mute ended then, and no report has had it since: nobody is notified before one has. */
  readonly unconfirmedSince: Date | null;
}

/** As much of an alert as shows whether a report about it is new. */
export interface KnownAlert extends AlertKey {
  readonly id: string;
  readonly resolvedAt: Date | null;
  readonly title: string;
  readonly annotations: Labels;
  /** The mute that kept it back has ended or is gone. */
  readonly lapsed: boolean;
  /** No report has had it since its mute ended. */
  readonly unconfirmed: boolean;
}

/** The end of an alert. */
export interface AlertEnd {
  readonly id: string;
  readonly at: Date;
}

export type AlertTexts = Pick<NewAlert, "id" | "annotations" | "title" | "url">;

/** A route took an alert. */
export interface Routing {
  readonly alertId: string;
  readonly routeId: string;
  /** What alerts that are sent together have in common. */
  readonly groupKey: string;
  readonly groupLabels: Labels;
}

/** A group of alerts of which a notification left some out. */
export interface TruncatedGroup extends Pick<Routing, "groupKey" | "groupLabels"> {
  /** The name of Alertmanager's receiver. */
  readonly receiver: string;
}

/** A routing of an alert that is open, that no mute keeps back, and that is confirmed since its mute ended. */
export interface OpenRouting extends Routing {
  /** Whether the route's targets know of it. */
  readonly notified: boolean;
  readonly acknowledged: boolean;
}

export interface AlertGroup {
  readonly groupKey: string;
  /** How long it is that the group's targets were last sent something; 0 where they never were. */
  readonly secondsSince: number;
}

/** The next step of a rule for an alert. */
export interface TimerStep {
  readonly organizationId: string;
  readonly alertId: string;
  readonly ruleId: string;
  /** From 1. */
  readonly step: number;
  readonly dueAt: Date;
}

export interface DueTimer extends Omit<TimerStep, "dueAt"> {
  readonly labels: Labels;
  /** By the database's clock. */
  readonly now: Date;
}

/** Alerts that the deliveries of one source report. */
export interface NotifiedSource {
  readonly source: string;
  /** The route or rule that sends it. */
  readonly senderId: string;
  readonly alertIds: readonly string[];
}

interface Target {
  readonly channel: Channel;
  readonly target: string;
}

export interface MutableAlert {
  readonly id: string;
  readonly labels: Labels;
  readonly title: string;
}

export interface RecentAlert extends MutableAlert {
  readonly startedAt: Date;
  readonly open: boolean;
}

export interface MutedAlert extends MutableAlert {
  readonly mutedBy: string | null;
}

export interface ConfirmedAlert extends MutableAlert {
  /** Rules and mails know of it: it was muted later. */
  readonly announced: boolean;
}

export interface AlertDelivery {
  readonly alertId: string;
  readonly senderId: string;
  readonly channel: Channel;
  readonly target: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly lastError: string | null;
}

export type AlertStatus = "open" | "acknowledged" | "resolved";

interface AlertPlace {
  readonly organizationId: string;
  readonly connectorId: string;
}

type WaitingAlert = Pick<
  StoredAlert,
  "id" | "title" | "severity" | "service" | "startedAt" | "mutedBy" | "unconfirmedSince"
>;

/** An alert's place in lists. */
export type Begun = Pick<StoredAlert, "startedAt" | "id">;

export interface AlertReader {
  /** Newest first, those that began before one. */
  list(
    organizationId: string,
    filter: { readonly status?: AlertStatus | undefined; readonly service?: string | undefined },
    limit: number,
    before?: Begun,
  ): Promise<readonly StoredAlert[]>;
  /**
   * Those that are open, that nobody has acknowledged and no mute keeps back, and how many they are: those with this
   * fingerprint first, which are there although they are muted, then the newest, behind them those of the lesser severities.
   */
  waiting(
    organizationId: string,
    firstFingerprint: string,
    lesser: readonly string[],
    limit: number,
  ): Promise<{ readonly alerts: readonly WaitingAlert[]; readonly total: number }>;
  /** In the order in which they began. */
  byIds(organizationId: string, ids: readonly string[]): Promise<readonly StoredAlert[]>;
  /** Those that are open, and those that began since then; newest first, those that began before one. */
  recent(organizationId: string, since: Date, limit: number, before?: Begun): Promise<readonly RecentAlert[]>;
  routings(
    organizationId: string,
    alertIds: readonly string[],
  ): Promise<readonly Pick<Routing, "alertId" | "routeId">[]>;
  /** In the order in which they were queued. */
  deliveries(
    organizationId: string,
    alertIds: readonly string[],
    most: number,
  ): Promise<readonly AlertDelivery[]>;
  /** The next steps of rules, in the order in which they are due. */
  timers(
    organizationId: string,
    alertIds: readonly string[],
  ): Promise<readonly Omit<TimerStep, "organizationId">[]>;
  /** Whether any timer is due. */
  anyDue(): Promise<boolean>;
  /** Where alerts are kept back by a mute of this kind that has ended or is gone. */
  lapsedMutings(kind: string, limit: number): Promise<readonly AlertPlace[]>;
  /** Open alerts whose connector, a row of this kind, is gone. */
  orphaned(kind: string, limit: number): Promise<readonly (AlertPlace & { readonly id: string })[]>;
  /** Whether a notification left alerts out, and nobody has reported them since. */
  hasTruncated(organizationId: string, connectorId: string): Promise<boolean>;
  /** Whether the end of a mute lately left an alert that no report has had since. */
  hasUnconfirmed(organizationId: string, connectorId: string): Promise<boolean>;
  /** Removes what notifications left out before this moment. */
  forgetTruncated(before: Date): Promise<void>;
  /** Removes alerts whose end came in before this moment, and answers how many; a batch at a time. */
  forget(before: Date, limit: number): Promise<number>;
}

/** What is decided about alerts of a connector is decided under a lock of that connector. */
export interface AlertWriter extends AlertReader {
  /** Of each fingerprint what is open, and what began when the report says or later; held to the transaction's end. */
  known(
    organizationId: string,
    connectorId: string,
    muteKind: string,
    reports: readonly AlertKey[],
  ): Promise<readonly KnownAlert[]>;
  /** The alert, held to the transaction's end. */
  lock(organizationId: string, id: string): Promise<StoredAlert | undefined>;
  insert(organizationId: string, connectorId: string, alerts: readonly NewAlert[]): Promise<void>;
  updateTexts(organizationId: string, alerts: readonly AlertTexts[]): Promise<void>;
  /** Ends those that are open, with their timers, and answers which. */
  end(organizationId: string, ends: readonly AlertEnd[]): Promise<readonly string[]>;
  /** Marks it acknowledged and ends its timers. */
  acknowledge(organizationId: string, id: string, by: string): Promise<void>;
  route(organizationId: string, routings: readonly Routing[]): Promise<void>;
  noteTruncated(
    organizationId: string,
    connectorId: string,
    groups: readonly TruncatedGroup[],
  ): Promise<void>;
  /** Removes and answers those that were noted before a moment, by the database's clock. */
  takeTruncated(
    organizationId: string,
    connectorId: string,
    before: Date,
  ): Promise<readonly TruncatedGroup[]>;
  /** @param routeIds all routes where it is left out */
  openRoutings(
    organizationId: string,
    alertIds: readonly string[],
    routeIds?: readonly string[],
  ): Promise<readonly OpenRouting[]>;
  markNotified(
    organizationId: string,
    routings: readonly Pick<Routing, "alertId" | "routeId">[],
  ): Promise<void>;
  /** Marks the routings as over whose targets have to be notified of it, and answers which. */
  endRoutings(organizationId: string, alertIds: readonly string[]): Promise<readonly Routing[]>;
  groups(organizationId: string, groupKeys: readonly string[]): Promise<readonly AlertGroup[]>;
  /** To whom routes sent these alerts, by group; `goesOn` where they sent it another of the group that is open. */
  notifiedByRoutes(
    organizationId: string,
    alertIds: readonly string[],
  ): Promise<readonly (Target & { readonly groupKey: string; readonly goesOn: boolean })[]>;
  /** To whom rules sent them. */
  notifiedByRules(
    organizationId: string,
    alertIds: readonly string[],
  ): Promise<readonly (Target & { readonly alertId: string; readonly senderId: string })[]>;
  recordNotified(organizationId: string, sources: readonly NotifiedSource[]): Promise<void>;
  /** First steps, so many seconds from now. */
  startTimers(
    organizationId: string,
    timers: readonly { readonly alertId: string; readonly ruleId: string; readonly delaySeconds: number }[],
  ): Promise<void>;
  /** Timers that are due, held to the transaction's end; those that another node has in hand are left out. */
  dueTimers(limit: number): Promise<readonly DueTimer[]>;
  moveTimers(timers: readonly TimerStep[]): Promise<void>;
  endTimers(timers: readonly Pick<TimerStep, "organizationId" | "alertId" | "ruleId">[]): Promise<void>;
  /**
   * Those that are open, were last seen before a moment by the database's clock, and have none of these fingerprints;
   * held to the transaction's end.
   */
  unreported(
    organizationId: string,
    connectorId: string,
    before: Date,
    fingerprints: readonly string[],
  ): Promise<readonly string[]>;
  /** An engine of the connector has those that are open with these fingerprints. */
  see(organizationId: string, connectorId: string, fingerprints: readonly string[]): Promise<void>;
  /** All that mutes keep back; held to the transaction's end. */
  muted(organizationId: string, connectorId: string): Promise<readonly MutedAlert[]>;
  /** Some of all that a new mute may keep back; by their ids, after this one. Held to the transaction's end. */
  mutable(organizationId: string, after: string, limit: number): Promise<readonly MutableAlert[]>;
  mute(
    organizationId: string,
    mutings: readonly { readonly id: string; readonly mutedBy: string | null }[],
  ): Promise<void>;
  /**
   * Of those that are open and not confirmed since their mute ended, the ones that are reported to be on since they
   * began, or before that: they are confirmed now.
   * @param since when the report was begun, by the database's clock; null where that is now
   */
  confirm(
    organizationId: string,
    connectorId: string,
    reports: readonly AlertKey[],
    since: Date | null,
  ): Promise<readonly ConfirmedAlert[]>;
  /** Puts what somebody did about an alert on record. */
  record(organizationId: string, record: AuditEntry): Promise<void>;
}

export type AlertStore = Bindable<AlertReader, AlertWriter>;
