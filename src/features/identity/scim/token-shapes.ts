/** What a SCIM token looks like in calls. */
import { object, text } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { endInput, idField, prefixField, when, whenever } from "../accounts/index.ts";
import type { StoredToken } from "./store.ts";

export const tokenInput = {
  name: text({ description: "What it is for, such as the provider's name.", max: 255, oneLine: true }),
  expires_at: endInput,
} as const;

const fields = {
  id: idField,
  name: tokenInput.name,
  prefix: prefixField,
  created_by: text({ description: "Who made it." }),
  created_at: when("When it was made."),
  expires_at: whenever("When it stops working; null: never."),
  last_used_at: whenever("When it was last used, to the minute."),
  last_used_address: text({
    description: "The address that it was last used from, as of last_used_at; null where that is not known.",
    nullable: true,
  }),
  base_url: text({ description: "The address of SCIM, which is entered at the provider with the token." }),
} as const;

export const tokenShape = object({ description: "A SCIM token, without its value.", fields });

export const madeTokenShape = object({
  description: "The new SCIM token; its value is in this answer and nowhere else.",
  fields: { ...fields, token: text({ description: "The value, which is entered at the provider." }) },
});

export function renderToken(token: StoredToken, base: string): JsonObject {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    created_by: token.createdBy,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_address: token.lastUsedAddress,
    base_url: base,
  };
}
