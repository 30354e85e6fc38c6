/** What was answered, as the resources take it; an error where it was not the service's own, or none to go on with. */
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { DiagnosticsError } from "../wire/diagnostics.ts";
import { type Asked, afterAttempts, doubtOf, failure, proxyLogin } from "./failures.ts";
import { askedToWait_ms, isNotTaken } from "./retry.ts";
import type { Reply } from "./transport.ts";

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: JsonObject;
  /** What the service says of a write that it made all the same. */
  readonly warnings?: readonly string[];
}

/** @throws DiagnosticsError for what no resource can make sense of: a redirect, a page, 407, 429 and 5xx */
export function answerOf(asked: Asked, reply: Reply): Answer {
  const { status, headers, text } = reply;
  const { endpoint } = asked;
  if (status === 407) throw failure(...proxyLogin(asked));
  if (status === 429) throw tooMany(asked, reply);
  if (status >= 300 && status < 400) {
    const detail = `${endpoint} sends on to ${headers.location ?? "another address"}: write the address that does not, in endpoint (or ORGCONFIG_ENDPOINT).`;
    throw failure("The endpoint answers with a redirect", detail);
  }
  const body = parse(text);
  if (status >= 500) throw broken(asked, reply, body);
  if (body === undefined) throw foreign(asked, reply);
  const warnings = warningsIn(headers.warning ?? "");
  return { status, etag: headers.etag, body, ...(warnings.length === 0 ? {} : { warnings }) };
}

/** The id under which the service's log has the request. */
export function requestIdOf({ headers }: Pick<Reply, "headers">): string | undefined {
  const id = headers["x-request-id"];
  return typeof id === "string" ? id : undefined;
}

function tooMany(asked: Asked, reply: Reply): DiagnosticsError {
  const seconds = Math.ceil(askedToWait_ms(reply) / 1_000);
  const wait = seconds > 0 ? `, the last time with the wish to wait ${seconds} seconds` : "";
  const detail = `It answered 429 (too many requests)${afterAttempts(asked)}${wait}. Nothing was done. Run Terraform again later or with fewer requests at a time (-parallelism=2), raise max_retries (or ORGCONFIG_MAX_RETRIES), or have the service's limit raised (ORGCONFIG_RATE_LIMIT there).`;
  return failure("The service's rate limit was met for too long", detail);
}

function broken(asked: Asked, reply: Reply, body: JsonObject | undefined): DiagnosticsError {
  const { status } = reply;
  const id = requestIdOf(reply);
  const request = id === undefined ? "" : ` The service's log has it as request ${id}.`;
  const said = typeof body?.message === "string" ? `: ${body.message}` : ".";
  const doubt = isNotTaken(reply) ? "" : doubtOf(asked);
  if (body === undefined) {
    const detail = `${asked.endpoint} answered ${status}${afterAttempts(asked)}, with something that is not JSON: that is not the service but what stands in front of it. Look whether the service runs and whether that reaches it, then run Terraform again.${request}${doubt}`;
    return failure(`The endpoint answers ${status}, and not as this service does`, detail);
  }
  const next =
    status === 503
      ? "Look whether the service and its database run, then run Terraform again."
      : "Look for the error in the service's log, or give the request's id to those who run it.";
  const detail = `${asked.method} ${asked.path.split("?")[0]} was answered with ${status}${afterAttempts(asked)}${said} ${next}${request}${doubt}`;
  return failure(status === 503 ? "The service is not available" : "The service failed", detail);
}

function foreign({ endpoint }: Asked, { status, text }: Reply): DiagnosticsError {
  const secure = /plain HTTP request was sent to HTTPS port/i.test(text)
    ? " It speaks https at this port: write https:// in endpoint (or ORGCONFIG_ENDPOINT)."
    : " Is the endpoint the address of an orgconfig service, without a path? A page to sign in comes from a proxy in front of it, which has to let this machine pass.";
  const detail = `${endpoint} answered ${status} with something that is not JSON.${secure}`;
  return failure("The endpoint does not answer as this service does", detail);
}

/** The texts of a Warning header: `299 - "text"`, and a comma between two. */
function warningsIn(header: string): string[] {
  return [...header.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) =>
    text.replace(/\\(.)/g, "$1"),
  );
}

function parse(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? (body as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
