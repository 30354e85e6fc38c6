import type { FastifyReply, FastifyRequest } from "fastify";

const name = "orgconfig_session";

/** The session's secret out of the Cookie header. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/** Sets the cookie, or with null ends it. `secure` behind https only, so that a first try on localhost works. */
export function setSessionCookie(reply: FastifyReply, secret: string | null, secure: boolean): void {
  const parts = [`${name}=${secret ?? ""}`, "Path=/", "HttpOnly", "SameSite=Strict"];
  if (secure) parts.push("Secure");
  if (secret === null) parts.push("Max-Age=0");
  reply.header("set-cookie", parts.join("; "));
}
