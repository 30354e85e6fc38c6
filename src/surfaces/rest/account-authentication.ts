/**
 * Who may make a call that is not for keys: the operator by a bearer, a person by the session in a cookie.
 * The order is the contract's: 401, wrong kind of credential, foreign origin, address, 404 (docs/contract.md, "Order of refusal").
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Counter, type Registry } from "prom-client";
import {
  type Asker,
  type Authenticator,
  type GuessLimit,
  noSession,
  type RequestLimit,
} from "../../engine/authenticator.ts";
import type { Caller } from "../../engine/context.ts";
import type { AccountOperation } from "../../engine/operation.ts";
import type { KnownSession } from "../../engine/ports/accounts.ts";
import { networkOf } from "../../kernel/address.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { ClientConnection } from "./client-address.ts";
import { noteForLog, whoOf } from "./request-log.ts";
import { sessionCookie } from "./session-cookie.ts";

export interface AccountAuthenticationOptions extends Pick<ClientConnection, "askerOf" | "isSecure"> {
  readonly authenticator: Pick<Authenticator, "session" | "sessionCaller" | "isKnown">;
  readonly operatorTokens: readonly { readonly name: string; readonly token: string }[];
  readonly limit: Pick<RequestLimit, "anonymous" | "known">;
  /** Counts wrong operator tokens by address. */
  readonly operatorGuesses: GuessLimit;
  readonly metrics: Registry;
  /** Refuses a browser's write from a foreign page. */
  readonly refuseForeignOrigin: (request: FastifyRequest) => void;
}

export interface AuthenticatedAccount {
  readonly session?: KnownSession;
  readonly caller?: Caller;
  /** The name of the operator's token. */
  readonly operator?: string;
}

export type AuthenticateAccount = ReturnType<typeof createAccountAuthentication>;

export function createAccountAuthentication(options: AccountAuthenticationOptions) {
  const { authenticator, limit, askerOf, isSecure, refuseForeignOrigin } = options;
  const authenticateOperator = createOperatorCheck(options);

  return async (
    request: FastifyRequest,
    credential: AccountOperation["credential"],
    organization: string | undefined,
    now: Date,
    /** Whether the call is there for people who have to change their password. */
    changingPassword = false,
    /** Whether the request was authenticated and counted before, and is asked about again. */
    counted?: "counted",
  ): Promise<AuthenticatedAccount> => {
    switch (credential) {
      case "operator": {
        const operator = await authenticateOperator(request, now);
        noteForLog(request, { who: operator === "operator" ? operator : `operator ${operator}` });
        return { operator };
      }
      case "body":
        return anybody(request, counted);
      case "none": {
        const known = await visitor(request, now, counted);
        if (known.session !== undefined) noteForLog(request, whoIs(known.session));
        refuseForeignWrite(request);
        return known;
      }
      case "session": {
        const session = await person(request, now, changingPassword, counted);
        noteForLog(request, whoIs(session));
        refuseForeignWrite(request);
        if (organization === undefined) return { session };
        const origin = { ...askerOf(request), requestId: request.id, now };
        const caller = await authenticator.sessionCaller(session, organization, origin, counted);
        noteForLog(request, { organization: caller.organization.id });
        return { session, caller };
      }
    }
  };

  async function person(
    request: FastifyRequest,
    now: Date,
    changingPassword: boolean,
    counted: "counted" | undefined,
  ): Promise<KnownSession> {
    const cookie = sessionCookie(request, isSecure(request));
    const asker = askerOf(request);
    if (cookie !== undefined)
      return authenticator.session(cookie, asker, now, changingPassword ? "changing" : undefined, counted);
    if (await authenticator.isKnown(request.headers.authorization, asker, now)) throw wrongKind("a session");
    throw noSession();
  }

  /** A session is not asked for, and one that has ended is as good as none. */
  async function visitor(
    request: FastifyRequest,
    now: Date,
    counted: "counted" | undefined,
  ): Promise<AuthenticatedAccount> {
    const cookie = sessionCookie(request, isSecure(request));
    if (cookie === undefined) return anybody(request, counted);
    return authenticator.session(cookie, askerOf(request), now, "changing", counted).then(
      (session) => ({ session }),
      (error) => {
        if (error instanceof Refusal && error.code === "unauthorized") return {};
        throw error;
      },
    );
  }

  function anybody(request: FastifyRequest, counted: "counted" | undefined): AuthenticatedAccount {
    if (counted === undefined) limit.anonymous(askerOf(request));
    return {};
  }
  function refuseForeignWrite(request: FastifyRequest): void {
    if (request.method !== "GET" && request.method !== "HEAD") refuseForeignOrigin(request);
  }
}

/**
 * Knows the operator by the token, or refuses. An address that guessed too often is refused before its token is looked at.
 * Every refusal is logged, and never what was sent.
 */
function createOperatorCheck(options: AccountAuthenticationOptions) {
  const { authenticator, limit, operatorGuesses, metrics, askerOf } = options;
  const known = options.operatorTokens.map(({ name, token }) => ({ name, digest: digest(token) }));
  const refusals = new Counter({
    name: "orgconfig_operator_refusals_total",
    help: "Operator calls refused for their credential: the error code of the answer.",
    labelNames: ["error"] as const,
    registers: [metrics],
  });

  async function checkToken({ headers: { authorization } }: FastifyRequest, asker: Asker, now: Date) {
    const guess = operatorGuesses.hold(networkOf(asker.address), asker);
    const [, sent] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
    // Digests have one length, and all of them are compared, so that this takes one time.
    const [name] =
      sent === undefined
        ? []
        : known.flatMap((one) => (timingSafeEqual(digest(sent), one.digest) ? [one.name] : []));
    if (name !== undefined) {
      guess.release();
      limit.known(asker, "operator");
      return name;
    }
    // A call without a token is no guess, and a key or a token that is good elsewhere is a mistake.
    let guessed = authorization !== undefined;
    try {
      if (await authenticator.isKnown(authorization, asker, now)) {
        guessed = false;
        throw wrongKind("the operator's token");
      }
    } finally {
      if (guessed) guess.count();
      else guess.release();
    }
    throw new Refusal(
      "unauthorized",
      "Send the operator's token in the header Authorization: Bearer <token>.",
    );
  }

  return async (request: FastifyRequest, now: Date): Promise<string> => {
    const asker = askerOf(request);
    try {
      return await checkToken(request, asker, now);
    } catch (error) {
      if (error instanceof Refusal) {
        refusals.inc({ error: error.code });
        const { id: request_id, method } = request;
        const path = request.routeOptions.url;
        const { address } = asker;
        request.log.warn({ address, request_id, method, path, error: error.code }, "operator call refused");
      }
      throw error;
    }
  };
}

function whoIs({ user: { id } }: KnownSession) {
  return { who: whoOf({ kind: "user", id }) };
}

function digest(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

function wrongKind(needed: string): Refusal {
  return new Refusal("forbidden", `This call takes ${needed}, not a key or a personal access token.`, {
    reason: "credential",
  });
}
