import { newSecret } from "./credential.ts";

/** How long a link works. */
export const lifetimeMs = 24 * 60 * 60_000;

/** A one-time link: where it leads, what is stored of it, and when it stops working. */
export interface Link {
  readonly url: string;
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** A new link to a page of the console; `siteUrl` has no slash at the end. */
export function newLink(siteUrl: string, page: "invitations" | "resets", now: Date): Link {
  const { value, hash } = newSecret();
  return { url: `${siteUrl}/${page}/${value}`, hash, expiresAt: new Date(now.getTime() + lifetimeMs) };
}
