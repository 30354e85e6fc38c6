/** The data sources of every kind, by their types: a row, all rows, a setting. Nothing here knows a kind by name. */
import type { Resource } from "../../src/kernel/resource.ts";
import { terraformType } from "../../src/kernel/terraform.ts";
import { pluralType } from "../../src/surfaces/terraform/schema.ts";
import type { SessionOf } from "../session.ts";
import type { DataSourceServer } from "../wire/provider.ts";
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
      return plural === undefined
        ? [[type, settingSource(resource, session)]]
        : [
            [type, rowSource(resource, session)],
            [plural, listSource(resource, session)],
          ];
    }),
  );
}
