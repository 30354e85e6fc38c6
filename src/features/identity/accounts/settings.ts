import { completed, defaultsOf } from "../../../engine/render.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import type { IdentityDeps } from "./deps.ts";

/** What an organization's settings say about people and credentials. */
export interface AccessSettings {
  readonly allowedEmailDomains: readonly string[];
  readonly keyMaxLifetimeDays: number | null;
}

export async function accessSettings(
  deps: Pick<IdentityDeps, "store">,
  organizationId: string,
): Promise<AccessSettings> {
  const { allowed_email_domains, key_max_lifetime_days } = await settingsOf(deps, organizationId);
  return { allowedEmailDomains: allowed_email_domains, keyMaxLifetimeDays: key_max_lifetime_days };
}

/** The organization's time zone, by its IANA name. */
export async function timezoneOf(deps: Pick<IdentityDeps, "store">, organizationId: string): Promise<string> {
  return (await settingsOf(deps, organizationId)).timezone;
}

async function settingsOf({ store }: Pick<IdentityDeps, "store">, organizationId: string) {
  const { kind } = organizationSettings;
  const row = await store.row(organizationId, kind, kind);
  return row === undefined
    ? defaultsOf(organizationSettings)
    : completed(organizationSettings, row.configuration);
}
