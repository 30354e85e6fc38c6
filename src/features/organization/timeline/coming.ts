/** What comes: moments that rows name, as far as they will happen. */
import { type Call, turnOf } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { completed } from "../../../engine/render.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { rowName } from "../../../kernel/words.ts";
import { possibleMutes } from "../../../renderers/alerting/possible.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { certificateMonitors } from "../../../resources/certificate-monitors.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { over } from "../../../resources/incident-updates.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import type { FoundMoment, MomentField } from "./store.ts";

export const happenings = [
  "freeze_ends",
  "maintenance_begins",
  "maintenance_ends",
  "mute_begins",
  "mute_ends",
  "certificate_expires",
] as const;
type Happening = (typeof happenings)[number];

interface Coming extends MomentField {
  readonly what: Happening;
  /** Whether it happens, by the row's settings. */
  happens(row: JsonObject): boolean;
}

const isOn = (row: JsonObject) => row.enabled === true;
const isShown = (row: JsonObject) => row.draft === false && !over.includes(row.status as never);
const always = () => true;

export const momentFields: readonly Coming[] = [
  { kind: deployPolicies.kind, field: "freeze_until", what: "freeze_ends", happens: isOn },
  { kind: statusPageIncidents.kind, field: "scheduled_for", what: "maintenance_begins", happens: isShown },
  { kind: statusPageIncidents.kind, field: "scheduled_until", what: "maintenance_ends", happens: isShown },
  { kind: alertMutes.kind, field: "starts_at", what: "mute_begins", happens: always },
  { kind: alertMutes.kind, field: "expires_at", what: "mute_ends", happens: always },
  { kind: certificateMonitors.kind, field: "not_after", what: "certificate_expires", happens: isOn },
];

/** Of the moments of mutes those of mutes that name the service; an empty one takes all. */
export async function ofService(
  call: Call,
  found: readonly FoundMoment[],
  service: string,
): Promise<readonly FoundMoment[]> {
  return service === "" ? found : inPieces(namingService(found, service, call.now), turnOf(call));
}

const anyTime = { startsAt: new Date(0), endsAt: null, schedule: [] } as const;

function* namingService(
  found: readonly FoundMoment[],
  service: string,
  now: Date,
): Pieces<readonly FoundMoment[]> {
  const mutes = found.flatMap((moment) => {
    if (moment.kind !== alertMutes.kind) return [];
    const { pattern, matchers } = completed(alertMutes, moment.configuration);
    return [{ id: moment.id, pattern, matchers, routeIds: [], reason: "", times: anyTime }];
  });
  const possible = yield* possibleMutes(mutes, service, now);
  const naming = new Set(possible.flatMap(({ named, row }) => (named ? [row.id] : [])));
  return found.filter(({ kind, id }) => kind !== alertMutes.kind || naming.has(id));
}

/** Those of the moments that will happen, each with the name of its row; the order stays. */
export function comingOf(definitions: Registry, found: readonly FoundMoment[]): JsonObject[] {
  return found.flatMap(({ kind, id, what, configuration, at }) => {
    const definition = definitions[kind];
    const field = momentFields.find((one) => one.kind === kind && one.what === what);
    if (definition === undefined || field === undefined) return [];
    const row = completed(definition, configuration) as JsonObject;
    if (!field.happens(row)) return [];
    return [{ what, resource: kind, id, name: rowName(definition, { ...row, id }), at: at.toISOString() }];
  });
}
