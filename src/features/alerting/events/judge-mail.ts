/** What a change of notification settings takes from whoever was mailed. Pure. */
import type { Judge, RowMove } from "../../../engine/feature.ts";
import { completed } from "../../../engine/render.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";

const categories = ["notify_incidents", "notify_automation", "notify_security", "notify_slo"] as const;

export const judgeMail: Judge = {
  kinds: [notificationSettings.kind],
  judge: async (_reader, _call, moves) =>
    moves.flatMap((move) => {
      const { kind, id } = move;
      return lostBy(move).map(({ field, message }) => ({
        ...{ kind, id, field, message },
        reason: "notifications_off" as const,
      }));
    }),
};

function lostBy({ kind, before, now }: RowMove): readonly { field: string; message: string }[] {
  if (kind !== notificationSettings.kind || now === undefined) return [];
  const was = completed(notificationSettings, before?.configuration ?? {});
  const is = completed(notificationSettings, now.configuration);
  // Nobody was mailed.
  if (!was.enabled || was.recipients.length === 0) return [];
  const people = was.recipients.length === 1 ? "1 address" : `${was.recipients.length} addresses`;
  if (!is.enabled) return [{ field: "enabled", message: `is off: ${people} get no mail any more` }];
  if (is.recipients.length === 0)
    return [{ field: "recipients", message: `are empty: ${people} get no mail any more` }];
  return categories
    .filter((field) => was[field] && !is[field])
    .map((field) => ({ field, message: "is off: nobody is mailed about these any more" }));
}
