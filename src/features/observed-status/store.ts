import type { Connection } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import type { Bindable } from "../../engine/ports/executor.ts";
import type { Observations } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createObservations(): Bindable<Observations> {
  return { in: (scoped) => statesOver(connectionOf(scoped)) };
}

function statesOver(database: Connection): Observations {
  return {
    states: (organizationId, rows) =>
      database.query(sql.listRowStates, {
        organizationId,
        kinds: rows.map(({ kind }) => kind),
        ids: rows.map(({ id }) => id),
      }),
  };
}
