/**
 * The one table of error codes and the HTTP status each leaves with. Surfaces translate; nobody else
 * knows a status. Contract: docs/contract.md, "Errors".
 */
import { given } from "./given.ts";
import type { Reason } from "./reasons.ts";

export const errorCodes = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  read_only_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** A quota of an organization: its name, what it allows, and what there is. */
export interface QuotaReached {
  readonly name: string;
  readonly limit: number;
  readonly present: number;
}

/** One thing wrong with one field. `field` is a path such as `metric_selectors[0].namespace`. */
export interface Problem {
  readonly field: string;
  readonly message: string;
  readonly reason?: Reason;
}

/** A row that points at the row somebody wants to delete. */
export interface Referrer {
  readonly kind: string;
  readonly id: string;
  readonly field: string;
}

/** A row that is not as a plan was made on; its natural key is null where nobody can know it. */
export interface MovedRow {
  readonly kind: string;
  readonly key: Readonly<Record<string, unknown>> | null;
  readonly id: string;
}

export interface RefusalDetail {
  readonly field?: string;
  readonly fields?: readonly Problem[];
  readonly reason?: Reason | undefined;
  /** The row as it stands, for 409 and 412, with its ETag. */
  readonly current?: Readonly<Record<string, unknown>>;
  readonly etag?: string;
  readonly references?: readonly Referrer[];
  /** With reason confirm: what would follow, counted, such as `reaches_nobody`. */
  readonly would?: Readonly<Record<string, unknown>>;
  /** Rows that are not as a plan was made on. */
  readonly moved?: readonly MovedRow[] | undefined;
  /** With reason stale: what a proposal does now, by row, and what it did under the digest that was sent. */
  readonly different?: readonly Readonly<Record<string, unknown>>[];
  /** What a sign-in needs next to the password: the challenge to send it with, and which there are. */
  readonly secondFactor?: Readonly<Record<string, unknown>>;
  /** Tests that the change would break, each with what would happen instead. */
  readonly tests?: readonly { readonly name: string; readonly message: string }[];
  /** With reason needs_approval: what the policies that hold the change want. */
  readonly needs?: readonly Readonly<Record<string, unknown>>[];
  /** The quota that leaves no room. */
  readonly quota?: QuotaReached;
  readonly allow?: readonly string[];
  readonly retryAfterSeconds?: number;
}

/**
 * An answer of "no" that its receiver can act on. Rules return problems; the engine and features
 * throw refusals; surfaces translate them. Anything else that is thrown is a bug and leaves as
 * `internal_error`.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;

  constructor(code: ErrorCode, message: string, detail: RefusalDetail = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return errorCodes[this.code];
  }

  /** The JSON body of the answer, the same at every door. */
  body(requestId: string): Record<string, unknown> {
    const { field, fields, reason, current, would, references, moved, different, ...others } = this.detail;
    const { secondFactor, tests, needs, quota } = others;
    return {
      error: this.code,
      message: this.message,
      ...given({
        reason,
        field,
        fields: fields?.map(({ field, message }) => ({ field, message })),
        current,
        would,
        references: references?.map(({ kind, id, field }) => ({ resource: kind, id, field })),
        moved: moved?.map(({ kind, key, id }) => ({ resource: kind, key, id })),
        different,
        ...secondFactor,
        tests,
        needs,
        quota,
      }),
      request_id: requestId,
    };
  }
}

/** What a bug leaves as, at every door: the request's id, and nothing of the bug itself. */
export function internalError(requestId: string): Refusal {
  return new Refusal("internal_error", `Something went wrong here; report the request id ${requestId}.`);
}

/**
 * A 503 for a write that may have been made, though its answer is lost. It has no Retry-After: clients that keep that
 * would make the write again, unasked.
 */
export function inDoubt(cause: unknown): Refusal {
  const refusal = new Refusal(
    "unavailable",
    "The database was lost while it stored this write, which may have been made: look before you make it again.",
    { reason: "in_doubt" },
  );
  refusal.cause = cause;
  return refusal;
}

/** Where callers of the API find an id. Terraform's users look elsewhere, so that the provider cuts this. */
export function idsHint(kind: string): string {
  return `; list ${kind} for the ids there are`;
}

/** A 405 that names the methods there are; where GET is, HEAD is too (RFC 9110 §9.1, §15.5.6). */
export function methodNotAllowed(method: string, methods: readonly string[]): Refusal {
  const allow = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  return new Refusal("method_not_allowed", `${method} is not for this path; it takes ${allow.join(", ")}.`, {
    allow,
  });
}

/** A 413: a body of more than so many bytes, and what to do about it. */
export function bodyTooLarge(most: number, wayOut = "send less"): Refusal {
  const mebibytes = most / 1_048_576;
  const bound = Number.isInteger(mebibytes) ? `${mebibytes} MiB (${most} bytes)` : `${most} bytes`;
  return new Refusal("payload_too_large", `The body is larger than ${bound}; ${wayOut}.`);
}

/** An answer names no more problems than this; who fixes these learns of the others. */
export const mostProblems = 20;

/** A 422 that names every problem up to `mostProblems`; the message leads with the first. */
export function unprocessable(problems: readonly Problem[]): Refusal {
  const [first] = problems;
  if (first === undefined) throw new Error("unprocessable() needs at least one problem");
  const fields = problems.slice(0, mostProblems);
  const others =
    problems.length > fields.length
      ? ` (and more; fields names the first ${mostProblems})`
      : ` (and ${problems.length - 1} more, see fields)`;
  return new Refusal(
    "unprocessable_entity",
    `${first.field}: ${first.message}${fields.length > 1 ? others : ""}`,
    {
      field: first.field,
      fields,
      reason: first.reason,
    },
  );
}

/** Of a list's cursor that the list did not give. */
export function foreignCursor(): Refusal {
  return unprocessable([
    { field: "cursor", message: "was not given by this call; send next_cursor of the previous page" },
  ]);
}
