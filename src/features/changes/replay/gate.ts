/** What a plan would have meant at the deploy gate, as a part of its replay. */

import { type ReplayPart, sinceDays } from "../../../engine/plan/replay-part.ts";
import { NotReplayed } from "../../../engine/plan/replaying.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { slos } from "../../../resources/slos.ts";
import type { DeployGate } from "../../reliability/index.ts";

const nothing = { gate: { newly_held: 0, newly_allowed: 0 }, gate_verdicts: null };

export function createGatePart({ replayOf }: Pick<DeployGate, "replayOf">): ReplayPart {
  return async (call, changed, days) => {
    const replayed = await replayOf(call, changed, sinceDays(call, days));
    if (replayed === undefined) return { fields: nothing };
    if (replayed instanceof NotReplayed) {
      const first = changed.find(({ kind }) => kind === deployPolicies.kind || kind === slos.kind);
      return {
        fields: nothing,
        cannot: [
          { resource: first?.kind ?? deployPolicies.kind, id: first?.id ?? "", why: replayed.message },
        ],
      };
    }
    const { asked, cut, drift, newlyHeld, newlyAllowed, services } = replayed;
    const by_service = services.map(({ service, asked, newlyHeld, newlyAllowed, because }) => ({
      ...{ service, asked, because },
      ...{ newly_held: newlyHeld, newly_allowed: newlyAllowed },
    }));
    return {
      fields: {
        gate: { newly_held: newlyHeld, newly_allowed: newlyAllowed },
        gate_verdicts: { asked, cut, drift, by_service },
      },
    };
  };
}
