/** Real alerts, of which a configuration is asked: what Alertmanager or Prometheus answers about them. */
import type { SourceFile } from "../../../kernel/document.ts";
import type { Json } from "../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import { WrongFiles } from "./source.ts";

const most = { bytes: 20_000_000, alerts: 20_000 } as const;

/**
 * Alertmanager's `/api/v2/alerts`, or a Prometheus' `/api/v1/rules` or `/api/v1/alerts`. Of a rule that fires nowhere
 * the labels that it would add, but for those whose values only a series gives.
 * @throws WrongFiles
 */
export function alertsIn({ name, text }: SourceFile): Labels[] {
  const refuse = (message: string) => new WrongFiles([`${name}: ${message}`]);
  if (Buffer.byteLength(text) > most.bytes) throw refuse(`has more than ${most.bytes} bytes`);
  let answer: Json;
  try {
    answer = JSON.parse(text);
  } catch {
    throw refuse(
      "is not JSON; save the answer of Alertmanager's /api/v2/alerts or of Prometheus' /api/v1/rules",
    );
  }
  const found = Array.isArray(answer)
    ? labelsOfAll(answer)
    : isObject(answer)
      ? ofPrometheus(answer)
      : undefined;
  if (found === undefined)
    throw refuse("is no answer of Alertmanager's /api/v2/alerts or of Prometheus' /api/v1/rules");
  if (found.length > most.alerts) throw refuse(`holds more than ${most.alerts} alerts`);
  return found;
}

function ofPrometheus({ data }: JsonObject): Labels[] | undefined {
  if (!isObject(data)) return undefined;
  const { groups, alerts } = data;
  if (Array.isArray(alerts)) return labelsOfAll(alerts);
  if (!Array.isArray(groups)) return undefined;
  return groups.flatMap((group: Json) => {
    const rules = isObject(group) && Array.isArray(group.rules) ? group.rules : [];
    return rules.flatMap((rule: Json): Labels[] => {
      if (!isObject(rule) || rule.type !== "alerting") return [];
      const firing = Array.isArray(rule.alerts) ? labelsOfAll(rule.alerts) : [];
      if (firing.length > 0) return firing;
      const plain = Object.entries(textsOf(rule.labels)).filter(([, value]) => !isTemplate(value));
      return [{ alertname: String(rule.name ?? ""), ...Object.fromEntries(plain) }];
    });
  });
}

function labelsOfAll(alerts: readonly Json[]): Labels[] {
  return alerts.flatMap((alert) =>
    isObject(alert) && isObject(alert.labels) ? [textsOf(alert.labels)] : [],
  );
}

function textsOf(labels: Json | undefined): Labels {
  if (!isObject(labels)) return {};
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
}

/** Whether the value of a rule's label is made by a template, from each series. */
export function isTemplate(value: string): boolean {
  return value.includes("{{");
}
