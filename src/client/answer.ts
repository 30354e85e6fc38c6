/** What was answered, as callers take it; an error where it was not the service's own, or none to go on with. */

import type { Json } from "../kernel/field.ts";
import { hasReason } from "../kernel/reasons.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { sentenceOf, type Warning } from "../kernel/warning.ts";
import { afterAttempts, type Call, CallFailure, doubtOf, olderService, proxyLogin } from "./failures.ts";
import { isNotTaken, requestedWait_ms } from "./retry.ts";
import type { Reply } from "./transport.ts";

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: JsonObject;
  /** What the service says of a write that it made all the same. */
  readonly warnings?: readonly string[];
  /** The Set-Cookie headers, where there are some. */
  readonly cookies?: readonly string[] | undefined;
}

/** Members that an answer has, each with its type. */
export type Shape = Readonly<Record<string, "string" | "number" | "boolean" | "list" | "object">>;

/**
 * A 404 that is answered is about a row, and from the service itself.
 * @throws CallFailure for what no caller can make sense of: a redirect, a page, a refusal that is not the
 * service's own, a call that it does not know, 407, 429 and 5xx
 */
export function answerOf(call: Call, reply: Reply, expects: Shape = {}): Answer {
  const { status, headers, text } = reply;
  const { endpoint, program } = call;
  if (status === 407) throw new CallFailure(...proxyLogin(call));
  if (status === 429) throw tooMany(call, reply, parse(reply.text));
  if (status >= 300 && status < 400) {
    const detail = `${endpoint} sends on to ${headers.location ?? "another address"}: write the address that does not, in ${program.settings.address}.`;
    throw new CallFailure("The endpoint answers with a redirect", detail);
  }
  const body = parse(text);
  if (status >= 500) throw broken(call, reply, body);
  if (body === undefined || (status >= 400 && !isOwnRefusal(status, body))) {
    throw foreign(call, reply, body);
  }
  const missing = status < 300 ? missingMember(body, expects) : undefined;
  if (missing !== undefined) throw foreign(call, reply, body, missing);
  if (status === 404 && hasReason(body, "unknown_path")) throw olderService(call);
  const warnings = status < 300 ? warningsIn(body) : [];
  const { etag, "set-cookie": cookies } = headers;
  return {
    status,
    etag,
    body,
    ...(warnings.length === 0 ? {} : { warnings }),
    cookies,
  };
}

/** For a success that is not what was requested, such as a page in the place of a file. */
export function foreignAnswer(call: Call, reply: Reply): CallFailure {
  return foreign(call, reply, parse(reply.text));
}

/** The member that a body lacks or has as something else, as `"data" as a list`. */
function missingMember(body: JsonObject, expects: Shape): string | undefined {
  const wrong = Object.entries(expects).find(([name, type]) => typeName(body[name]) !== type);
  return wrong && `${JSON.stringify(wrong[0])} as a ${wrong[1]}`;
}

function typeName(value: Json | undefined): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}

/** The id under which the service's log has the request. */
export function requestIdOf({ headers }: Pick<Reply, "headers">): string | undefined {
  const id = headers["x-request-id"];
  return typeof id === "string" ? id : undefined;
}

function tooMany(call: Call, reply: Reply, body: JsonObject | undefined): CallFailure {
  const { again, fewer, settings } = call.program;
  const seconds = Math.ceil(requestedWait_ms(reply) / 1_000);
  const wait = seconds > 0 ? `, the last time with the wish to wait ${seconds} seconds` : "";
  const isQuota = body?.reason === "quota_exceeded";
  const said = isQuota && typeof body.message === "string" ? ` ${body.message}` : "";
  const more = isQuota
    ? "have the organization's quota requests_per_second raised by an operator"
    : "have the service's limit raised (ORGCONFIG_RATE_LIMIT there)";
  const detail = `${call.endpoint} answered 429 (too many requests)${afterAttempts(call)}${wait}.${said} Nothing was done. ${again.charAt(0).toUpperCase()}${again.slice(1)} later${fewer}, raise ${settings.retries}, or ${more}.`;
  const whose = isQuota ? "The organization's quota of requests" : "The service's rate limit";
  return new CallFailure(`${whose} was met for too long`, detail);
}

function broken(call: Call, reply: Reply, body: JsonObject | undefined): CallFailure {
  const { status } = reply;
  const { again } = call.program;
  const id = requestIdOf(reply);
  const request = id === undefined ? "" : ` The service's log has it as request ${id}.`;
  const said = typeof body?.message === "string" ? `: ${body.message}` : ".";
  const doubt = isNotTaken(reply) ? "" : doubtOf(call);
  if (body === undefined) {
    const detail = `${call.endpoint} answered ${status}${afterAttempts(call)}, with ${noObject(reply)}: that is not the service but what stands in front of it. Look whether the service runs and whether that reaches it, then ${again}.${request}${doubt}`;
    return new CallFailure(`The endpoint answers ${status}, and not as this service does`, detail);
  }
  const next =
    status === 503
      ? `Look whether the service and its database run, then ${again}.`
      : "Look for the error in the service's log, or give the request's id to those who run it.";
  const detail = `At ${call.endpoint}, ${call.method} ${call.path.split("?")[0]} was answered with ${status}${afterAttempts(call)}${said} ${next}${request}${doubt}`;
  return new CallFailure(status === 503 ? "The service is not available" : "The service failed", detail);
}

/**
 * Whether the service itself refused. Each of its errors has these three (docs/contract.md, "Errors"); those of
 * gateways lack some. Where one was taken for the service's, a missing route would look like a deleted row.
 */
function isOwnRefusal(status: number, { error, message, request_id: id }: JsonObject): boolean {
  if ([error, message, id].some((part) => typeof part !== "string")) return false;
  return status !== 404 || error === "not_found";
}

/**
 * @param body what was answered, where it is JSON
 * @param missing a member that an answer of the service has
 */
function foreign(call: Call, reply: Reply, body: JsonObject | undefined, missing?: string): CallFailure {
  const { endpoint, proxy, method, path } = call;
  const { again, notDeleted, settings } = call.program;
  const { status, text } = reply;
  const through = proxy === undefined ? "" : ` (through the proxy ${proxy.host})`;
  const answered = `${endpoint} answered ${status}${through}`;
  const detail =
    body === undefined
      ? `${answered} with ${noObject(reply)}.${wayOutOfPage(text, settings.address)}`
      : `${answered} to ${method} ${path.split("?")[0]} with JSON that is not of this service${traces(reply, body, missing)}. Look whether ${settings.address} is the address of an orgconfig service, without a path, and whether what stands in front of it, such as a gateway or a proxy, passes this call on. Then ${again}.${status === 404 ? notDeleted : ""}`;
  return new CallFailure("The endpoint does not answer as this service does", `${detail}${doubtOf(call)}`);
}

/** What an answer is that is no object. */
function noObject({ text }: Reply): string {
  const value = jsonIn(text);
  if (value === undefined) return "something that is not JSON";
  const what = Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
  return `JSON that is ${what} and no object`;
}

function wayOutOfPage(text: string, setting: string): string {
  return /plain HTTP request was sent to HTTPS port/i.test(text)
    ? ` It speaks https at this port: write https:// in ${setting}.`
    : ` Is ${setting} the address of an orgconfig service, without a path? A page to sign in comes from a proxy in front of it, which has to let this machine pass.`;
}

/** What shows who answered: ` (server: kong/3.9.0, message: "no Route matched with those values")` */
function traces({ headers }: Reply, { message, error }: JsonObject, missing?: string): string {
  const said = typeof message === "string" ? message : error;
  const known = [
    ...(missing === undefined ? [] : [`it has no ${missing}`]),
    ...(typeof headers.server === "string" ? [`server: ${headers.server}`] : []),
    ...(typeof said === "string" ? [`message: ${JSON.stringify(said.slice(0, 200))}`] : []),
  ];
  return known.length === 0 ? "" : ` (${known.join(", ")})`;
}

/** What the service says of the rows that a write changed, a sentence each; of a plan, the plan's own. */
/** What a write says of rows, as sentences. */
export function warningsIn({ warnings }: JsonObject): string[] {
  if (!Array.isArray(warnings)) return [];
  return (warnings as Partial<Warning>[]).flatMap(({ resource = "", key = null, field = "", message }) =>
    typeof message === "string" ? [sentenceOf({ resource, key, field, message })] : [],
  );
}

function parse(text: string): JsonObject | undefined {
  const body = jsonIn(text);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as JsonObject) : undefined;
}

/** Undefined where it is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
