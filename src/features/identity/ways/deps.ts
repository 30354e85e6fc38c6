/** What the calls about ways are made of. */
import type { Reach } from "../../../transports/reach.ts";
import type { Ground } from "../../ground.ts";
import type { IdentityDeps } from "../accounts/index.ts";
import type { PushKeys } from "./push-keys.ts";
import type { WayStore } from "./store.ts";
import type { WayThrottle } from "./throttle.ts";

export interface WaysDeps extends Pick<Ground, "vault" | "siteUrl" | "log" | "mayBePlain" | "onCommit"> {
  readonly reach: Reach;
  readonly ways: WayStore;
  readonly pushKeys: PushKeys;
  readonly throttle: WayThrottle;
  /** What identity's own calls are made of. */
  readonly people: IdentityDeps;
}

/** The account's own mail is a way of everybody. */
export const ownMailId = "way_mail";
/** What it is called, where there is no other name for it. */
export const ownMailName = "Mail of the account";

/** Of two changes of one person's ways at once, the second sees the first. */
export function waysLock(userId: string): string {
  return `ways/${userId}`;
}
