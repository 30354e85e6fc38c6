import type { IdentityDeps } from "./deps.ts";

/** What an organization's settings say about people and credentials. */
export interface AccessSettings {
  readonly allowedEmailDomains: readonly string[];
  readonly keyMaxLifetimeDays: number | null;
}

export async function accessSettings(
  { store, organizationSettings }: Pick<IdentityDeps, "store" | "organizationSettings">,
  organizationId: string,
): Promise<AccessSettings> {
  const { kind } = organizationSettings;
  const row = await store.row(organizationId, kind, kind);
  return {
    allowedEmailDomains: (row?.configuration.allowed_email_domains ?? []) as string[],
    keyMaxLifetimeDays: (row?.configuration.key_max_lifetime_days ?? null) as number | null,
  };
}
