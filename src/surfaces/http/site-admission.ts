/**
 * Who may make a call that is not for keys: the operator by a bearer, a person by the session in a cookie.
 * The order is the contract's: 401, wrong kind of credential, foreign origin, address, 404 (decisions §2).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../engine/context.ts";
import type { Gate } from "../../engine/gate.ts";
import type { KnownSession } from "../../engine/ports/identity.ts";
import type { SiteCall } from "../../engine/site-call.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { RateLimit } from "./rate-limit.ts";
import { sessionCookie } from "./session-cookie.ts";

export interface SiteAdmissionOptions {
  readonly gate: Pick<Gate, "session" | "sessionCaller" | "isKnown">;
  readonly operatorToken: string;
  readonly rateLimit: RateLimit;
  readonly addressOf: (request: FastifyRequest) => string | undefined;
  /** Refuses a browser's write from a foreign page. */
  readonly refuseForeignOrigin: (request: FastifyRequest) => void;
}

export interface SiteAdmission {
  readonly session?: KnownSession;
  readonly caller?: Caller;
}

export type SiteAdmit = (
  request: FastifyRequest,
  credential: SiteCall["credential"],
  organization: string | undefined,
  now: Date,
  /** Whether the call is there for people who have to change their password. */
  changingPassword?: boolean,
) => Promise<SiteAdmission>;

export function createSiteAdmission(options: SiteAdmissionOptions): SiteAdmit {
  const { gate, rateLimit, addressOf, refuseForeignOrigin } = options;
  const operator = digest(options.operatorToken);

  return async (request, credential, organization, now, changingPassword = false) => {
    const { authorization } = request.headers;
    rateLimit(sessionCookie(request) ?? authorization ?? addressOf(request) ?? "");
    switch (credential) {
      case "operator":
        await admitOperator(authorization, now);
        return {};
      case "none":
        refuseForeignWrite(request);
        return visitor(request, now);
      case "session": {
        const session = await person(request, now, changingPassword);
        refuseForeignWrite(request);
        if (organization === undefined) return { session };
        return { session, caller: gate.sessionCaller(session, organization, addressOf(request)) };
      }
    }
  };

  async function admitOperator(authorization: string | undefined, now: Date): Promise<void> {
    const [, sent = ""] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
    // Digests have one length, so the comparison takes one time.
    if (timingSafeEqual(digest(sent), operator)) return;
    if (await gate.isKnown(authorization, now)) throw wrongKind("the operator's token");
    throw new Refusal(
      "unauthorized",
      "Send the operator's token in the header Authorization: Bearer <token>.",
    );
  }

  async function person(
    request: FastifyRequest,
    now: Date,
    changingPassword: boolean,
  ): Promise<KnownSession> {
    const cookie = sessionCookie(request);
    if (cookie === undefined && (await gate.isKnown(request.headers.authorization, now)))
      throw wrongKind("a session");
    return gate.session(cookie, now, changingPassword ? "changing" : undefined);
  }

  /** A session is not asked for, and one that has ended is as good as none. */
  async function visitor(request: FastifyRequest, now: Date): Promise<SiteAdmission> {
    const cookie = sessionCookie(request);
    if (cookie === undefined) return {};
    return gate.session(cookie, now, "changing").then(
      (session) => ({ session }),
      (error) => {
        if (error instanceof Refusal && error.code === "unauthorized") return {};
        throw error;
      },
    );
  }

  function refuseForeignWrite(request: FastifyRequest): void {
    if (request.method !== "GET" && request.method !== "HEAD") refuseForeignOrigin(request);
  }
}

function digest(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

function wrongKind(needed: string): Refusal {
  return new Refusal("forbidden", `This call takes ${needed}, not a key or a personal access token.`, {
    reason: "credential",
  });
}
