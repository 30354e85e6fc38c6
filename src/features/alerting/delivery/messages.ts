/**
 * Messages to people and systems outside: each is written in the transaction of what it is about, and sent after
 * the commit by whichever node takes it first.
 */

import type { InTransaction } from "../../../engine/ports/executor.ts";
import type { FieldChange } from "../../../engine/ports/rows.ts";
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import type { ObjectValueOf } from "../../../kernel/row-types.ts";
import type { PageMessage } from "../../../renderers/alerting/formats/page.ts";
import type { MailChart, MailContent } from "../../../renderers/mail/index.ts";
import type { changeFields, planFields, testFields } from "./change-webhooks.ts";

/**
 * `alert` and `alert_mail` go to rows of outbound_configs: the first by the HTTP format of the row's kind, the
 * second by mail, to the row's address. `page` goes to a person by one of their ways (person-target.ts).
 */
export type Channel = "email" | "webhook" | "slack" | "alert" | "alert_mail" | "page";

export type DeliveryStatus = "queued" | "held" | "sent" | "parked";

export interface NewDelivery {
  readonly organizationId: string;
  readonly channel: Channel;
  /** An email address, or the id of the row that names the address. */
  readonly target: string;
  /** What it is about: a target gets one delivery for each source. */
  readonly source: string;
  /** One line, for people who look after the queue. */
  readonly subject: string;
  readonly payload: DeliveryPayload;
  readonly at: Date;
  /** Why it is not tried: it is on record alone. */
  readonly error?: string | undefined;
  /** It waits a little for others to the same receiver, with which it goes as one message. */
  readonly gathers?: true;
  /** Holds a secret: kept sealed, and not at all once it is sent. */
  readonly secret?: true;
}

/** A mail before it is laid out. Its times are as `readable` writes them, and are put on its readers' clocks then. */
export interface MailPayload extends MailContent {
  readonly type: "mail";
  readonly unsubscribeUrl: string | null;
  /** Whether a POST to that address is enough (RFC 8058). */
  readonly oneClick?: true | undefined;
  /** What groups mails into a conversation. */
  readonly thread: string | null;
  /** Whose act it reports, and when: those to one receiver that are near to each other become one mail. */
  readonly act?: { readonly by: string; readonly at: string } | undefined;
}

/** A change of configuration, as it is sent to webhooks and Slack. */
export interface ChangePayload {
  readonly type: "change";
  readonly at: string;
  readonly message: ChangeMessage;
}

export type ChangeMessage = Omit<ObjectValueOf<typeof changeFields>, "changes"> & {
  /** Only where the notification asks for it. */
  readonly changes?: readonly FieldChange[];
};

/** What an applied plan changed, as it is sent to webhooks and Slack: one message for all of it. */
export interface PlanPayload {
  readonly type: "plan";
  readonly at: string;
  readonly message: PlanMessage;
}

export type PlanMessage = Omit<ObjectValueOf<typeof planFields>, "changes"> & {
  /** The first of them, in the order of the plan. */
  readonly changes: readonly ChangeMessage[];
};

/** A test of a change notification; it is sent past the queue. */
export interface TestPayload {
  readonly type: "test";
  readonly at: string;
  readonly message: TestMessage;
}

export type TestMessage = ObjectValueOf<typeof testFields>;

/** What a change notification posts to webhooks and Slack. */
export type PostedPayload = ChangePayload | PlanPayload | TestPayload;

/** What an outbound target is notified of alerts, before it is put into the format of the target's kind. */
export interface AlertPayload {
  readonly type: "alert";
  /** When it was decided. */
  readonly at: string;
  readonly message: AlertMessage;
  /** The last hour of the SLO behind it; only mails show it. */
  readonly chart?: MailChart | undefined;
}

/** What a person is sent by one of their ways. */
export interface PagePayload {
  readonly type: "page";
  readonly message: PageMessage;
  /** The page that it is a step of, what acknowledges it, and the key of its group of alerts; null for what only says that it is over. */
  readonly page: { readonly id: string; readonly token: string; readonly about: string } | null;
}

export type DeliveryPayload = MailPayload | ChangePayload | PlanPayload | AlertPayload | PagePayload;

/** A payload as it is kept: sealed where it holds a secret. */
export type KeptPayload = DeliveryPayload | { readonly sealed: string };

/** Where features put what has to be sent. */
export interface DeliveryQueue {
  /** Whether there is a mail server; without one, mail is held until there is. */
  readonly mails: boolean;
  /** Adds them in the transaction of what they say of. */
  add(transaction: InTransaction, deliveries: readonly NewDelivery[]): Promise<void>;
  /** What was added is committed: send soon. */
  wake(): void;
}
