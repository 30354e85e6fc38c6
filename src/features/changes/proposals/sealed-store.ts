/** What proposals keep sealed of what was asked for. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import { proposalIdentity } from "./stored.ts";

/** Few: a request may have some mebibytes. */
const batch = 5;

export async function* sealedProposals(database: Connection): AsyncGenerator<Sealed> {
  let [afterOrganizationId, afterId] = ["", ""];
  for (;;) {
    const page = await database.query(sql.listSealedProposals, {
      afterOrganizationId,
      afterId,
      limit: batch,
    });
    for (const { organization_id: organizationId, id, sealed_request: sealed } of page) {
      [afterOrganizationId, afterId] = [organizationId, id];
      yield {
        where: `${organizationId} proposal ${id}`,
        values: [{ name: "request", sealed, identity: proposalIdentity(organizationId, id) }],
        replace: async ([after = ""]) =>
          (await database.query(sql.replaceSealedProposal, { organizationId, id, before: sealed, after }))
            .length > 0,
      };
    }
    if (page.length === 0) return;
  }
}
