/**
 * Whether a webhook was sent by who knows the secret. GitHub, Gitea and Forgejo sign the body with HMAC-SHA256 as
 * X-Hub-Signature-256, Gitea and Forgejo also in headers of their own without a prefix, Bitbucket in X-Hub-Signature;
 * GitLab sends the secret itself in X-Gitlab-Token.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const signed = [
  "x-hub-signature-256",
  "x-hub-signature",
  "x-gitea-signature",
  "x-forgejo-signature",
  "x-gogs-signature",
];

export function isSignedBy(secret: string, headers: Headers, body: Uint8Array): boolean {
  const expected = createHmac("sha256", secret).update(body).digest("hex");
  const given = signed.flatMap((name) => headers[name] ?? []).map((value) => value.replace(/^sha256=/, ""));
  const token = headers["x-gitlab-token"];
  // Each is compared, so that time says nothing.
  const fits = given.map((value) => same(value.toLowerCase(), expected));
  return fits.includes(true) || (typeof token === "string" && same(token, secret));
}

function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
