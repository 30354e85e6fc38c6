/** A setting as a data source: an organization has it once, so that there is nothing to say. */
import type { Kind } from "../../src/kernel/kind.ts";
import { stateOf } from "../row-values.ts";
import type { SessionOf } from "../session.ts";
import { presentSetting } from "../setting.ts";
import type { DataSource } from "../wire/provider.ts";

export function settingSource(definition: Kind, session: SessionOf): DataSource {
  return {
    read: async ({ signal }) => {
      const { body } = await presentSetting(session(), definition, signal);
      return { state: stateOf(definition, body, null) };
    },
  };
}
