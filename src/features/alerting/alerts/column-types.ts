/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { MessageAlert } from "../../../kernel/alert-message.ts";
import type { AlertFacts } from "../../../renderers/alerting/facts.ts";
import type { Channel, DeliveryStatus } from "../delivery/index.ts";

export type Labels = Readonly<Record<string, string>>;

/** A message about an alert that did not arrive at its last try. */
export interface FailedSend {
  readonly channel: Channel;
  readonly target: string;
  readonly error: string;
}

/** What a report says besides what it is known by. */
export interface Said {
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly facts: AlertFacts;
}

/** A silence of an engine that no mute stands for. */
export interface UnheldSilence {
  readonly id: string;
  readonly comment: string;
  readonly until: string;
  /** Why. */
  readonly message: string;
}

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "alert_routings.group_labels": Labels;
  "alert_truncated_groups.group_labels": Labels;
  "alerts.annotations": Labels;
  "alerts.labels": Labels;
  "alerts.severity": MessageAlert["severity"];
  "deliveries.channel": Channel;
  "deliveries.status": DeliveryStatus;
  "held_firings.group_labels": Labels;
  "held_firings.said": Said;
  "unheld_silences.named": readonly UnheldSilence[];
}

/** The end of an alert, or a later beginning. */
export interface AlertEnd {
  readonly id: string;
  readonly at: Date;
  /** Why, where nobody measured it, such as "its check was deleted". */
  readonly because?: string;
}
