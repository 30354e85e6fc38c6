/** What the attention needs of a database, next to what the parts read. */
import type { Connection } from "../../../database/database.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { slos } from "../../../resources/slos.ts";
import { teams } from "../../../resources/teams.ts";
import { sql } from "./queries.generated.ts";

export type AttentionStore = ReturnType<typeof createAttentionStore>;

interface Item {
  readonly resource: string;
  readonly id: string;
}

export function createAttentionStore(database: Connection) {
  return {
    /** The ids of the teams that each item is about, in order; nothing for one that is about none. */
    async teamsOf(
      organizationId: string,
      items: readonly Item[],
    ): Promise<(item: Item) => readonly string[]> {
      if (items.length === 0) return () => [];
      const found = await database.query(sql.listTeamsOf, {
        organizationId,
        kinds: items.map(({ resource }) => resource),
        ids: items.map(({ id }) => id),
        teamKind: teams.kind,
        routeKind: alertRoutes.kind,
        policyKind: deployPolicies.kind,
        sloKind: slos.kind,
      });
      return ({ resource, id }) =>
        found
          .filter((one) => one.kind === resource && one.id === id)
          .map(({ team }) => team)
          .sort();
    },
  };
}
