import type { Caller } from "../../../engine/context.ts";
import type { EngineWriter } from "../../../engine/engine.ts";
import type { AccountAnswer, AccountRequest } from "../../../engine/operation.ts";
import type { KnownSession } from "../../../engine/ports/accounts.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { Ground } from "../../ground.ts";
import type { AnsweredFirst } from "./answered-first.ts";
import type { AttemptTraces } from "./attempt-traces.ts";
import { type AuditContext, accountTrail, personAuthor } from "./author.ts";
import type { Devices } from "./devices.ts";
import type { Passwords } from "./password.ts";
import type { PasswordProof } from "./password-proof.ts";
import type { Passkeys } from "./second-factors/passkeys.ts";
import type { CodeGuard } from "./second-factors/throttle.ts";
import type { IdentityStore, IdentityWriter } from "./store.ts";
import type { Trail } from "./tables.ts";

/** What the calls of identity are made of. */
export interface IdentityDeps
  extends Pick<Ground, "store" | "engine" | "listCap" | "siteUrl" | "log" | "definitions" | "vault"> {
  readonly identity: IdentityStore;
  readonly passwords: Passwords;
  readonly verifyPassword: PasswordProof;
  readonly devices: Devices;
  readonly passkeys: Passkeys;
  /** Stands before the codes of second factors. */
  readonly guardCode: CodeGuard;
  readonly traces: AttemptTraces;
  readonly answeredFirst: AnsweredFirst;
  /** Queues an invitation's mail, in the transaction that makes the link; absent when there is no mail. */
  readonly mailInvitation?: (transaction: InTransaction, mail: InvitationMail) => Promise<void>;
  /** The same for the link of a reset. */
  readonly mailReset?: (transaction: InTransaction, mail: ResetMail) => Promise<void>;
  /** Queues a mail about a change of the account's password, second factors or ways. */
  readonly mailAccountChange?: (transaction: InTransaction, mail: AccountMail) => Promise<void>;
}

/**
 * What identity's work within a transaction is made of: nothing in it asks the database next to the transaction.
 * IdentityDeps is not assignable to it.
 */
export interface IdentityTransaction extends Pick<IdentityDeps, "siteUrl" | keyof LinkMails> {
  readonly writer: Writer;
  readonly identity: IdentityWriter;
  readonly engine: EngineWriter;
}

/** What queues mails to people; each is absent without a mail server. */
export type LinkMails = Pick<IdentityDeps, "mailInvitation" | "mailReset" | "mailAccountChange">;

export interface InvitationMail extends LinkMail {
  readonly organizationName: string;
  readonly invitedBy: string;
}

export interface ResetMail extends LinkMail {
  /** Who had it sent: the operator, who ended the password; the person, or whoever typed their address; an org_admin's address. */
  readonly by: "the operator" | "yourself" | (string & {});
}

interface LinkMail {
  readonly to: string;
  /** On whose behalf it is sent. */
  readonly organizationId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export type AccountChange =
  | "second_factor_added"
  | "second_factor_removed"
  | "second_factors_removed"
  | "recovery_codes_made"
  | "password_changed"
  | "way_verified"
  | "way_removed"
  | "way_gone"
  | "way_wanted";

export interface AccountMail {
  readonly to: string;
  readonly userId: string;
  /** On whose behalf it is sent. */
  readonly organizationId: string;
  readonly change: AccountChange;
  /** Which second factor or way, in the person's words. */
  readonly detail: string | null;
  readonly at: Date;
  /** Where it was done from. */
  readonly address: string | undefined;
  /** Who did it; null: the person. */
  readonly by: string | null;
  /** Of the request, by which the operator finds it in the log. */
  readonly requestId: string;
  /** The page on which the person looks after it. */
  readonly page: { readonly title: string; readonly url: string };
}

/** The session of a call that is only ever served with one. */
export function sessionOf(request: AccountRequest): KnownSession {
  if (request.session === undefined) throw new Error("the call was served without its session");
  return request.session;
}

/** The records of what a person does to their own account: one in each of its organizations, also where the session does not reach. */
export function ownTrail(request: AccountRequest, auditContext: AuditContext): Trail {
  const { user, memberships, elsewhere } = sessionOf(request);
  return accountTrail(personAuthor(request, user), [...memberships, ...elsewhere], auditContext);
}

/** The signed-in person in the organization that the path names. */
export function callerOf(request: AccountRequest): Caller {
  if (request.caller === undefined) throw new Error("the call was served without its caller");
  return request.caller;
}

/** Times that an account may change between the decision about its owner and the doing. */
export const accountRounds = 3;
/** What is answered when it changed that often. */
export const accountChanged = "The account of this address changed at this very moment; try again.";

/** The lock for making or changing an account, so that one address never gets two. */
function accountLock(email: string): string {
  return `account/${foldEmail(email)}`;
}

/** Makes several changes one, under the locks named; does them over when another writer was faster. */
export async function transact<T>(
  deps: IdentityDeps,
  locks: readonly string[],
  work: (transaction: IdentityTransaction) => Promise<T>,
): Promise<T> {
  const { store, identity, engine, siteUrl, mailInvitation, mailReset, mailAccountChange } = deps;
  return withTransaction(store, locks, (writer) =>
    work({
      writer,
      identity: identity.in(writer),
      engine: engine.in(writer),
      siteUrl,
      ...(mailInvitation && { mailInvitation }),
      ...(mailReset && { mailReset }),
      ...(mailAccountChange && { mailAccountChange }),
    }),
  );
}

/** Makes something that is not to be made twice. Where the call may come again, its answer is kept with that. */
export async function answeredOnce(
  deps: IdentityDeps,
  { keeping }: Pick<AccountRequest, "keeping">,
  work: (identity: IdentityWriter) => Promise<AccountAnswer>,
  locks: readonly string[] = [],
): Promise<AccountAnswer> {
  return transact(deps, locks, async ({ writer, identity }) => {
    const answer = await work(identity);
    await keeping?.keep(writer, answer);
    return answer;
  });
}

/**
 * Makes several changes to one person one: the address is locked, and the account held where there is one, so that
 * organizations that add and remove them at once do it one after the other.
 * @param locks taken before, such as the one of an organization's admins
 */
export async function withAccount<T>(
  deps: IdentityDeps,
  email: string,
  work: (transaction: IdentityTransaction) => Promise<T>,
  locks: readonly string[] = [],
): Promise<T> {
  return withAccounts(deps, [email], work, locks);
}

/** The same for several people. */
export async function withAccounts<T>(
  deps: IdentityDeps,
  emails: readonly string[],
  work: (transaction: IdentityTransaction) => Promise<T>,
  locks: readonly string[] = [],
): Promise<T> {
  const inOrder = [...new Set(emails.map(foldEmail))].sort();
  return transact(deps, [...locks, ...inOrder.map(accountLock)], async (transaction) => {
    for (const email of inOrder) await transaction.identity.users.lock(email);
    return work(transaction);
  });
}

/** A list as it is answered: cut at the cap, and saying so. It was read one longer than that. */
export function truncate<T>(
  entries: readonly T[],
  cap: number,
): { readonly data: readonly T[]; readonly truncated: boolean } {
  return { data: entries.slice(0, cap), truncated: entries.length > cap };
}
