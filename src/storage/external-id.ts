import type { ExternalIds } from "../engine/ports/external-id.ts";
import type { Database } from "./database.ts";

export function createExternalIds(database: Database): ExternalIds {
  return {
    async first(organizationId) {
      const [found] = await database.query("get-first-external-id", { organizationId });
      if (found === undefined) throw new Error(`organization ${organizationId} is gone`);
      return found.id;
    },
  };
}
