/** The data sources of every kind, by their types: a row, all rows, a setting. Nothing here knows a kind by name. */
import type { Resource } from "../../src/kernel/resource.ts";
import { terraformType } from "../../src/kernel/terraform.ts";
import { dataSourceSchema, pluralDataSourceSchema, pluralType } from "../../src/surfaces/terraform/schema.ts";
import type { SessionOf } from "../session.ts";
import type { DataSource, DataSourceServer } from "../wire/provider.ts";
import type { Schema } from "../wire/schema.ts";
import { listSource } from "./list.ts";
import { rowSource } from "./row.ts";
import { settingSource } from "./setting.ts";

export function dataSourcesOf(
  resources: readonly Resource[],
  session: SessionOf,
): Record<string, DataSourceServer> {
  return Object.fromEntries(
    resources.flatMap((resource): [string, DataSourceServer][] => {
      const type = terraformType(resource);
      const plural = pluralType(resource);
      const one = (source: DataSource) => described(() => dataSourceSchema(resource), source);
      return plural === undefined
        ? [[type, one(settingSource(resource, session))]]
        : [
            [type, one(rowSource(resource, session))],
            [plural, described(() => pluralDataSourceSchema(resource), listSource(resource, session))],
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
