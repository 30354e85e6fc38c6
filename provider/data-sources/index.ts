/** The data sources of every kind, by their types: a row, all rows, a setting. Nothing here knows a kind by name. */
import type { Kind } from "../../src/kernel/kind.ts";
import { argumentName, terraformType } from "../../src/kernel/terraform.ts";
import {
  dataSourceSchema,
  listFilters,
  pluralDataSourceSchema,
  pluralType,
} from "../../src/surfaces/terraform/schema.ts";
import type { Filters } from "../batch.ts";
import { error } from "../refusals.ts";
import { stateOf } from "../row-values.ts";
import type { SessionOf } from "../session.ts";
import { presentSetting } from "../setting.ts";
import { DiagnosticsError } from "../wire/diagnostics.ts";
import type { DataSource, DataSourceServer } from "../wire/provider.ts";
import type { Schema } from "../wire/schema.ts";
import type { ObjectValue } from "../wire/values.ts";
import { rowSource } from "./row.ts";

export function dataSourcesOf(
  definitions: readonly Kind[],
  session: SessionOf,
): Record<string, DataSourceServer> {
  return Object.fromEntries(
    definitions.flatMap((definition): [string, DataSourceServer][] => {
      const type = terraformType(definition);
      const plural = pluralType(definition);
      const one = (source: DataSource) => described(() => dataSourceSchema(definition), source);
      return plural === undefined
        ? [[type, one(settingSource(definition, session))]]
        : [
            [type, one(rowSource(definition, session))],
            [plural, described(() => pluralDataSourceSchema(definition), listSource(definition, session))],
          ];
    }),
  );
}

/** The schema is made when it is asked for: a plan starts the provider three times, and asks once. */
function described(schemaOf: () => Schema, source: DataSource): DataSourceServer {
  let made: Schema | undefined;
  return {
    ...source,
    get schema() {
      made ??= schemaOf();
      return made;
    },
  };
}

/** A setting: an organization has it once, so that there is nothing to say. */
function settingSource(definition: Kind, session: SessionOf): DataSource {
  return {
    read: async ({ signal }) => {
      const { body } = await presentSetting(session(), definition, signal);
      return { state: stateOf(definition, body, null) };
    },
  };
}

/** Rows of a kind: all of them, or those that the filters of the service's list let through. */
function listSource(definition: Kind, session: SessionOf): DataSource {
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
