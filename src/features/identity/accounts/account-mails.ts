/** Says to people by mail what was changed of how they sign in and are reached: whoever did it in their name cannot hide it. */
import type { Author } from "./author.ts";
import type { AccountChange, IdentityTransaction } from "./deps.ts";

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
    page: change.startsWith("way_")
      ? { title: "Ways", url: `${siteUrl}/account/ways` }
      : { title: "Security", url: `${siteUrl}/account/security` },
  });
}
