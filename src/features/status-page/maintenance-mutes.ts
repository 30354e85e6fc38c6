/** The alert mutes that maintenance asks for: made, moved and ended with it. */
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Log } from "../../engine/ports/log.ts";
import type { Writer } from "../../engine/ports/rows.ts";
import { Refusal } from "../../kernel/problem.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import { type MuteMoves, type MutingMaintenance, muteMoves } from "./mute-moves.ts";
import type { StatusPageStore } from "./store.ts";

export interface MutingDeps {
  readonly engine: Pick<Engine, "in">;
  readonly pages: StatusPageStore;
  readonly log: Pick<Log, "warn">;
}

const minuteMs = 60_000;

export async function muteMaintenance(
  { engine, pages, log }: MutingDeps,
  writer: Writer,
  call: Call,
  maintenances: readonly MutingMaintenance[],
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const kept = pages.in(writer);
  const { end, begin } = muteMoves(maintenances, await kept.maintenanceMutes(organizationId), call.now);
  const rows = engine.in(writer);
  for (const { incidentId, muteId, endsAt } of end) {
    // One that has run out stays, as others do.
    if (endsAt > call.now)
      await rows.remove({ ...call, unheld: true }, alertMutes, muteId).catch((error: unknown) => {
        // A person ended it before.
        if (!(error instanceof Refusal && error.code === "not_found")) throw error;
      });
    await kept.deleteMaintenanceMute(organizationId, incidentId);
  }
  for (const mute of begin)
    try {
      // Who has to look at the mute has looked at the maintenance that asks for it.
      const muteId = await rows.create({ ...call, unheld: true }, alertMutes, muteOf(mute, call.now));
      await kept.putMaintenanceMute(organizationId, { ...mute, muteId });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn(
        { organization_id: organizationId, incident_id: mute.incidentId, message: error.message },
        "a maintenance cannot mute the alerts of its components",
      );
    }
}

/** Its end is rounded up to a minute; the end of the maintenance ends it. */
function muteOf({ incidentId, title, services, startsAt, endsAt }: MuteMoves["begin"][number], now: Date) {
  const [only] = services;
  const service =
    services.length === 1
      ? `service=${JSON.stringify(only)}`
      : `service=~${JSON.stringify(services.map(escaped).join("|"))}`;
  return {
    // The second one takes every alert: it keeps the mute apart from others of the same services.
    matchers: [service, `maintenance!=${JSON.stringify(incidentId)}`],
    reason: Array.from(`Maintenance: ${title}`).slice(0, alertMutes.fields.reason.max).join(""),
    ...(startsAt > now && { starts_at: startsAt.toISOString() }),
    duration_minutes: Math.ceil((endsAt.getTime() - startsAt.getTime()) / minuteMs),
  };
}

/** A name in a regular expression of RE2. */
function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
