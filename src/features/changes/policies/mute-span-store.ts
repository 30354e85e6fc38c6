/** The mutes that there are and were of late, on PostgreSQL. */
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowMove } from "../../../engine/feature.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { lookBackMs, type MuteSpan, spanOf } from "./mute-spans.ts";
import { sql } from "./queries.generated.ts";

export type MuteSpanStore = ReturnType<typeof createMuteSpanStore>;

export function createMuteSpanStore(database: Database) {
  return bindable<ReturnType<typeof over>, ReturnType<typeof over>>(database, over);
}

function over(database: Connection) {
  return {
    /** @param moves what is about to change: what is deleted ends now, and what is made is there */
    async around(organizationId: string, moves: readonly RowMove[], now: Date): Promise<MuteSpan[]> {
      const which = { organizationId, kind: alertMutes.kind, since: new Date(now.getTime() - lookBackMs) };
      const ending = new Set(moves.filter((move) => move.now === undefined).map(({ id }) => id));
      const stored = (await database.query(sql.listMuteSpans, which)).flatMap(
        ({ id, configuration, made, beganAt, endedAt }): MuteSpan[] => {
          const span = spanOf({ id, configuration, state: made === null ? {} : { starts_at: made } });
          if (span === null) return [];
          if (beganAt !== null && endedAt !== null)
            return [{ ...span, from: beganAt.getTime(), to: endedAt.getTime() }];
          const to = ending.has(id) ? Math.min(span.to, now.getTime()) : span.to;
          return span.from < to ? [{ ...span, to }] : [];
        },
      );
      const made = moves.flatMap(({ kind, now: row }) =>
        kind === alertMutes.kind && row !== undefined ? (spanOf(row) ?? []) : [],
      );
      const anew = new Set(made.map(({ id }) => id));
      return [...stored.filter(({ id }) => !anew.has(id)), ...made];
    },
    /** Notes that a mute is deleted, where it has held until now. */
    async keep(organizationId: string, row: StoredRow, now: Date): Promise<void> {
      const span = spanOf(row);
      if (span === null || span.from >= now.getTime()) return;
      await database.query(sql.keepGoneMute, {
        ...{ organizationId, id: row.id, beganAt: new Date(span.from) },
        endedAt: new Date(Math.min(span.to, now.getTime())),
        configuration: jsonText(row.configuration),
        since: new Date(now.getTime() - lookBackMs),
      });
    },
  };
}
