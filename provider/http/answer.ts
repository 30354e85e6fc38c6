/** What was answered, as the resources take it; an error where it was not the service's own, or none to go on with. */
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { DiagnosticsError } from "../wire/diagnostics.ts";
import { type Asked, afterAttempts, doubtOf, failure, olderService, proxyLogin } from "./failures.ts";
import { askedToWait_ms, isNotTaken } from "./retry.ts";
import type { Reply } from "./transport.ts";

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: JsonObject;
  /** What the service says of a write that it made all the same. */
  readonly warnings?: readonly string[];
}

/**
 * A 404 that is answered is about a row, and from the service itself.
 * @throws DiagnosticsError for what no resource can make sense of: a redirect, a page, a refusal that is not the
 * service's own, a call that it does not know, 407, 429 and 5xx
 */
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
  if (body === undefined || (status >= 400 && !isOwnRefusal(status, body))) {
    throw foreign(asked, reply, body);
  }
  if (status === 404 && body.reason === "unknown_path") throw olderService(asked);
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

/**
 * Whether the service itself refused. Each of its errors has these three (docs/contract.md, "Errors"); those of
 * gateways lack some. Where one was taken for the service's, a missing route would look like a deleted row.
 */
function isOwnRefusal(status: number, { error, message, request_id: id }: JsonObject): boolean {
  if ([error, message, id].some((part) => typeof part !== "string")) return false;
  return status !== 404 || error === "not_found";
}

/** @param body what was answered, where it is JSON */
function foreign(asked: Asked, reply: Reply, body: JsonObject | undefined): DiagnosticsError {
  const { endpoint, proxy, method, path } = asked;
  const { status, text } = reply;
  const through = proxy === undefined ? "" : ` (asked through the proxy ${proxy.host})`;
  const answered = `${endpoint} answered ${status}${through}`;
  const detail =
    body === undefined
      ? `${answered} with something that is not JSON.${wayOutOfPage(text)}`
      : `${answered} to ${method} ${path.split("?")[0]} with JSON that is not of this service${traces(reply, body)}. Look whether endpoint (or ORGCONFIG_ENDPOINT) is the address of an orgconfig service, without a path, and whether what stands in front of it, such as a gateway or a proxy, passes this call on. Then run Terraform again.${keptRow(status)}`;
  return failure("The endpoint does not answer as this service does", `${detail}${doubtOf(asked)}`);
}

function wayOutOfPage(text: string): string {
  return /plain HTTP request was sent to HTTPS port/i.test(text)
    ? " It speaks https at this port: write https:// in endpoint (or ORGCONFIG_ENDPOINT)."
    : " Is the endpoint the address of an orgconfig service, without a path? A page to sign in comes from a proxy in front of it, which has to let this machine pass.";
}

/** What tells who answered: ` (server: kong/3.9.0, message: "no Route matched with those values")` */
function traces({ headers }: Reply, { message, error }: JsonObject): string {
  const said = typeof message === "string" ? message : error;
  const known = [
    ...(typeof headers.server === "string" ? [`server: ${headers.server}`] : []),
    ...(typeof said === "string" ? [`message: ${JSON.stringify(said.slice(0, 200))}`] : []),
  ];
  return known.length === 0 ? "" : ` (${known.join(", ")})`;
}

function keptRow(status: number): string {
  return status === 404 ? " The row was not taken for deleted." : "";
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
