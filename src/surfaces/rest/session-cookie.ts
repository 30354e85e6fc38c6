import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountAnswer } from "../../engine/operation.ts";

/**
 * Behind https the names begin with __Host-, which a browser takes from this very host alone (RFC 6265bis §4.1.3): a page
 * of another host of the domain can put no session of its own into somebody's browser. Then no other name is read.
 */
const hostOnly = "__Host-";

interface Cookie {
  readonly name: string;
  readonly form: RegExp;
  /** Also with a link from another site; without it, only from this one. */
  readonly byLinks?: true;
}

const session: Cookie = { name: "orgconfig_session", form: /^[A-Za-z0-9_-]{43}$/ };
/** Marks by which a browser is known at the next sign-in; who signs out stays known. */
const device: Cookie = { name: "orgconfig_device", form: /^[A-Za-z0-9_.~-]{1,400}$/ };

/** What ties a sign-in at a provider to the browser in which it began: that provider's page sends the browser back. */
const flow: Cookie = { name: "orgconfig_sign_in", form: /^[A-Za-z0-9_-]{43}$/, byLinks: true };

/** The session's secret out of the Cookie header. */
export function sessionCookie(request: FastifyRequest, secure: boolean): string | undefined {
  return sentIn(request, session, secure);
}

/** Sets the cookie, or with null ends it. `secure` behind https only, so that a first try on localhost works. */
export function setSessionCookie(reply: FastifyReply, secret: string | null, secure: boolean): void {
  set(reply, session, secret ?? "", secure, secret === null ? 0 : undefined);
}

/** The marks that earlier sign-ins left, as they were sent. */
export function deviceCookie(request: FastifyRequest, secure: boolean): string | undefined {
  return sentIn(request, device, secure);
}

/** Keeps marks in the browser. */
export function setDeviceCookie(
  reply: FastifyReply,
  { value, seconds }: NonNullable<AccountAnswer["deviceMarks"]>,
  secure: boolean,
): void {
  set(reply, device, value, secure, seconds);
}

/** What a sign-in at a provider that is under way left in the browser. */
export function flowCookie(request: FastifyRequest, secure: boolean): string | undefined {
  return sentIn(request, flow, secure);
}

export function setFlowCookie(
  reply: FastifyReply,
  { value, seconds }: NonNullable<AccountAnswer["flowMark"]>,
  secure: boolean,
): void {
  set(reply, flow, value, secure, seconds);
}

/** The mark that a page of the public keeps under a name of its own. */
export function pageCookie(request: FastifyRequest, name: string, secure: boolean): string | undefined {
  return sentIn(request, pageMark(name), secure);
}

export function setPageCookie(
  reply: FastifyReply,
  name: string,
  { value, seconds }: { readonly value: string; readonly seconds: number },
  secure: boolean,
): void {
  set(reply, pageMark(name), value, secure, seconds);
}

function pageMark(name: string): Cookie {
  return { name, form: /^[A-Za-z0-9_.-]{1,200}$/, byLinks: true };
}

function sentIn(request: FastifyRequest, cookie: Cookie, secure: boolean): string | undefined {
  const { form } = cookie;
  const value = parseCookie(request.headers.cookie ?? "")[nameOf(cookie, secure)];
  return value !== undefined && form.test(value) ? value : undefined;
}

function nameOf({ name }: Cookie, secure: boolean): string {
  return secure ? `${hostOnly}${name}` : name;
}

/** `maxAge` is in seconds; without one the cookie goes with the browser's session. */
function set(reply: FastifyReply, which: Cookie, value: string, secure: boolean, maxAge?: number): void {
  const kept = maxAge === undefined ? {} : { maxAge };
  const name = nameOf(which, secure);
  const sameSite = which.byLinks ? "lax" : "strict";
  const cookie = { name, value, path: "/", httpOnly: true, sameSite, secure, ...kept } as const;
  reply.header("set-cookie", stringifySetCookie(cookie));
}
