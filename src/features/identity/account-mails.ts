/** Tells people by mail what was changed of how they sign in: whoever did it in their name cannot hide it. */
import type { InTransaction } from "../../engine/ports/executor.ts";
import type { Author } from "./author.ts";
import type { IdentityTransaction } from "./deps.ts";

export type AccountChange =
  | "second_factor_added"
  | "second_factor_removed"
  | "second_factors_removed"
  | "recovery_codes_made"
  | "password_changed";

export interface AccountMail {
  readonly to: string;
  readonly userId: string;
  /** On whose behalf it is sent. */
  readonly organizationId: string;
  readonly change: AccountChange;
  /** Which second factor, in the person's words. */
  readonly detail: string | null;
  readonly at: Date;
  /** Where it was done from. */
  readonly address: string | undefined;
  /** Who did it; null: the person. */
  readonly by: string | null;
  /** Of the request, by which the operator finds it in the log. */
  readonly requestId: string;
  readonly securityUrl: string;
}

/** Queues the mail in the transaction of the change; nothing where there is no mail server. */
export type MailAccountChange = (transaction: InTransaction, mail: AccountMail) => Promise<void>;

/**
 * Mails the account's owner about a change of it.
 * @param organizations those of the account; mail goes out on behalf of the first, and of nobody who is in none
 */
export async function mailOwner(
  { writer, siteUrl, mailAccountChange }: IdentityTransaction,
  { actor, address, now, requestId }: Author,
  { id, email }: { readonly id: string; readonly email: string },
  organizations: readonly { readonly organization: { readonly id: string } }[],
  change: AccountChange,
  detail: string | null = null,
): Promise<void> {
  const sender = organizations[0]?.organization;
  if (sender === undefined) return;
  await mailAccountChange?.(writer, {
    to: email,
    userId: id,
    organizationId: sender.id,
    change,
    detail,
    at: now,
    address,
    by: actor.id === id ? null : actor.kind === "operator" ? "the operator of this installation" : actor.name,
    requestId,
    securityUrl: `${siteUrl}/account/security`,
  });
}
