/** Alertmanager's webhook, version 4 (prometheus.io/docs/alerting/latest/configuration, "webhook_config"), as it is taken in. */
import { createHash } from "node:crypto";
import { type InputOf, knownOf, readEach } from "../../../engine/input.ts";
import { choice, integer, list, object, text, timestamp } from "../../../kernel/field.ts";
import type { Problem } from "../../../kernel/problem.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import { momentOf, parseTimestamp } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type AlertFacts, factsOf } from "../../../renderers/alerting/facts.ts";
import { fingerprintOf } from "../../../renderers/alerting/fingerprint.ts";
import type { Labels } from "./column-types.ts";
import type { AlertKey } from "./store.ts";
import { keptBytes, keptTexts } from "./stored-texts.ts";

const anything = Number.MAX_SAFE_INTEGER;

const anyTexts = (description: string) => object({ description, fields: {}, open: true, optional: true });

export const intakeInput = {
  connector_id: text({ description: "The id of the connector whose Alertmanager calls.", max: 255 }),
  receiver: text({
    description:
      "The receiver's name in Alertmanager's configuration: the id of the route that took the alerts.",
    max: anything,
  }),
  groupKey: text({ description: "Alertmanager's own name for the group of alerts.", max: anything }),
  groupLabels: anyTexts("The labels that the alerts are grouped by."),
  truncatedAlerts: integer({
    description: "How many alerts of the group were left out.",
    min: 0,
    default: 0,
  }),
  alerts: list({
    description: "The alerts of the group.",
    max: anything,
    items: object({
      description: "One alert.",
      open: true,
      fields: {
        status: choice({ description: "Whether it is open.", choices: ["firing", "resolved"] }),
        labels: anyTexts("Its labels."),
        annotations: anyTexts("Its annotations."),
        startsAt: timestamp({ description: "When it began." }),
        endsAt: timestamp({
          description: "When it ended; of one that is open it means nothing.",
          optional: true,
        }),
        generatorURL: text({
          description: "Where the rule that raised it can be looked at.",
          max: anything,
          default: "",
        }),
        fingerprint: text({
          description:
            "A hash of its labels. Where it is missing it is made as Alertmanager makes it, of all labels.",
          min: 0,
          max: 255,
          optional: true,
        }),
      },
    }),
  }),
} as const;

type ReportedAlert = InputOf<typeof intakeInput>["alerts"][number];

/** What is said of one alert. */
export interface Report extends AlertKey {
  /** Null while it is open. */
  readonly endedAt: Date | null;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly facts: AlertFacts;
}

/** One notification of Alertmanager's. */
export interface Notification {
  /** The receiver's name. */
  readonly receiver: string;
  /** A hash of the connector, the receiver and the group, in hexadecimal. */
  readonly groupKey: string;
  readonly groupLabels: Labels;
  readonly reports: readonly Report[];
  /** Alerts that it left out. */
  readonly truncated: number;
}

export interface ReadWebhook {
  readonly connectorId: string;
  readonly notification: Notification;
  /** Alerts that could not be read: what is wrong with the first of them, and how many they are. */
  readonly refused: readonly Problem[];
  readonly refusals: number;
}

/** @throws Refusal 422 where it is not of the webhook's shape, or no alert of it is */
export function* readWebhook(body: JsonObject): Pieces<ReadWebhook> {
  const { input, ...rest } = yield* readEach(intakeInput, knownOf(intakeInput, body), "alerts");
  const { connector_id, receiver, groupKey, groupLabels, truncatedAlerts, alerts } = input;
  const names = new Set(Object.keys(groupLabels ?? {}));
  const reports: Report[] = [];
  for (const alert of alerts) {
    yield;
    reports.push(reportOf(alert, names));
  }
  const notification = {
    receiver,
    groupKey: createHash("sha256")
      .update(JSON.stringify([connector_id, receiver, groupKey]))
      .digest("hex"),
    groupLabels: keptTexts(groupLabels, keptBytes.labels),
    reports,
    truncated: truncatedAlerts,
  };
  return { connectorId: connector_id, notification, ...rest };
}

/**
 * What is said of one alert, made fit to be kept.
 * @param names of labels that are kept before others: those that its group is known by
 */
export function reportOf(alert: ReportedAlert, names?: ReadonlySet<string>): Report {
  return new ReadReport(alert, names);
}

/** Its texts are made fit when somebody asks for them: of tens of thousands that are only counted nobody does. */
class ReadReport implements Report {
  readonly fingerprint: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly #alert: ReportedAlert;
  readonly #names: ReadonlySet<string> | undefined;
  #labels: Labels | undefined;
  #annotations: Labels | undefined;
  #facts: AlertFacts | undefined;

  constructor(alert: ReportedAlert, names: ReadonlySet<string> | undefined) {
    this.fingerprint = alert.fingerprint || fingerprintOf(alert.labels ?? {});
    this.startedAt = parseTimestamp(alert.startsAt) as Date;
    this.endedAt = alert.status === "firing" ? null : (momentOf(alert.endsAt) ?? this.startedAt);
    this.#alert = alert;
    this.#names = names;
  }

  get labels(): Labels {
    this.#labels ??= keptTexts(this.#alert.labels, keptBytes.labels, this.#names);
    return this.#labels;
  }

  get annotations(): Labels {
    this.#annotations ??= keptTexts(this.#alert.annotations, keptBytes.annotations);
    return this.#annotations;
  }

  get facts(): AlertFacts {
    const { labels, annotations } = this;
    this.#facts ??= factsOf({ labels, annotations, generatorUrl: this.#alert.generatorURL });
    return this.#facts;
  }
}
