import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import type { Bindable } from "../../engine/ports/executor.ts";
import type { ExternalIds } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createExternalIdStore(database: Database): Bindable<ExternalIds> {
  return bindable(database, externalIdsOver);
}

function externalIdsOver(database: Connection): ExternalIds {
  return {
    async first(organizationId) {
      const [found] = await database.query(sql.getFirstExternalId, { organizationId });
      if (found === undefined) throw new Error(`organization ${organizationId} is gone`);
      return found.id;
    },
  };
}
