/** What the calls about ways and pages answer. */
import type { WayKind } from "../../src/transports/reach.ts";

/** A way by which the reader is reached. */
export interface Way {
  readonly id: string;
  readonly kind: WayKind;
  readonly name: string;
  readonly verified: boolean;
  /** Enough of its address to know it by. */
  readonly leads_to: string;
  readonly created_at: string | null;
  readonly taken_at: string | null;
  readonly failed_at: string | null;
  readonly failure: string | null;
  readonly answered_at: string | null;
  readonly concern: "silent" | "failing" | null;
}

export interface Ways {
  readonly data: readonly Way[];
  readonly application_server_key: string;
  /** What the installation can send by. */
  readonly kinds: readonly WayKind[];
}

/** A way that a message was sent to. */
export interface SentWay {
  readonly id: string;
  /** Why it was not sent; null: the other side has taken it. */
  readonly not_sent: string | null;
}

export interface Step {
  readonly way_id: string;
  readonly after_seconds: number;
}

export type Urgency = "page" | "other";

export interface Steps extends Readonly<Record<Urgency, readonly Step[]>> {
  /** Those without steps of their own. */
  readonly defaults: readonly Urgency[];
}

/** A page of the reader's that nobody has answered yet. */
export interface OwnPage {
  readonly id: string;
  readonly organization: string;
  readonly title: string;
  readonly url: string;
  readonly urgent: boolean;
  readonly at: string;
}

export interface PageAnswered {
  readonly outcome: "acknowledged" | "passed_on";
  readonly alert_ids: readonly string[];
  /** Who gets it now. */
  readonly people: readonly string[];
}
