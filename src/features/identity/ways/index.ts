/** The ways by which people are reached, and their steps: a person's own, seen by nobody else but for their kinds. */
import { currentTime } from "../../../engine/clock.ts";
import type { Feature } from "../../../engine/feature.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Reach } from "../../../transports/reach.ts";
import type { Ground } from "../../ground.ts";
import { createFailureCounters, type Identity } from "../accounts/index.ts";
import { wayCalls } from "./calls.ts";
import type { WaysDeps } from "./deps.ts";
import { createFace, type WaysOfPeople } from "./face.ts";
import { createPushKeys, type PushKey } from "./push-keys.ts";
import { stepCalls } from "./steps-calls.ts";
import { createWayStore } from "./store.ts";
import { createWayThrottle } from "./throttle.ts";

export type { Urgency } from "./column-types.ts";
export { ownMailId } from "./deps.ts";
export type { PersonWay, WayOutcome, WayStep } from "./face.ts";
export { wayKinds } from "./shapes.ts";
export { type KnownWay, type ReachedBy, standingOfPerson, wakingFailures, withMail } from "./standings.ts";

export interface Ways extends Feature, WaysOfPeople {
  readonly reach: Reach;
}

/** Another pair of keys for pushes. Devices are reached by the pair that they were added with. */
export function rotatePushKeys({
  database,
  signRecord,
  ...ground
}: Pick<Ground, "database" | "signRecord" | "vault" | "store">): Promise<PushKey> {
  return createPushKeys(ground, createWayStore(database, signRecord), currentTime).rotate(currentTime());
}

const tidyMs = 3_600_000;
/** So long a way waits for its code. */
const unverifiedMs = 7 * 86_400_000;

export function createWays(ground: Ground, { identity }: { readonly identity: Identity }): Ways {
  const { database, log, reach } = ground;
  const ways = createWayStore(database, ground.signRecord);
  const pushKeys = createPushKeys(ground, ways, currentTime);
  const throttle = createWayThrottle(createFailureCounters(database));
  const deps: WaysDeps = { ...ground, ways, pushKeys, throttle, people: identity.deps };
  const tidy = async () => {
    // Made at the first start, so that nobody waits for them.
    await pushKeys.current();
    const before = new Date(currentTime().getTime() - unverifiedMs);
    await ways.removeUnverified(before);
    await ways.removeUnusedPushKeys(before);
  };
  return {
    name: "ways",
    operations: [...wayCalls(deps), ...stepCalls(deps)],
    background: [new Periodic({ name: "ways of people", everyMs: tidyMs, firstMs: 0, run: tidy, log })],
    reach,
    ...createFace(deps),
  };
}
