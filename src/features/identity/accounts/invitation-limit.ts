/** How often one address is mailed an invitation: nobody's mailbox is filled, and no organization uses up another's share. */

import { Refusal } from "../../../kernel/problem.ts";
import type { IdentityWriter, MailedInvitation } from "./store.ts";

const windowMs = 60 * 60_000;
/** Mails to one address within an hour: by one organization, and by all of them together. */
export const mailLimits = { organization: 5, address: 20 } as const;

/**
 * Counts what was queued before, on every node; the account's lock is held, so that of two at once one waits.
 * @throws 429 when the address was mailed as often as it may be
 */
export async function refuseFlood(
  members: Pick<IdentityWriter["members"], "mailedInvitations">,
  organizationId: string,
  email: string,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - windowMs);
  const mailed = await members.mailedInvitations(email, since, mailLimits.address);
  const own = mailed.filter((mail) => mail.organizationId === organizationId);
  const freeAt = Math.max(freedAt(own, mailLimits.organization), freedAt(mailed, mailLimits.address));
  const seconds = Math.ceil((freeAt - now.getTime()) / 1_000);
  if (seconds <= 0) return;
  throw new Refusal(
    "rate_limited",
    `email: this address was mailed as many invitations within an hour as it may be (${mailLimits.organization} by one organization, ${mailLimits.address} in all); wait ${seconds} s.`,
    { field: "email", retryAfterSeconds: seconds },
  );
}

/** When the oldest mail that fills the limit is an hour old; newest first. */
function freedAt(mailed: readonly MailedInvitation[], limit: number): number {
  const oldest = mailed[limit - 1];
  return oldest === undefined ? 0 : oldest.at.getTime() + windowMs;
}
