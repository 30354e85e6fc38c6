/** The headers of answers. */
import type { JsonObject } from "../../kernel/validate.ts";

export const headers = {
  "X-Request-Id": {
    required: true,
    description: "The request's id, to be named when asking about it.",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description:
      "The limits that the request was counted in, by name: `q` requests at once, and as many again in `w` seconds (draft-ietf-httpapi-ratelimit-headers). `default` is the credential's own, or the address's where there is no valid one; `organization` is the quota of all credentials together; `guesses` counts wrong operator tokens. Absent where no limit counts.",
    schema: { type: "string" },
    example: '"default";q=200;w=2',
  },
  RateLimit: {
    description: "Of each of these: `r` requests are left, and in `t` seconds all of them are again.",
    schema: { type: "string" },
    example: '"default";r=187;t=1',
  },
  ETag: {
    required: true,
    description:
      "Of a row: the version of its settings, for If-Match; in If-None-Match it answers 304 while the row has read the same ever since they were written. Of a list: weak, for all that it says, and for If-None-Match alone.",
    schema: { type: "string" },
  },
  Vary: {
    required: true,
    description: "accept-encoding: long answers are compressed where that is asked for.",
    schema: { type: "string" },
  },
  "X-Content-Tag": {
    required: true,
    description:
      "The tag of all that the row says, state too: with it If-None-Match answers 304 exactly while the text is the same.",
    schema: { type: "string" },
  },
  "X-Managed-By": {
    description: "The set that owns the row; absent where none does.",
    schema: { type: "string" },
    example: "platform-repo",
  },
  "Idempotency-Replayed": {
    description: "true where this is the first answer to a call that came again; else absent.",
    schema: { type: "string", const: "true" },
  },
  Location: {
    required: true,
    description: "Where the new row is read, or where a browser goes on.",
    schema: { type: "string", format: "uri-reference" },
  },
  "Retry-After": {
    required: true,
    description: "Seconds to wait before trying again.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  "WWW-Authenticate": { required: true, description: "Bearer.", schema: { type: "string" } },
  "Set-Cookie": {
    description: "The session's cookie: HttpOnly, SameSite=Strict, and Secure behind https.",
    schema: { type: "string" },
  },
} as const satisfies JsonObject;

/** Headers of every response. */
export const everywhere = ["X-Request-Id", "RateLimit-Policy", "RateLimit"] as const;
