import type { Observations, RowName } from "../engine/ports/observations.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Database } from "./database.ts";
import { sql } from "./statement.ts";

export function createObservations(database: Database): Observations {
  return {
    states: (organizationId, rows) =>
      database.query<RowName & { readonly state: JsonObject }>(sql("list-row-states"), [
        organizationId,
        rows.map(({ kind }) => kind),
        rows.map(({ id }) => id),
      ]),
  };
}
