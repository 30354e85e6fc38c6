import type { Bindable } from "../engine/ports/executor.ts";
import type { Observations } from "../engine/ports/observations.ts";
import type { Connection } from "./database.ts";
import { connectionOf } from "./executor.ts";

export function createObservations(): Bindable<Observations> {
  return { in: (scoped) => statesOver(connectionOf(scoped)) };
}

function statesOver(database: Connection): Observations {
  return {
    states: (organizationId, rows) =>
      database.query("list-row-states", {
        organizationId,
        kinds: rows.map(({ kind }) => kind),
        ids: rows.map(({ id }) => id),
      }),
  };
}
