import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import type { Bindable } from "../../engine/ports/executor.ts";
import type { Observations } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createObservationStore(database: Database): Bindable<Observations> {
  return bindable(database, statesOver);
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
