/** The tabs of a browser share one session: each says when it changed, and the others follow. */
import type { WhoAmI } from "./shapes.ts";

/** Somebody, and why their session is over, if it is. */
type Seen = Pick<WhoAmI, "user" | "organizations"> & { readonly ended?: string };

let channel: BroadcastChannel | undefined;

function opened(): BroadcastChannel {
  channel ??= new BroadcastChannel("orgconfig.session");
  return channel;
}

/** What two tabs compare: whose session it is, and which organizations it reaches. Empty where there is none. */
export function markOf(who: Seen | null | undefined): string {
  if (who === null || who === undefined || who.ended !== undefined) return "";
  return [who.user.id, ...who.organizations.map(({ id }) => id).sort()].join(" ");
}

/** To every other tab of this browser, none of which gets it twice. */
export function postMark(mark: string): void {
  opened().postMessage(mark);
}

/** Whatever another tab posts, for as long as this one is open. */
export function followMarks(follow: (mark: string) => void): void {
  opened().addEventListener("message", ({ data }) => follow(String(data)));
}
