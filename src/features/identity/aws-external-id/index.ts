/** The external id that AWS roles demand: the first is made with the organization, rotating makes others. */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Connection } from "../../../database/database.ts";
import type { Feature, KindHooks } from "../../../engine/feature.ts";
import { readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../../engine/operation.ts";
import { viewOf } from "../../../engine/render.ts";
import { awsExternalId, trustPolicy } from "../../../resources/aws-external-id.ts";
import type { Ground } from "../../ground.ts";
import { sql } from "./queries.generated.ts";

export function createAwsExternalId(ground: Ground): Feature {
  const principal = ground.settings.awsPrincipal;
  const first = firstIds(ground.database);
  return {
    name: "aws external id",
    kinds: {
      [awsExternalId.kind]: {
        async reveal(organizationId, row) {
          // What a rotation left in the row's state stands.
          const external_id = viewOf(awsExternalId, row).state.external_id ?? (await first(organizationId));
          return { external_id, trust_policy: trustPolicy(external_id, principal) };
        },
      } satisfies KindHooks<typeof awsExternalId>,
    },
    operations: [rotateOperation(ground, first)],
  };
}

/** The external ids that organizations were given when they were made: they stay, so that each is read once. */
function firstIds(database: Connection) {
  const known = new LRUCache<string, string>({ max: 10_000 });
  return async (organizationId: string): Promise<string> => {
    const [found] = known.has(organizationId)
      ? [{ id: known.get(organizationId) as string }]
      : await database.query(sql.getFirstExternalId, { organizationId });
    if (found === undefined) throw new Error(`organization ${organizationId} is gone`);
    known.set(organizationId, found.id);
    return found.id;
  };
}

function rotateOperation({ engine }: Ground, firstId: ReturnType<typeof firstIds>): ConfigurationOperation {
  const action = "rotate_aws_external_id";
  return {
    name: action,
    level: "admin",
    effect: "update",
    cumulative: true,
    takesAway: true,
    writes: true,
    proposed: { never: "it makes a value that nobody could look at before" },
    title: "Rotate AWS external id",
    description:
      "Makes a new external id in place of the present one. Roles whose trust policy demands the old one stop working until it names the new one, so have them at hand.",
    tag: awsExternalId.kind,
    credential: "bearer",
    method: "POST",
    path: `/api/v1/config/${awsExternalId.kind}/rotate`,
    input: { fields: {} },
    output: { definition: awsExternalId, verb: "get" },
    confirms: true,
    conditional: true,
    async run(call, { body, ifMatch, ifNoneMatch }): Promise<OperationAnswer> {
      readInput({}, body);
      const first = await firstId(call.caller.organization.id);
      const { row, ...answer } = await engine.mutateRow(call, awsExternalId, awsExternalId.kind, {
        action,
        conditions: { ifMatch, ifNoneMatch },
        of(row) {
          const { state } = viewOf(awsExternalId, row);
          const external_id = randomBytes(16).toString("hex");
          const rotated_at = call.now.toISOString();
          return {
            state: { external_id, rotated_at },
            configuration: {},
            changes: [
              { field: "external_id", before: state.external_id ?? first, after: external_id },
              { field: "rotated_at", before: state.rotated_at ?? null, after: rotated_at },
            ],
          };
        },
      });
      return { ...answer, body: row };
    },
  };
}
