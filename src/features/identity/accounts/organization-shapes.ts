/** An organization as the operator sees it. */
import type { Registry } from "../../../engine/feature.ts";
import { choice, list, object, text } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { quotasField } from "./quota-fields.ts";
import { organizationShape, planField, renderOrganization, when, whenever } from "./shapes.ts";
import type { OrganizationDetail } from "./store.ts";

const organizationStates = ["active", "suspended", "deleting"] as const;

const decided = {
  reason: text({ description: "Why, in the operator's words.", default: "" }),
  since: when("When that was decided."),
  by: text({ description: "The name of the operator's token." }),
} as const;

export function organizationDetailShape(definitions: Registry) {
  return object({
    description: "An organization as the operator sees it.",
    fields: {
      ...organizationShape.fields,
      plan: planField,
      ip_allowlist: list({
        description: "The only address ranges it may be reached from; empty: any.",
        items: text({ description: "A range." }),
      }),
      created_at: when("When it was made."),
      state: choice({
        description: "Suspended and deleting ones take no changes.",
        choices: organizationStates,
      }),
      suspension: object({
        description: "That it is suspended; null: it is not.",
        nullable: true,
        fields: decided,
      }),
      deletion: object({
        description: "That it is going to be deleted; null: it is not.",
        nullable: true,
        fields: {
          ...decided,
          delete_at: when("When it is deleted, if a whole export since it took its last change is there."),
        },
      }),
      exported_at: whenever("The moment that the newest whole export shows; null before the first."),
      quotas: quotasField(definitions, "Its own quotas, each in the place of its plan's."),
      effective_quotas: quotasField(definitions, "The quotas that hold: its own, and those of its plan."),
    },
  });
}

export function renderOrganizationDetail(organization: OrganizationDetail): JsonObject {
  const { plan, ipAllowlist, createdAt, exportedAt, quotas, ownQuotas } = organization;
  return {
    ...renderOrganization(organization),
    plan,
    ip_allowlist: ipAllowlist,
    created_at: createdAt.toISOString(),
    ...renderStanding(organization),
    exported_at: exportedAt?.toISOString() ?? null,
    quotas: ownQuotas as JsonObject,
    effective_quotas: quotas as JsonObject,
  };
}

function renderStanding(organization: OrganizationDetail): JsonObject {
  const { suspendedAt, suspendedBy, suspensionReason } = organization;
  const { deleteAt, deletionAskedAt, deletionAskedBy, deletionReason } = organization;
  return {
    state: deleteAt !== null ? "deleting" : suspendedAt !== null ? "suspended" : "active",
    suspension: suspendedAt && {
      reason: suspensionReason ?? "",
      since: suspendedAt.toISOString(),
      by: suspendedBy ?? "",
    },
    deletion: deleteAt && {
      reason: deletionReason ?? "",
      since: (deletionAskedAt ?? deleteAt).toISOString(),
      by: deletionAskedBy ?? "",
      delete_at: deleteAt.toISOString(),
    },
  };
}
