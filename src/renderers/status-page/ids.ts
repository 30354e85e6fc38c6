/** What others know things of a page by: the same wherever the page moves, and nothing of what they are called inside. */
import { createHash } from "node:crypto";

/** The page as JSON and webhooks name it. @param page its organization */
export function publicPageId({ id }: { readonly id: string }): string {
  return `page_${digestOf(id).slice(0, 24)}`;
}

/** For readers of feeds and calendars (RFC 9562 §5.8). @param name the id of an incident, or of a page and its part */
export function uuidOf(name: string): string {
  const hex = digestOf(name);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function digestOf(name: string): string {
  return createHash("sha256").update(`orgconfig status page ${name}`).digest("hex");
}
