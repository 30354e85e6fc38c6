/** What the form holds until it is saved. */
import type { SsoConnection, SsoSettings } from "../../api/shapes.ts";

export interface Draft extends SsoSettings {
  /** Empty: the stored one stays. */
  readonly client_secret: string;
}

const empty: Draft = {
  issuer: "",
  client_id: "",
  client_secret: "",
  scopes: ["openid", "email", "profile"],
  groups_claim: "groups",
  role_mappings: [],
  default_role: null,
  team_mappings: [],
  allowed_domains: [],
  auto_create: false,
  require_sso: false,
  break_glass_user_id: null,
  enabled: false,
};

export function draftOf(sso: SsoConnection | undefined): Draft {
  if (sso === undefined) return empty;
  const {
    client_secret_set: _set,
    redirect_uris: _uris,
    sign_in_url: _url,
    sign_out_uri: _out,
    ...settings
  } = sso;
  return { ...settings, client_secret: "" };
}

/** As it is sent: a secret that nobody typed is left out, and one that is not there is said to be none. */
export function bodyOf(draft: Draft, stored: SsoConnection | undefined): object {
  const { client_secret: typed, ...rest } = draft;
  const client_secret = typed.trim();
  const issuer = draft.issuer.trim();
  const settings = {
    ...rest,
    issuer,
    client_id: draft.client_id.trim(),
    groups_claim: draft.groups_claim.trim(),
  };
  if (client_secret !== "") return { ...settings, client_secret };
  return stored?.client_secret_set === true ? settings : { ...settings, client_secret: null };
}

export function isChanged(draft: Draft, stored: SsoConnection | undefined): boolean {
  return JSON.stringify(draft) !== JSON.stringify(draftOf(stored));
}
