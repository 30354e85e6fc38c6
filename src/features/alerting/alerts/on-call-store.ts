/** What is kept of messages to rotas: who got each, or why nobody did. */
import type { Connection } from "../../../database/database.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { sql } from "./queries.generated.ts";

/** Of one alert. */
export const mostOnCall = 50;

export type OnCallRecord = RowOf<typeof sql.listOnCallOfAlerts>;

/** Of the reader of alerts, what is about that. */
export function onCallOver(database: Connection) {
  return {
    /** Of each of these alerts the newest, in order. */
    onCallOf: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listOnCallOfAlerts, { organizationId, alertIds, most: mostOnCall }),
    /** By rota, the open alerts that nobody is at and whose last message to it reached nobody. */
    unanswered: (organizationId: string) => database.query(sql.countOpenWithoutOnCall, { organizationId }),
    recordOnCall: (organizationId: string, rows: readonly JsonObject[]) =>
      database.query(sql.insertAlertOnCall, { organizationId, rows: jsonText(rows) }),
  };
}
