import { completed, defaultsOf } from "../../../engine/render.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import type { IdentityDeps } from "./deps.ts";

/** What an organization's settings say about people and credentials. */
export interface AccessSettings {
  readonly allowedEmailDomains: readonly string[];
  readonly keyMaxLifetimeDays: number | null;
}

export async function accessSettings(
  { store }: Pick<IdentityDeps, "store">,
  organizationId: string,
): Promise<AccessSettings> {
  const { kind } = organizationSettings;
  const row = await store.row(organizationId, kind, kind);
  const { allowed_email_domains, key_max_lifetime_days } =
    row === undefined ? defaultsOf(organizationSettings) : completed(organizationSettings, row.configuration);
  return { allowedEmailDomains: allowed_email_domains, keyMaxLifetimeDays: key_max_lifetime_days };
}
