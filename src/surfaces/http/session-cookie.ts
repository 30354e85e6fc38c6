import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountAnswer } from "../../engine/operation.ts";

interface Cookie {
  readonly name: string;
  readonly form: RegExp;
}

const session: Cookie = { name: "orgconfig_session", form: /^[A-Za-z0-9_-]{43}$/ };
/** Marks by which a browser is known at the next sign-in; who signs out stays known. */
const device: Cookie = { name: "orgconfig_device", form: /^[A-Za-z0-9_.~-]{1,400}$/ };

/** The session's secret out of the Cookie header. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return sentIn(request, session);
}

/** Sets the cookie, or with null ends it. `secure` behind https only, so that a first try on localhost works. */
export function setSessionCookie(reply: FastifyReply, secret: string | null, secure: boolean): void {
  set(reply, session, secret ?? "", secure, secret === null ? 0 : undefined);
}

/** The marks that earlier sign-ins left, as they were sent. */
export function deviceCookie(request: FastifyRequest): string | undefined {
  return sentIn(request, device);
}

/** Keeps marks in the browser. */
export function setDeviceCookie(
  reply: FastifyReply,
  { value, seconds }: NonNullable<AccountAnswer["deviceMarks"]>,
  secure: boolean,
): void {
  set(reply, device, value, secure, seconds);
}

function sentIn(request: FastifyRequest, { name, form }: Cookie): string | undefined {
  const value = parseCookie(request.headers.cookie ?? "")[name];
  return value !== undefined && form.test(value) ? value : undefined;
}

/** `maxAge` is in seconds; without one the cookie goes with the browser's session. */
function set(reply: FastifyReply, { name }: Cookie, value: string, secure: boolean, maxAge?: number): void {
  const kept = maxAge === undefined ? {} : { maxAge };
  const cookie = { name, value, path: "/", httpOnly: true, sameSite: "strict", secure, ...kept } as const;
  reply.header("set-cookie", stringifySetCookie(cookie));
}
