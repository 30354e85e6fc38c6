/** Why alerts are kept back, as every door shows it. */
import { completed } from "../../../engine/render.ts";
import { choice, list, object, text } from "../../../kernel/field.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { unknownWord } from "../../../renderers/alerting/facts.ts";
import { isUnwritten } from "../../../renderers/alerting/inhibitions.ts";
import { idLabel } from "../../../renderers/prometheus/slo-records.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { slos } from "../../../resources/slos.ts";
import type { AlertingRows } from "./rows.ts";
import type { AlertReader, StoredAlert } from "./store.ts";

const anything = Number.MAX_SAFE_INTEGER;

/** What is odd about an alert, as `warningsOf` says it. */
export const warningsField = list({
  description:
    "What is odd about it, such as a severity that nobody knows, or a target that nothing can be sent to.",
  max: anything,
  items: object({
    description: "One warning.",
    fields: {
      field: text({ description: "What of the alert or the answer it is about." }),
      message: text({ description: "What follows from it, and what to do.", max: anything }),
    },
  }),
});

/** What a forecast cannot know, as `unknownOf` says it. */
export const unknownField = list({
  description:
    "What no row says, such as silences of an Alertmanager that no agent reports; empty where all is known.",
  max: anything,
  items: text({ description: "In a sentence.", max: anything }),
});

/** The fields of an alert that say it. */
export const withheldFields = {
  withheld: list({
    description:
      "What keeps back what would have been sent of it, or kept it back when it ended. What is kept back is sent when that is over.",
    max: anything,
    items: object({
      description: "One reason.",
      fields: {
        reason: choice({
          description:
            "muted: by an alert mute, perhaps of some routes only. inhibited: another open alert keeps it back, alert_id. severity_none: it goes to no pager, and no rule escalates it.",
          choices: ["muted", "inhibited", "severity_none"],
        }),
        by: object({
          description:
            "The row that says so: of a burn alert that a quicker one keeps back, their SLO. Null for severity_none.",
          nullable: true,
          fields: {
            kind: choice({
              description: "Its kind.",
              choices: [alertMutes.kind, alertInhibitions.kind, slos.kind],
            }),
            id: text({ description: "Its id." }),
            name: text({ description: "What it is called.", max: anything }),
          },
        }),
        alert_id: text({
          description: "The id of the alert that keeps it back; null where none does.",
          nullable: true,
        }),
      },
    }),
  }),
  warnings: warningsField,
} as const;

/** By alert, what keeps it back or kept it back when it ended; empty where nothing does. */
export async function withheldOf(
  reader: AlertReader,
  organizationId: string,
  rows: AlertingRows,
  alerts: readonly StoredAlert[],
): Promise<ReadonlyMap<string, JsonObject[]>> {
  const ids = alerts.map(({ id }) => id);
  const routed = grouped(await reader.routingMutes(organizationId, ids), ({ alertId }) => alertId);
  const mutesOf = ({ id, mutedBy }: StoredAlert) => [
    ...new Set([...(mutedBy === null ? [] : [mutedBy]), ...(routed.get(id) ?? []).map((one) => one.mutedBy)]),
  ];
  const muteIds = [...new Set(alerts.flatMap(mutesOf))];
  const found = await reader.configurations(organizationId, alertMutes.kind, muteIds);
  const names = new Map(
    found.map(({ id, configuration }) => [id, nameOfMute(completed(alertMutes, configuration))]),
  );
  const inhibitions = new Map(rows.inhibitions.map(({ id, configuration }) => [id, configuration.name]));
  return new Map(
    alerts.map((alert) => {
      const { inhibitedBy, inhibitingAlert, severity } = alert;
      return [
        alert.id,
        [
          ...mutesOf(alert).map((id) => ({
            reason: "muted",
            by: { kind: alertMutes.kind, id, name: names.get(id) ?? id },
            alert_id: null,
          })),
          ...(inhibitedBy === null
            ? []
            : [
                {
                  reason: "inhibited",
                  by: {
                    ...rowOf(inhibitedBy, alert),
                    name: inhibitions.get(inhibitedBy) ?? inhibitedBy,
                  },
                  alert_id: inhibitingAlert,
                },
              ]),
          ...(severity === "none" ? [{ reason: "severity_none", by: null, alert_id: null }] : []),
        ],
      ];
    }),
  );
}

/** The row because of which an inhibition is there: of burn alerts, whose nobody wrote, their SLO. */
function rowOf(
  inhibitionId: string,
  { labels }: StoredAlert,
): { readonly kind: string; readonly id: string } {
  return isUnwritten(inhibitionId)
    ? { kind: slos.kind, id: labels[idLabel] ?? "" }
    : { kind: alertInhibitions.kind, id: inhibitionId };
}

/** What people call a mute: what it takes, or why it does where it takes all that routes send. */
export function nameOfMute({
  pattern,
  matchers,
  reason,
}: Pick<ConfigurationOf<typeof alertMutes>, "pattern" | "matchers" | "reason">): string {
  return pattern ?? (matchers.length === 0 ? reason : matchers.join(", "));
}

/** What is odd about an alert, and what to do. */
export function warningsOf({ labels }: Pick<StoredAlert, "labels">, { words }: AlertingRows): JsonObject[] {
  const word = unknownWord(labels, words);
  return word === undefined ? [] : [{ field: "labels.severity", message: unknownMessage(word) }];
}

export function unknownMessage(word: string): string {
  return `nobody knows the severity ${JSON.stringify(word)}: a pager gets it as critical, and for min_severity it counts as a warning; say what it means in severity_words of ${organizationSettings.kind}`;
}
