/** A setting as a data source: an organization has it once, so that there is nothing to say. */
import type { Resource } from "../../src/kernel/resource.ts";
import { dataSourceSchema } from "../../src/surfaces/terraform/schema.ts";
import { stateOf } from "../row-values.ts";
import type { SessionOf } from "../session.ts";
import type { DataSourceServer } from "../wire/provider.ts";

export function settingSource(resource: Resource, session: SessionOf): DataSourceServer {
  return {
    schema: dataSourceSchema(resource),
    read: async ({ signal }) => {
      const row = await session().rows.read(resource, resource.kind, signal);
      return { state: stateOf(resource, row?.body ?? {}, null) };
    },
  };
}
