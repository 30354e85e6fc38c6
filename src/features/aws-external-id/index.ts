/** The external id that AWS roles demand: the first is made with the organization, rotating makes others. */
import { randomBytes } from "node:crypto";
import type { Engine } from "../../engine/engine.ts";
import type { Feature, KindHooks } from "../../engine/feature.ts";
import { readInput } from "../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../engine/operation.ts";
import type { Bindable } from "../../engine/ports/executor.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { viewOf } from "../../engine/render.ts";
import { awsExternalId, trustPolicy } from "../../resources/aws-external-id.ts";
import type { Ground } from "../ground.ts";
import type { ExternalIds } from "./port.ts";
import { createExternalIdStore } from "./store.ts";

interface AwsExternalIdDeps {
  readonly engine: Pick<Engine, "mutateRow">;
  readonly externalIds: Bindable<ExternalIds>;
  readonly store: Store;
  /** Whom roles have to trust; undefined where the operator named nobody. */
  readonly principal: string | undefined;
}

export function createAwsExternalId(ground: Ground): Feature {
  const deps = {
    ...ground,
    externalIds: createExternalIdStore(ground.database),
    principal: ground.settings.awsPrincipal,
  };
  return {
    name: "aws external id",
    kinds: {
      [awsExternalId.kind]: {
        async join(reader, organizationId, [row]) {
          if (row === undefined) return new Map();
          // What a rotation left in the row's state stands.
          const external_id =
            viewOf(awsExternalId, row.read()).state.external_id ??
            (await deps.externalIds.in(reader).first(organizationId));
          return new Map([[row.id, { external_id, trust_policy: trustPolicy(external_id, deps.principal) }]]);
        },
      } satisfies KindHooks<typeof awsExternalId>,
    },
    operations: [rotateOperation(deps)],
  };
}

function rotateOperation({ engine, externalIds, store }: AwsExternalIdDeps): ConfigurationOperation {
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
    tag: awsExternalId.kind,
    toolset: awsExternalId.kind,
    credential: "bearer",
    method: "POST",
    path: `/api/v1/config/${awsExternalId.kind}/rotate`,
    input: { fields: {} },
    output: { definition: awsExternalId, verb: "get" },
    confirms: true,
    conditional: true,
    async run(call, { body, ifMatch, ifNoneMatch }): Promise<OperationAnswer> {
      readInput({}, body);
      const first = await externalIds.in(store).first(call.caller.organization.id);
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
