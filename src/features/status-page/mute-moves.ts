/** Which alert mutes there are to be for maintenance that asks for them; a pure rule. */
import { sameJson } from "../../kernel/equal.ts";
import type { IncidentStatus } from "../../renderers/status-page/index.ts";

export interface MutingMaintenance {
  readonly id: string;
  readonly title: string;
  readonly status: IncidentStatus;
  readonly muteAlerts: boolean;
  readonly scheduledFor: Date | null;
  readonly scheduledUntil: Date | null;
  /** Of its components. */
  readonly services: readonly string[];
}

/** A mute that a maintenance has asked for. */
export interface MaintenanceMute {
  readonly incidentId: string;
  readonly muteId: string;
  readonly services: readonly string[];
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface MuteMoves {
  /** Mutes whose maintenance is over, or has moved. */
  readonly end: readonly MaintenanceMute[];
  readonly begin: readonly (Omit<MaintenanceMute, "muteId"> & { readonly title: string })[];
}

/** A pure rule. What begins in the past begins now; a mute that holds already does not begin anew. */
export function muteMoves(
  maintenances: readonly MutingMaintenance[],
  known: readonly MaintenanceMute[],
  now: Date,
): MuteMoves {
  const wanted = maintenances.flatMap((maintenance) => wantedOf(maintenance, now));
  const stays = ({ incidentId, services, startsAt, endsAt }: MaintenanceMute) =>
    wanted.some(
      (one) =>
        one.incidentId === incidentId &&
        sameJson(one.services, services) &&
        one.endsAt.getTime() === endsAt.getTime() &&
        (one.startsAt.getTime() === startsAt.getTime() || (one.startsAt <= now && startsAt <= now)),
    );
  const staying = known.filter(stays);
  return {
    end: known.filter((mute) => !staying.includes(mute)),
    begin: wanted.filter(({ incidentId }) => !staying.some((mute) => mute.incidentId === incidentId)),
  };
}

function wantedOf(maintenance: MutingMaintenance, now: Date): MuteMoves["begin"] {
  const { id, title, status, muteAlerts, scheduledFor, scheduledUntil, services } = maintenance;
  const isPlanned = status === "scheduled" || status === "in_progress";
  if (!muteAlerts || !isPlanned || services.length === 0) return [];
  if (scheduledFor === null || scheduledUntil === null || scheduledUntil <= now) return [];
  const startsAt = status === "scheduled" && scheduledFor > now ? scheduledFor : now;
  return [
    { incidentId: id, title, services: [...new Set(services)].toSorted(), startsAt, endsAt: scheduledUntil },
  ];
}
