import type { Caller } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { IdentityStore, KnownSession } from "../../engine/ports/identity.ts";
import type { Store } from "../../engine/ports/rows.ts";
import type { SiteRequest } from "../../engine/site-call.ts";
import { foldEmail } from "../../kernel/natural-key.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { organizationSettings } from "../../resources/organization-settings.ts";
import type { teamMembers } from "../../resources/team-members.ts";
import type { Devices } from "./devices.ts";
import type { Passwords } from "./password.ts";
import type { PasswordProof } from "./password-proof.ts";

/** What the calls of identity are made of. */
export interface IdentityDeps {
  readonly identity: IdentityStore;
  readonly store: Store;
  readonly engine: Pick<Engine, "update" | "remove">;
  /** The two kinds that people and organizations have a part in. */
  readonly organizationSettings: typeof organizationSettings;
  readonly teamMembers: typeof teamMembers;
  readonly passwords: Passwords;
  readonly prove: PasswordProof;
  readonly devices: Devices;
  /** Most entries in one list. */
  readonly listCap: number;
  /** Where people reach the service, without a slash at the end: the beginning of links. */
  readonly siteUrl: string;
  /** Queues an invitation's mail, in the running transaction; absent when there is no mail. */
  readonly mailInvitation?: (mail: InvitationMail) => Promise<void>;
  /** The same for the link of a reset. */
  readonly mailReset?: (mail: ResetMail) => Promise<void>;
}

export interface InvitationMail {
  readonly to: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly invitedBy: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface ResetMail {
  readonly to: string;
  /** On whose behalf it is sent. */
  readonly organizationId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** The session of a call that is only ever served with one. */
export function sessionOf(request: SiteRequest): KnownSession {
  if (request.session === undefined) throw new Error("the call was served without its session");
  return request.session;
}

/** The signed-in person in the organization that the path names. */
export function callerOf(request: SiteRequest): Caller {
  if (request.caller === undefined) throw new Error("the call was served without its caller");
  return request.caller;
}

/** Held by whoever makes or changes an account, so that one address never gets two. */
function accountLock(email: string): string {
  return `account/${foldEmail(email)}`;
}

/**
 * Makes several changes to one person one: the address is locked, and the account held where there is one, so that
 * organizations that add and remove them at once do it one after the other.
 * @param locks taken before, such as the one of an organization's admins
 */
export async function withAccount<T>(
  { store, identity }: Pick<IdentityDeps, "store" | "identity">,
  email: string,
  work: () => Promise<T>,
  locks: readonly string[] = [],
): Promise<T> {
  return together(store, [...locks, accountLock(email)], async () => {
    await identity.users.hold(email);
    return work();
  });
}

const maxAttempts = 10;

/** Makes several changes one, under the locks named; does it over when another writer was faster. */
export async function together<T>(
  store: Store,
  locks: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const done = await store.transaction(locks, async () => ({ result: await work() }));
    if (done !== undefined) return done.result;
  }
  throw new Refusal("unavailable", "This is changing too fast to be written; try again.", {
    retryAfterSeconds: 1,
  });
}

/** A list as it is answered: cut at the cap, and saying so. It was read one longer than that. */
export function cut<T>(
  entries: readonly T[],
  cap: number,
): { readonly data: readonly T[]; readonly truncated: boolean } {
  return { data: entries.slice(0, cap), truncated: entries.length > cap };
}
