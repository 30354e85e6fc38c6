/** A mute that is to last longer: another one takes its place in one transaction, so that it holds without a break. */
import type { Call } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { StoredRow, Writer } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { completed } from "../../../engine/render.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { text, timestamp } from "../../../kernel/field.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { muteOf } from "../../reliability/index.ts";
import type { AlertDeps } from "./deps.ts";

const input = {
  id: text({ description: "The mute's id.", max: 512 }),
  until: timestamp({ description: "The new end." }),
} as const;

const output = {
  id: text({ description: "The id of the mute that took its place." }),
  expires_at: timestamp({ description: "When that ends." }),
} as const;

const minuteMs = 60_000;

export function extendMuteOperation(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    name: "extend_alert_mute",
    level: "operate",
    effect: "update",
    takesAway: true,
    tested: true,
    title: "Extend an alert mute",
    description: "Makes a mute last longer: another takes its place.",
    tag: alertMutes.kind,
    reach: { kinds: [alertMutes], row: "id" },
    method: "POST",
    path: "/api/v1/alert_mutes/{id}/extend",
    input,
    output,
    async answer(call, { id, until }) {
      const organizationId = call.caller.organization.id;
      const answer = await withTransaction(deps.store, [`${organizationId}/silences`], async (writer) => {
        const row = await writer.lockRow(organizationId, alertMutes.kind, id);
        if (row === undefined) throw notFound(alertMutes);
        const body = await extend(deps, writer, call, row, parseTimestamp(until) as Date);
        await call.keeping?.keep(writer, { status: 200, body });
        return body;
      });
      deps.onCommit?.();
      return answer;
    },
  });
}

async function extend({ engine }: AlertDeps, writer: Writer, call: Call, row: StoredRow, until: Date) {
  const { startsAt, endsAt, schedule } = muteOf(row).times;
  if (endsAt === null || schedule.length > 0)
    throw problem("id", "has a schedule, so that it is not extended; make another mute");
  if (endsAt <= call.now) throw problem("id", "has ended; make another mute");
  if (until <= endsAt) throw problem("until", "must be later than the mute ends now");
  const { starts_at: _, ...settings } = completed(alertMutes, row.configuration);
  const begins = Math.max(startsAt.getTime(), call.now.getTime());
  const minutes = Math.ceil((until.getTime() - begins) / minuteMs);
  const hasEnd = settings.until !== null;
  if (!hasEnd && minutes > (alertMutes.fields.duration_minutes.max ?? minutes))
    throw problem("until", "must be at most 30 days after it begins, or after now");
  const rows = engine.in(writer);
  await rows.remove(call, alertMutes, row.id);
  const id = await rows.create(call, alertMutes, {
    ...settings,
    ...(startsAt > call.now && { starts_at: startsAt.toISOString() }),
    ...(hasEnd ? { until: until.toISOString() } : { duration_minutes: minutes }),
  });
  const end = hasEnd ? until : new Date(begins + minutes * minuteMs);
  return { id, expires_at: end.toISOString() };
}

function problem(field: keyof typeof input, message: string) {
  return unprocessable([{ field, message }]);
}
