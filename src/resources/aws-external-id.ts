import { defineSetting } from "../kernel/define-kind.ts";
import { computed, text, timestamp } from "../kernel/field.ts";

/** The service makes the id itself: one that callers could choose would let them borrow another's role. */
const externalIdLength = 32;

const exampleId = "0123456789abcdef0123456789abcdef";
const exampleArn = "arn:aws:iam::123456789012:role/orgconfig";

/**
 * The trust policy of a role that this service may assume, as AWS takes it. Where nobody said whom it has to trust,
 * it says who has to: AWS refuses that text, so that it cannot be put in place by mistake.
 */
export function trustPolicy(externalId: string, principal: string | undefined): string {
  const trusted = principal ?? "<whom this service calls AWS as; its operator sets ORGCONFIG_AWS_PRINCIPAL>";
  const statement = {
    Effect: "Allow",
    Principal: { AWS: trusted },
    Action: "sts:AssumeRole",
    Condition: { StringEquals: { "sts:ExternalId": externalId } },
  };
  return JSON.stringify({ Version: "2012-10-17", Statement: [statement] }, null, 2);
}

export const awsExternalId = defineSetting({
  kind: "aws_external_id",
  title: "AWS external id",
  group: "Integrations",
  description:
    "The external id is what the organization's AWS roles require before this service can assume them. The service makes it. Rotating makes a new one; roles that still require the old one can no longer be assumed.",
  level: "admin",
  verbs: ["get"],
  fields: {
    external_id: computed({
      description: "The id to put into the trust policy of every role, as sts:ExternalId.",
      shape: text({ description: "The external id.", min: externalIdLength, max: externalIdLength }),
      from: "state",
      routine: false,
    }),
    trust_policy: computed({
      description:
        "The whole trust policy, in JSON, of a role that this service may assume: with the external id, and with the principal that the operator named.",
      shape: text({ description: "The trust policy.", max: 4_096, multiline: true }),
      from: "revealed",
    }),
    rotated_at: computed({
      description: "When it was last rotated; null while it is the first one.",
      shape: timestamp({ description: "When it was last rotated.", nullable: true }),
      from: "state",
    }),
  },
  example: {},
  exampleState: { external_id: exampleId, trust_policy: trustPolicy(exampleId, exampleArn) },
});
