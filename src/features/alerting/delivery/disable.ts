/** Turns a change notification off whose target keeps failing, on record with the reason. */

import { serviceCall } from "../../../engine/context.ts";
import type { Engine } from "../../../engine/engine.ts";
import { completed } from "../../../engine/render.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import type { ChangeNotifications } from "../../../resources/change-notifications.ts";
import type { SendFailure } from "../../../transports/port.ts";
import type { IdentityStore } from "../../identity/index.ts";
import type { DeliveryStore, LeasedDelivery } from "./store.ts";

export const disableAction = "disable_change_notification";

export interface DisableDeps {
  readonly engine: Pick<Engine, "mutateRow">;
  readonly store: Pick<DeliveryStore, "parkTarget">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly changeNotifications: ChangeNotifications;
}

export function createDisable({ engine, store, organizations, changeNotifications }: DisableDeps) {
  return async (one: LeasedDelivery, failure: SendFailure, attempts: number): Promise<void> => {
    const { organizationId, channel, target } = one;
    const id = notificationOf(one);
    // A mail server that is away says nothing about the address.
    if (id === undefined || (channel === "email" && failure.kind === "unreachable")) return;
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return;
    const tries = `${attempts} ${attempts === 1 ? "try" : "tries"}`;
    const reason = sanitised(`${channel === "email" ? `${target}: ` : ""}${failure.message} (${tries})`);
    const call = serviceCall("delivery", organization, "admin");
    try {
      await engine.mutateRow(call, changeNotifications, id, {
        action: disableAction,
        of(row) {
          if (!completed(changeNotifications, row.configuration).enabled)
            throw new Refusal("conflict", "It is off already.");
          return {
            state: { last_error_message: reason },
            configuration: { enabled: false },
            changes: [
              { field: "enabled", before: true, after: false },
              { field: "last_error_message", before: null, after: reason },
            ],
          };
        },
      });
    } catch (error) {
      // Somebody deleted it or turned it off meanwhile, which is just as well.
      if (!(error instanceof Refusal)) throw error;
    }
    await store.parkTarget(
      { organizationId, channel, target, sourceEnd: `/${id}` },
      "its change notification was turned off",
    );
  };
}

/** The notification that a delivery belongs to; undefined for other mail. */
function notificationOf({ channel, target, source }: LeasedDelivery): string | undefined {
  if (channel === "webhook" || channel === "slack") return target;
  return channel === "email" ? /^(?:change|plan)\/[^/]+\/(.+)$/.exec(source)?.[1] : undefined;
}
