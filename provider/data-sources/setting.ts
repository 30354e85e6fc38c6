/** A setting as a data source: an organization has it once, so that there is nothing to say. */
import type { Resource } from "../../src/kernel/resource.ts";
import { stateOf } from "../row-values.ts";
import type { SessionOf } from "../session.ts";
import { presentSetting } from "../setting.ts";
import type { DataSource } from "../wire/provider.ts";

export function settingSource(resource: Resource, session: SessionOf): DataSource {
  return {
    read: async ({ signal }) => {
      const { body } = await presentSetting(session(), resource, signal);
      return { state: stateOf(resource, body, null) };
    },
  };
}
