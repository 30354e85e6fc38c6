/** What a provider's claims about a person mean here. Pure rules. */
import { type Role, roles } from "../../../kernel/access.ts";
import type { Json } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { ConnectionSettings } from "./shapes.ts";

/** Claims, with the subject that every provider gives. */
export type Claims = JsonObject & { readonly sub: string };

/** A subject has at most so many characters (OIDC Core 2). */
const longestSubject = 255;

/**
 * What is wrong with a signed ID token beyond what the library looks at (OIDC Core 2 and 3.1.3.7); undefined: nothing.
 * @param latest the latest time that it may say it was made at, in seconds
 */
export function faultOf({ sub, azp, iat }: Claims, clientId: string, latest: number): string | undefined {
  if (typeof sub !== "string" || sub === "" || sub.length > longestSubject)
    return `its sub is no text of 1 to ${longestSubject} characters`;
  if (azp !== undefined && azp !== clientId) return "its azp names another client";
  if (typeof iat !== "number" || iat > latest) return "it says that it is made later than now";
  return undefined;
}

/** `unknown`: the provider does not say. */
export type Verification = "verified" | "unverified" | "unknown";

/** An address of a form that an account can have; in the provider's own letters. */
export function addressOf({ email }: Claims): string | undefined {
  return typeof email === "string" && /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email) ? email : undefined;
}

/**
 * Whether the provider answers for the address. Entra says so in `xms_edov`, and some providers write the answer as
 * text: only what means yes counts as one.
 */
export function verificationOf({ email_verified, xms_edov }: Claims): Verification {
  const said = email_verified ?? xms_edov;
  if (said === undefined || said === null) return "unknown";
  const yes = said === true || said === 1 || (typeof said === "string" && /^(true|1)$/i.test(said.trim()));
  return yes ? "verified" : "unverified";
}

/** The groups or roles that the claim has; undefined where the provider left them out because they are too many. */
export function groupsOf(claims: Claims, groupsClaim: string): readonly string[] | undefined {
  const value = claims[groupsClaim] ?? inside(claims, groupsClaim.split("."));
  if (value === undefined && isObject(claims._claim_names) && groupsClaim in claims._claim_names)
    return undefined;
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** The highest role that the mappings give; undefined where they give none. */
export function mappedRole(
  groups: readonly string[],
  { role_mappings }: Pick<ConnectionSettings, "role_mappings">,
): Role | undefined {
  const given = role_mappings.filter(({ value }) => groups.includes(value)).map(({ role }) => role);
  return roles.findLast((role) => given.includes(role));
}

/**
 * The role that somebody has after a sign-in; undefined where they are refused. Without mappings the provider says
 * nothing of roles, and a member or somebody invited keeps the one that an org_admin gave.
 */
export function roleAfter(
  groups: readonly string[],
  settings: Pick<ConnectionSettings, "role_mappings" | "default_role">,
  present: Role | undefined,
): Role | undefined {
  const kept = settings.role_mappings.length === 0 ? present : undefined;
  return mappedRole(groups, settings) ?? kept ?? settings.default_role ?? undefined;
}

/** The teams that the person joins, and those that they leave. */
export function teamsAfter(
  groups: readonly string[],
  { team_mappings }: Pick<ConnectionSettings, "team_mappings">,
): { readonly join: readonly string[]; readonly leave: readonly string[] } {
  const join = new Set(
    team_mappings.filter(({ value }) => groups.includes(value)).map(({ team_id }) => team_id),
  );
  const leave = team_mappings.filter(({ remove, team_id }) => remove === true && !join.has(team_id));
  return { join: [...join], leave: [...new Set(leave.map(({ team_id }) => team_id))] };
}

/** Whether the address is of one of the domains; any is, where none are named. */
export function isOfDomains(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domains.length === 0 || domains.some((one) => one.toLowerCase() === domain);
}

/** What to call the person, in one line. */
export function nameOf({ name }: Claims): string {
  return typeof name === "string"
    ? [...name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").trim()].slice(0, 255).join("")
    : "";
}

function inside(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
