import type { Observations } from "../engine/ports/observations.ts";
import type { Database } from "./database.ts";

export function createObservations(database: Database): Observations {
  return {
    states: (organizationId, rows) =>
      database.query("list-row-states", {
        organizationId,
        kinds: rows.map(({ kind }) => kind),
        ids: rows.map(({ id }) => id),
      }),
  };
}
