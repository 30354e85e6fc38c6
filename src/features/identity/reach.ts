/**
 * How far a session reaches. A password proves nothing to an organization that has its members sign in at its own
 * provider, and what one organization's provider says of a person is good in that organization only: its owner could
 * have it say anything.
 */
import type { KnownSession, Membership, SessionProof } from "../../engine/ports/accounts.ts";
import { Refusal } from "../../kernel/problem.ts";

/** The organizations that the session acts in, and those that need another sign-in first. */
export function reachOf(
  { byPassword, ssoOrganizations }: SessionProof,
  all: readonly Membership[],
): Pick<KnownSession, "memberships" | "elsewhere"> {
  const reached = ({ organization, signIn }: Membership) =>
    ssoOrganizations.includes(organization.id) || (byPassword && signIn !== "sso");
  return {
    memberships: all.filter(reached),
    elsewhere: all.filter((membership) => !reached(membership)),
  };
}

/** Where a person signs in for an organization that has a provider of its own. */
export function signInPath(slug: string): string {
  return `/api/v1/sso/${slug}`;
}

/** For a member whose session does not reach the organization. */
export function outOfReach({ organization: { name, slug }, signIn }: Membership): Refusal {
  const ways = {
    sso: `begin at ${signInPath(slug)}`,
    both: `begin at ${signInPath(slug)}, or sign in with your password`,
    password: "sign in with your password",
  };
  return signIn === "sso"
    ? new Refusal("forbidden", `${name} has its members sign in at its own provider; ${ways[signIn]}.`, {
        reason: "sso_required",
      })
    : new Refusal(
        "forbidden",
        `This session began at the sign-in of another organization, and is not good for ${name}; ${ways[signIn]}.`,
        { reason: "sign_in_required" },
      );
}
