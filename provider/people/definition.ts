/**
 * A member of the organization, said in the terms of a kind, so that its schema, checks, plans and pages come from
 * where those of all kinds come from. It is no kind of the registry: a key neither reads nor changes people.
 */
import {
  emailField,
  memberShape,
  personName,
  roleField,
} from "../../src/features/identity/accounts/shapes.ts";
import { defineCollection } from "../../src/kernel/define-kind.ts";
import { computed } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";

const { id, status, created_at } = memberShape.fields;

const shape = defineCollection({
  kind: "members",
  title: "Members",
  group: "Organization",
  description:
    "A person in the organization. Creating it invites them by a one-time link (24 hours), by which they choose a password; somebody who has an account joins when they accept. Destroying it takes them out of the organization and its teams, and ends their tokens there. Needs the provider's `operator_token`.",
  level: "admin",
  idPrefix: "user",
  naturalKey: ["email"],
  listColumns: ["email", "name", "role", "status"],
  fields: {
    email: { ...emailField, description: "The person's address. Case does not count.", fixed: true },
    role: roleField,
    name: {
      ...personName,
      description:
        "The person's name, which the invitation calls them by. From then on it is their own: another one in a resource changes nothing, and neither does one for an address that has an account.",
    },
    // The person accepts at any time; an apply shows how it stands by then.
    status: computed({
      description: status.description,
      shape: status,
      from: "state",
      movedBy: "any change",
    }),
  },
  example: { email: "ada@example.com", role: "member", name: "Ada" },
});

/** The organization's members, with what their answers carry: no time of the last change. */
export const members: Kind = {
  ...shape,
  // Sets own rows, and no people.
  ownable: false,
  implicit: {
    id: computed({ description: "The person's id.", shape: id, from: "state", routine: false }),
    created_at: computed({
      description: "When the person was added (RFC 3339, UTC).",
      shape: created_at,
      from: "state",
      routine: false,
    }),
  },
};
