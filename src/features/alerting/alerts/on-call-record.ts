/** Puts on record who got what is sent to rotas, or why nobody did. */
import { foldEmail } from "../../../kernel/natural-key.ts";
import { type OnCallReach, type RotaRows, whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import type { Scene } from "./deps.ts";

/** A sender's messages to rotas about alerts, all of one moment. */
export interface SentToRotas {
  readonly senderId: string;
  readonly alertIds: readonly string[];
  readonly reaches: readonly OnCallReach[];
}

/** Of the destinations those that are rotas, with who is on call. */
export function reachesOf(destinations: readonly Destination[], rows: RotaRows, at: Date) {
  return destinations.flatMap((one) => (one.rota_id === undefined ? [] : [whoIsReached(rows, one, at)]));
}

/** People who get a message as they are on call, by their addresses in lower case: they are paged by ways of their own. */
export function peopleOnCall(
  reaches: readonly OnCallReach[] = [],
): ReadonlyMap<string, { readonly rotaId: string; readonly role: string }> {
  const people = reaches.flatMap(({ rota, role, answered, destinations }) =>
    answered === null
      ? []
      : destinations.map(({ email = "" }) => [foldEmail(email), { rotaId: rota?.id ?? "", role }] as const),
  );
  // Of two rotas the first counts.
  return new Map(people.toReversed());
}

export async function recordOnCall(
  { alerts, organizationId }: Pick<Scene, "alerts" | "organizationId">,
  sent: readonly SentToRotas[],
  at: Date,
): Promise<void> {
  const rows = sent.flatMap(({ senderId, alertIds, reaches }) =>
    reaches.flatMap(({ rota, role, answered, destinations, by, reason }) =>
      alertIds.map((alert_id) => ({
        ...{
          alert_id,
          sender_id: senderId,
          rota_id: rota?.id ?? "",
          rota_name: rota?.name ?? "",
          role,
          answered,
        },
        ...{ at: at.toISOString(), outcome: by, reason },
        receivers: destinations.map(({ email, outbound_config_id }) => email ?? outbound_config_id ?? ""),
      })),
    ),
  );
  if (rows.length > 0) await alerts.recordOnCall(organizationId, rows);
}
