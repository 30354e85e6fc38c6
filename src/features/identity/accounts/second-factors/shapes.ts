/** What the calls about second factors take and answer. */
import { choice, integer, list, object, text } from "../../../../kernel/field.ts";
import type { JsonObject } from "../../../../kernel/validate.ts";
import type { StoredFactor } from "../factors-store.ts";
import { idField, organizationShape, when, whenever } from "../shapes.ts";

export const factorName = text({
  description: "What to call it, such as the phone that it is on.",
  max: 100,
  oneLine: true,
  default: "",
});

const factorFields = {
  id: idField,
  kind: choice({ description: "Codes of an app (TOTP), or a passkey.", choices: ["totp", "passkey"] }),
  name: factorName,
  created_at: when("When it was added."),
  last_used_at: whenever("When it was last used to sign in; null: never."),
} as const;

/** Codes are in one answer only. */
export const recoveryCodesField = list({
  description:
    "Codes for the day when the app and the passkeys are lost; each works once, and they are in this answer only. Empty: those that the person has stay.",
  items: text({ description: "A code." }),
  max: 10,
});

export const addedShape = object({
  description: "The second factor that was added.",
  fields: { ...factorFields, recovery_codes: recoveryCodesField },
});

export const factorsShape = object({
  description: "The second factors of the signed-in person.",
  fields: {
    data: list({
      description: "Those that count.",
      items: object({ description: "One.", fields: factorFields }),
    }),
    recovery_codes_left: integer({ description: "How many recovery codes were not used yet." }),
    required_by: list({
      description: "The organizations that serve the person nothing without a second factor.",
      items: organizationShape,
      max: 10_000,
    }),
  },
});

export const begunTotpShape = object({
  description: "An app that is being added.",
  fields: {
    id: idField,
    secret: text({ description: "What the app's codes are made of, in base32; for typing it." }),
    otpauth_uri: text({ description: "The same for a QR code, which the app reads." }),
    expires_at: when("When a code of it has to be sent by."),
  },
});

export const begunPasskeyShape = object({
  description: "A passkey that is being added.",
  fields: {
    options: object({
      description: "What navigator.credentials.create takes as publicKey, as JSON.",
      fields: { challenge: text({ description: "What the authenticator signs." }) },
      open: true,
    }),
  },
});

export const codesShape = object({
  description: "New recovery codes.",
  fields: { recovery_codes: recoveryCodesField },
});

/** What an authenticator answered, as the browser has it. */
export function authenticatorAnswer(description: string) {
  return {
    description,
    fields: { id: text({ description: "How the authenticator names the passkey.", max: 2_000 }) },
    open: true,
  } as const;
}

export function renderFactor(
  factor: Pick<StoredFactor, "id" | "kind" | "name" | "createdAt" | "lastUsedAt">,
): JsonObject {
  const { id, kind, name, createdAt, lastUsedAt } = factor;
  return {
    id,
    kind,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
