/** Whether a change leaves people without notifications that they had: pure rules, a line for each field. */
import type { FieldChange } from "../../../engine/ports/rows.ts";
import type { Json } from "../../../kernel/field.ts";
import { changeNotificationsKind } from "../../../resources/change-notifications.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";

/** Whether `after` notifies of all that `before` did, at the same targets. */
type Covers = (before: Json, after: Json) => boolean;

const staysOn: Covers = (before, after) => before === false || after !== false;
const same: Covers = (before, after) => before === null || before === after;
/** Lists of what is notified, or who: nothing of it may go. */
const keepsAll: Covers = (before, after) => itemsOf(before).every((item) => itemsOf(after).includes(item));
/** Lists of what is left out: nothing may come. */
const addsNone: Covers = (before, after) => keepsAll(after, before);
/** The same where an empty list, or "*", is everything. */
const keepsAllOrEvery: Covers = (before, after) =>
  isEvery(after) || (!isEvery(before) && keepsAll(before, after));

const rules: Readonly<Record<string, Readonly<Record<string, Covers>>>> = {
  [changeNotificationsKind]: {
    enabled: staysOn,
    channel: same,
    recipients: keepsAll,
    webhook_url: same,
    resources: keepsAllOrEvery,
    verbs: (before, after) => keepsAll(verbsOf(before), verbsOf(after)),
    excluded_actors: addsNone,
  },
  [notificationSettings.kind]: {
    enabled: staysOn,
    notify_incidents: staysOn,
    notify_automation: staysOn,
    notify_security: staysOn,
    notify_slo: staysOn,
    recipients: keepsAll,
    muted_events: addsNone,
  },
};

/** Of a secret only that it changed is known: the address, or the key without which a receiver trusts no message. */
const secretTargets: readonly string[] = ["slack_webhook_url", "webhook_secret"];

/** The fields by which the row of this kind notifies less than before, or others. What was off notified nobody. */
export function lessCovered(kind: string, changes: readonly FieldChange[]): string[] {
  const fields = rules[kind];
  if (fields === undefined) return [];
  if (changes.some((one) => one.field === "enabled" && !("secret" in one) && one.before === false)) return [];
  return changes.flatMap((change) => {
    const covers = fields[change.field];
    const less =
      "secret" in change
        ? secretTargets.includes(change.field) && change.secret !== "set"
        : covers !== undefined && !covers(change.before, change.after);
    return less ? [change.field] : [];
  });
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function verbsOf(value: Json): Json {
  return isEvery(value) ? ["create", "update", "delete"] : value;
}

function isEvery(value: Json): boolean {
  return itemsOf(value).length === 0 || itemsOf(value).includes("*");
}
