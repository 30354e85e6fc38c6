/** What plans and sets store sealed. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import { planIdentity, setIdentity } from "./stored-plans.ts";

/** Few: the request of a plan may have some mebibytes. */
const batchRequests = 5;

/**
 * What plans and sets keep of their requests. A plan that goes meanwhile, or a set for which another one is applied,
 * is left.
 */
export async function* sealedPlans(database: Connection): AsyncGenerator<Sealed> {
  yield* sealedRequests("plans", planIdentity, {
    async after(afterOrganizationId, afterId) {
      const page = { afterOrganizationId, afterId, limit: batchRequests };
      return (await database.query(sql.listSealedPlans, page)).map(({ id, ...plan }) => ({
        ...plan,
        name: id,
      }));
    },
    replace: (organizationId, id, before, after) =>
      database.query(sql.replaceSealedPlan, { organizationId, id, before, after }),
  });
  yield* sealedRequests("plan_sets", setIdentity, {
    after: (afterOrganizationId, afterName) =>
      database.query(sql.listSealedPlanSets, { afterOrganizationId, afterName, limit: batchRequests }),
    replace: (organizationId, name, before, after) =>
      database.query(sql.replaceSealedPlanSet, { organizationId, name, before, after }),
  });
}

interface SealedRequests {
  after(
    organizationId: string,
    name: string,
  ): Promise<
    readonly { readonly organization_id: string; readonly name: string; readonly sealed_request: string }[]
  >;
  /** @returns what was replaced: nothing where it is not what it was */
  replace(organizationId: string, name: string, before: string, after: string): Promise<readonly unknown[]>;
}

async function* sealedRequests(
  what: string,
  identityOf: (organizationId: string, name: string) => string,
  requests: SealedRequests,
): AsyncGenerator<Sealed> {
  let last: readonly [string, string] = ["", ""];
  for (;;) {
    const page = await requests.after(...last);
    for (const { organization_id, name, sealed_request: sealed } of page) {
      last = [organization_id, name];
      yield {
        where: `${organization_id} ${what} ${name}`,
        values: [{ name: "request", sealed, identity: identityOf(organization_id, name) }],
        replace: async ([after = ""]) =>
          (await requests.replace(organization_id, name, sealed, after)).length > 0,
      };
    }
    if (page.length === 0) return;
  }
}
