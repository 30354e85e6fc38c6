/** Rows of a kind as a data source: all of them, or those that the filters of the service's list let through. */
import type { Kind } from "../../src/kernel/kind.ts";
import { argumentName } from "../../src/kernel/terraform.ts";
import { listFilters } from "../../src/surfaces/terraform/schema.ts";
import type { Filters } from "../batch.ts";
import { error } from "../refusals.ts";
import { stateOf } from "../row-values.ts";
import type { SessionOf } from "../session.ts";
import { DiagnosticsError } from "../wire/diagnostics.ts";
import type { DataSource } from "../wire/provider.ts";
import type { ObjectValue } from "../wire/values.ts";

export function listSource(definition: Kind, session: SessionOf): DataSource {
  return {
    read: async ({ config, signal }) => {
      const { rows, truncated } = await session().rows.list(
        definition,
        filtersIn(definition, config),
        signal,
      );
      if (truncated) throw tooMany(definition, rows.length);
      return {
        state: {
          ...config,
          ids: rows.map(({ body }) => String(body.id)),
          [argumentName(definition.kind)]: rows.map(({ body }) => stateOf(definition, body, null)),
        },
      };
    },
  };
}

function filtersIn(definition: Kind, config: ObjectValue): Filters {
  return Object.fromEntries(
    listFilters(definition).flatMap((name) => {
      const value = config[argumentName(name)] ?? null;
      return value === null ? [] : [[name, String(value)]];
    }),
  );
}

/** Rows that are left out in silence would look deleted to whatever is made from the list. */
function tooMany(definition: Kind, given: number): DiagnosticsError {
  const { kind } = definition;
  const filters = listFilters(definition).map(argumentName).join(" or ");
  const detail = `One list of the service gives ${given} rows of ${kind}, and there are more, so that this data source would leave some out. Narrow it by ${filters}, or raise ORGCONFIG_LIST_CAP where the service runs.`;
  return new DiagnosticsError([error(`There are too many rows of ${kind} for one list`, detail)]);
}
