/** Refused sign-ins, on the record of the organization at whose provider somebody tried. */
import type { AccountRequest } from "../../../engine/operation.ts";
import { networkOf } from "../../../kernel/address.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { madeOf, signInAuthor, trailOf } from "../accounts/index.ts";
import type { Claims } from "./claims.ts";
import type { SsoDeps } from "./deps.ts";

const longestClaim = 254;

/** Who it is, as the provider's genuine token claims. */
interface Claimed {
  readonly issuer: string;
  readonly claims: Claims;
}

/**
 * Does the work, and puts on record why it was refused, in its own statement.
 * @param organizationId undefined where nobody can know it: then the log alone has it
 * @param claimed undefined before a token was found genuine: nothing of it is worth a record then
 */
export async function onRecord<T>(
  deps: SsoDeps,
  request: AccountRequest,
  organizationId: string | undefined,
  work: () => Promise<T>,
  claimed?: Claimed,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && organizationId !== undefined)
      await record(deps, request, organizationId, error, claimed);
    throw error;
  }
}

async function record(
  { sso, isDue }: SsoDeps,
  request: AccountRequest,
  organizationId: string,
  { detail, code }: Refusal,
  claimed: Claimed | undefined,
): Promise<void> {
  const values = {
    reason: detail.reason ?? code,
    ...(claimed && {
      issuer: claimed.issuer,
      claimed_subject: oneLine(claimed.claims.sub, longestClaim),
      claimed_address: textOf(claimed.claims.email),
    }),
  };
  if (!isDue(organizationId, JSON.stringify([networkOf(request.address), ...Object.values(values)]))) return;
  const context = {
    action: "finish_sso",
    resource: "sso",
    rowId: organizationId,
    outcome: "refused",
  } as const;
  await sso.record(trailOf(signInAuthor(request), [organizationId], { ...context, changes: madeOf(values) }));
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? oneLine(value, longestClaim) : null;
}
