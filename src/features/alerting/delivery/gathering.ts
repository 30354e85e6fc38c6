/** Changes that are near to each other wait for each other, and go to a receiver as one message. */
import type { Database } from "../../../database/database.ts";
import type { RowOf } from "../../../database/statement.ts";
import { partitionOf } from "../../../kernel/natural-key.ts";
import type { Channel } from "./messages.ts";
import { sql } from "./queries.generated.ts";

/** Counted from the first of them: a person who changes several rows, or a program, has one mail for them. */
export const gatherMs = 60_000;
/** More rows than a program makes in that time; the mail counts those for which it has no room. */
const mostGathered = 2_000;

/** What is in hand. */
type Begun = RowOf<typeof sql.claimDeliveries>;

export function gatheringOver(database: Database) {
  return {
    /** Those that go as one message with it and are in nobody's hand: leased with it, in order. */
    async join({ organizationId, channel, target, source }: Begun, lease: string, leaseMs: number) {
      const partition = partitionOf(channel, target);
      const which = { organizationId, channel, partition, sourceEnd: endOf(source), limit: mostGathered };
      return database.query(sql.joinDeliveries, { ...which, lease, leaseMs });
    },
    /** How many of them were not sent before; with `forget`, their payloads are removed. */
    async sent(ones: readonly Begun[], status: number | null, forget: boolean) {
      const [{ organizationId }] = ones as [Begun];
      const ids = ones.map(({ id }) => id);
      return (await database.query(sql.finishDelivery, { organizationId, ids, status, forget })).length;
    },
    /** Sends now what waits to be gathered. */
    hasten: (channels: readonly Channel[]) => database.query(sql.hastenDeliveries, { channels }),
  };
}

/** What deliveries have in common that go to one receiver as one message; undefined where one goes by itself. */
export function gatheredBy({ channel, source }: Pick<Begun, "channel" | "source">): string | undefined {
  return channel === "email" && source.startsWith("change/") ? endOf(source) : undefined;
}

/** The notification that a delivery is of, with the slash before it. */
function endOf(source: string): string {
  return source.slice(source.lastIndexOf("/"));
}
