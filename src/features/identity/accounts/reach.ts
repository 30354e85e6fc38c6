/**
 * How far a session reaches. A password proves nothing to an organization that has its members sign in at its own
 * provider, and what one organization's provider says of a person is good in that organization only: its owner could
 * have it say anything.
 */
import type { KnownSession, Membership, SessionProof, Unreached } from "../../../engine/ports/accounts.ts";
import { Refusal } from "../../../kernel/problem.ts";

/** The organizations that the session acts in, and those that need another sign-in first. */
export function reachOf(
  proof: SessionProof,
  all: readonly Membership[],
): Pick<KnownSession, "memberships" | "elsewhere"> {
  return {
    memberships: all.filter((membership) => needOf(proof, membership) === undefined),
    elsewhere: all.flatMap((membership) => {
      const needs = needOf(proof, membership);
      return needs === undefined ? [] : [{ ...membership, needs }];
    }),
  };
}

function needOf(
  { byPassword, ssoOrganizations, secondFactor, endedOrganizations }: SessionProof,
  { organization: { id }, signIn, secondFactor: rule }: Membership,
): Unreached["needs"] | undefined {
  // Second factors at a provider are that provider's matter.
  if (ssoOrganizations.includes(id)) return undefined;
  if (!byPassword || signIn === "sso" || endedOrganizations.includes(id)) return "sign_in";
  return secondFactor || rule === "optional" ? undefined : "second_factor";
}

/** Whether a token of a person reaches the organization: who signs in there at its provider may have no other second factor. */
export function tokenReaches({ secondFactor }: Membership, hasSecondFactor: boolean): boolean {
  return hasSecondFactor || secondFactor !== "required";
}

/** Where a person signs in for an organization that has a provider of its own. */
export function signInPath(slug: string): string {
  return `/api/v1/sso/${slug}`;
}

/**
 * What is changed of an account is seen by all of its organizations: a session that one's provider proved changes nothing of
 * an account that is in others too. @throws Refusal 403
 */
export function refuseBeyondReach({ byPassword, elsewhere }: KnownSession): void {
  if (byPassword || elsewhere.length === 0) return;
  throw new Refusal(
    "forbidden",
    "Your account is in other organizations too, which this session does not reach: it began at the sign-in of one of them. Sign in with your password (POST /api/v1/session), or at the sign-in of each of them.",
    { reason: "sign_in_required" },
  );
}

/** For what shows something of all organizations that the person is in. @throws Refusal 403 where the session does not reach one of them */
export function refuseUnreached({ elsewhere: [first] }: KnownSession): void {
  if (first !== undefined) throw outOfReach(first);
}

/** For a member whose session does not reach the organization. */
export function outOfReach({ organization: { name, slug }, signIn, needs }: Unreached): Refusal {
  if (needs === "second_factor") return secondFactorDue(name);
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
        `This session is not good for ${name}: it began at the sign-in of another organization, or an org_admin ended it there; ${ways[signIn]}.`,
        { reason: "sign_in_required" },
      );
}

/** For a member without the second factor that the organization requires. */
export function secondFactorDue(name: string): Refusal {
  return new Refusal(
    "forbidden",
    `${name} requires a second factor; add one on the page Account › Security (POST /api/v1/account/second_factors/totp), and everything of it is served again.`,
    { reason: "second_factor_setup_required" },
  );
}
