import type { Observations, RowName } from "../engine/ports/observations.ts";
import type { Bindable } from "../engine/ports/scope.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Connection } from "./database.ts";
import { connectionOf } from "./scope.ts";
import { sql } from "./statement.ts";

export function createObservations(): Bindable<Observations> {
  return { in: (scoped) => statesOver(connectionOf(scoped)) };
}

function statesOver(database: Connection): Observations {
  return {
    states: (organizationId, rows) =>
      database.query<RowName & { readonly state: JsonObject }>(sql("list-row-states"), [
        organizationId,
        rows.map(({ kind }) => kind),
        rows.map(({ id }) => id),
      ]),
  };
}
