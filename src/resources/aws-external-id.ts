import { computed, text, timestamp } from "../kernel/field.ts";
import { defineSetting } from "../kernel/resource.ts";

/** The service makes the id itself: one that callers could choose would let them borrow another's role. */
const externalIdLength = 32;

export const awsExternalId = defineSetting({
  kind: "aws_external_id",
  title: "AWS external id",
  group: "Integrations",
  description:
    "The external id that the organization's AWS roles require before this service can assume them. The service makes it. Rotating makes a new one; roles that still require the old one can no longer be assumed.",
  level: "admin",
  verbs: ["get"],
  fields: {
    external_id: computed({
      description: "The id to put into the trust policy of every role, as sts:ExternalId.",
      shape: text({ description: "The external id.", min: externalIdLength, max: externalIdLength }),
      from: "state",
      routine: false,
    }),
    rotated_at: computed({
      description: "When it was last rotated; null while it is the first one.",
      shape: timestamp({ description: "When it was last rotated.", nullable: true }),
      from: "state",
    }),
  },
  example: {},
  exampleState: { external_id: "0123456789abcdef0123456789abcdef" },
});
