import { Refusal } from "../kernel/problem.ts";
import type { Caller, Organization } from "./context.ts";
import type { KnownSession } from "./ports/accounts.ts";

/** Endpoints that bearer credentials are for: REST configuration, or MCP. */
export type Endpoint = "api" | "mcp";

/** A limit that a request was counted in, as its answer says. It is read when the answer leaves, and is true then. */
export interface Share {
  /** Requests that may be made at once, and the seconds in which as many come back. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** Requests that are left, and the whole seconds until all of them are. */
  left(): { readonly requests: number; readonly seconds: number };
}

/** Who sends a request, as the limits on requests see it. */
export interface Asker {
  readonly address: string | undefined;
  /** Where each limit notes, by its name, in what it counted the request; left out where no answer says it. */
  readonly shares?: Record<string, Share> | undefined;
}

/** What a record of a refusal says of the request. */
export interface RequestOrigin extends Asker {
  readonly requestId: string;
  readonly now: Date;
}

export interface BearerRequest extends RequestOrigin {
  readonly endpoint: Endpoint;
  readonly authorization: string | undefined;
  /** Of a token that spans several organizations: which one is meant, by id or slug. */
  readonly organization?: string | undefined;
  /** A good credential is not counted against the limits on requests. */
  readonly uncounted?: boolean;
  /** The request was counted before, and is only looked at again. */
  readonly repeated?: boolean;
}

/**
 * The limits on requests, by credential and by organization. A known caller is counted by the id of the credential, whatever the header looked
 * like; anybody else by address. Each of its functions throws 429 when the share is used up.
 */
export interface RequestLimit {
  /** Counts a request that holds no credential, or none that could be one. */
  anonymous(asker: Asker): void;
  /** Counts a request of somebody who is known without a look-up. */
  known(asker: Asker, id: string): void;
  /** Counts a request against the organization's own quota. @param uncounted it is never refused for that */
  ofOrganization(asker: Asker, organization: Organization, uncounted?: boolean): void;
  /**
   * Looks a credential up, and counts the request: by the id that was found, else by the address. It refuses
   * before the look-up where that is known already: for a credential that was found before by its id, for any
   * other by the address.
   * @param secret SHA-256 of the credential
   * @param uncounted what is found is not counted, and never refused for what it used
   */
  lookUp<T extends { readonly id: string }>(
    kind: "key" | "token" | "session" | "heartbeat" | "scim" | "calendar" | "git",
    secret: Buffer,
    asker: Asker,
    find: () => Promise<T | undefined>,
    uncounted?: boolean,
  ): Promise<T | undefined>;
}

/** A limit on wrong guesses. */
export interface GuessLimit {
  /** Holds room for one that may turn out not to be wrong. @throws 429 where there have been too many */
  hold(id: string, asker?: Asker): Hold;
}

/** Room in a limit for a request that may turn out not to count. Ends by exactly one of the two. */
export interface Hold {
  count(): void;
  release(): void;
}

/**
 * Says who calls: who is it, may this kind of credential be here, from this address, on this plan. It throws
 * the refusal that is due first (docs/contract.md, "Order of refusal"), and counts the request against the limit.
 */
export interface Authenticator {
  /** The caller of a bearer credential, at REST or MCP. */
  bearer(request: BearerRequest): Promise<Caller>;
  /**
   * Who a session cookie stands for; 401 where it stands for nobody. 403 while the person's temporary
   * password is not changed, but for the few calls that are for `changing` it.
   * @param counted where the request was counted before and is only looked at again
   */
  session(
    cookie: string,
    asker: Asker,
    now: Date,
    changing?: "changing",
    counted?: "counted",
  ): Promise<KnownSession>;
  /**
   * A signed-in person in one of their organizations, or in the only one where none is named; what is not
   * theirs does not exist. A refusal of the address is on record.
   * @param counted where the request was counted before and is only looked at again
   */
  sessionCaller(
    known: KnownSession,
    named: string | undefined,
    origin: RequestOrigin,
    counted?: "counted",
  ): Promise<Caller>;
  /** Whether the header holds a good key or token, whatever it is for: elsewhere it is only the wrong kind. */
  isKnown(authorization: string | undefined, asker: Asker, now: Date): Promise<boolean>;
}

export function noSession(): Refusal {
  return new Refusal("unauthorized", "Sign in first: this call needs a session.");
}
