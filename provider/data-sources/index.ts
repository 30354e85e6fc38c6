/** The data sources of every kind, by their types: a row, all rows, a setting. Nothing here knows a kind by name. */
import type { Kind } from "../../src/kernel/kind.ts";
import { terraformType } from "../../src/kernel/terraform.ts";
import { dataSourceSchema, pluralDataSourceSchema, pluralType } from "../../src/surfaces/terraform/schema.ts";
import type { SessionOf } from "../session.ts";
import type { DataSource, DataSourceServer } from "../wire/provider.ts";
import type { Schema } from "../wire/schema.ts";
import { listSource } from "./list.ts";
import { rowSource } from "./row.ts";
import { settingSource } from "./setting.ts";

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
