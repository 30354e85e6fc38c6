/** All that the service stores sealed, of every feature: keys are rotated, admitted and examined by it. */
import type { Connection } from "./database/database.ts";
import { type Sealed, sealedInstallation, sealedRows } from "./database/reseal.ts";
import { secretIdentity } from "./engine/draft.ts";
import { sealedDeliveries } from "./features/alerting/delivery/sealed-store.ts";
import { sealedHeartbeats } from "./features/alerting/heartbeats/sealed-store.ts";
import { sealedAnswers } from "./features/changes/kept-answers/sealed-store.ts";
import { sealedPlans } from "./features/changes/plans/sealed-store.ts";
import { sealedProposals } from "./features/changes/proposals/sealed-store.ts";
import { sealedFactors } from "./features/identity/accounts/sealed-factors-store.ts";
import { sealedSignIns, sealedSso } from "./features/identity/sso/sealed-store.ts";
import { sealedPushKeys, sealedWays } from "./features/identity/ways/sealed-store.ts";
import { sealedSubscribers } from "./features/status-page/sealed-store.ts";

/** What is stored sealed, sort by sort; what belongs to the installation first. */
export function sealedOfAll(database: Connection) {
  return {
    values: sealedInstallation(database),
    rows: sealedRows(database, secretIdentity),
    mails: sealedDeliveries(database),
    plans: sealedPlans(database),
    proposals: sealedProposals(database),
    answers: sealedAnswers(database),
    heartbeats: sealedHeartbeats(database),
    sso: sealedSso(database),
    factors: sealedFactors(database),
    signIns: sealedSignIns(database),
    subscribers: sealedSubscribers(database),
    ways: sealedWays(database),
    pushKeys: sealedPushKeys(database),
  };
}

async function* eachOf(stored: Iterable<AsyncIterable<Sealed>>): AsyncGenerator<Sealed> {
  for (const some of stored) yield* some;
}

/** All of it, one after the other. */
export function everythingSealed(database: Connection): AsyncIterable<Sealed> {
  return eachOf(Object.values(sealedOfAll(database)));
}
