/** The external id that AWS roles demand: the first is made with the organization, rotating makes others. */
import { randomBytes } from "node:crypto";
import type { Action, ActionAnswer } from "../engine/action.ts";
import type { Capability, KindCapability } from "../engine/capability.ts";
import type { Engine } from "../engine/engine.ts";
import { readInput } from "../engine/input.ts";
import type { ExternalIds } from "../engine/ports/external-id.ts";
import { viewOf } from "../engine/render.ts";
import { awsExternalId } from "../resources/aws-external-id.ts";

export interface AwsExternalIdDeps {
  readonly engine: Pick<Engine, "amend">;
  readonly externalIds: ExternalIds;
}

export function createAwsExternalId(deps: AwsExternalIdDeps): Capability {
  const { kind } = awsExternalId;
  const rotate = rotateAction(deps);
  return {
    kinds: {
      [kind]: {
        async join(organizationId, [row]) {
          // What a rotation left in the row's state stands.
          if (row === undefined || viewOf(awsExternalId, row.read()).state.external_id !== undefined)
            return new Map();
          return new Map([[row.id, { external_id: await deps.externalIds.first(organizationId) }]]);
        },
      } satisfies KindCapability<typeof awsExternalId>,
    },
    actions: [rotate],
    routes: [{ method: "POST", path: `config/${kind}/rotate`, action: rotate, tag: kind }],
  };
}

function rotateAction({ engine, externalIds }: AwsExternalIdDeps): Action {
  const action = "rotate_aws_external_id";
  return {
    name: action,
    level: "admin",
    effect: "update",
    cumulative: true,
    irrevocable: true,
    title: "Rotate AWS external id",
    description:
      "Makes a new external id in place of the present one. Roles whose trust policy demands the old one stop working until it names the new one, so have them at hand.",
    toolset: awsExternalId.kind,
    input: { fields: {} },
    output: { resource: awsExternalId, verb: "get" },
    confirms: true,
    conditional: true,
    async run(call, { body, ifMatch, ifNoneMatch }): Promise<ActionAnswer> {
      readInput({}, body);
      const first = await externalIds.first(call.caller.organization.id);
      const { row, etag } = await engine.amend(call, awsExternalId, awsExternalId.kind, {
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
      return { status: 200, body: row, etag };
    },
  };
}
