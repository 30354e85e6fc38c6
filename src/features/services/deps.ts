/** What the calls about services have in common. */

import type { Engine } from "../../engine/engine.ts";
import type { Registry } from "../../engine/feature.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { type ChoiceField, type Field, isConfiguration, type Tone } from "../../kernel/field.ts";
import { ageOf } from "../../kernel/findable.ts";
import type { Kind } from "../../kernel/kind.ts";
import { namingPlaces } from "../../kernel/service-names.ts";
import type { AlertStore } from "../alerts/port.ts";
import type { ReadAlertingRows } from "../alerts/rows.ts";
import type { DeployGateStore } from "../deploy-gate/port.ts";
import type { EventStore } from "../events/port.ts";
import type { DiscoveryStore } from "../service-bindings/port.ts";
import type { NamingKind, ServiceFinder } from "./port.ts";

export interface ServicesDeps {
  readonly engine: Pick<Engine, "texts">;
  readonly definitions: Registry;
  readonly store: Store;
  readonly services: ServiceFinder;
  readonly deployGate: DeployGateStore;
  readonly discoveries: DiscoveryStore;
  readonly alerts: AlertStore;
  readonly events: EventStore;
  readonly rowsOf: ReadAlertingRows;
}

/** The kinds whose rows name services, in the registry's order. */
export function namingKinds(definitions: Registry): readonly NamingKind[] {
  return Object.values(definitions).flatMap(({ kind, shape, fields }): NamingKind[] => {
    const places = shape === "collection" ? namingPlaces(fields) : [];
    const about = { off: switchOf(fields), trouble: troubleIn(fields), measured: measuredIn(fields) };
    return places.length === 0 ? [] : [{ kind, places, ...about }];
  });
}

function switchOf(fields: Kind["fields"]): string | undefined {
  return Object.keys(fields).find((name) => {
    const field = fields[name];
    return field?.type === "boolean" && field.switch === true;
  });
}

/** The values that a stored row is in trouble by; what only a reader works out is not among them. */
function troubleIn(fields: Kind["fields"]): NamingKind["trouble"] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const shape = stateOf(field);
    const tones: Readonly<Record<string, Tone>> = shape?.tones ?? {};
    return Object.entries(tones).flatMap(([value, tone]) =>
      tone === "bad" || tone === "warning"
        ? [{ field: name, value, inState: !isConfiguration(field), tone }]
        : [],
    );
  });
}

function measuredIn(fields: Kind["fields"]): NamingKind["measured"] {
  const [measured] = Object.entries(fields).flatMap(([field, value]) => {
    const ages = ageOf(fields, field);
    const tones = Object.entries(stateOf(value)?.tones ?? {});
    const good = tones.flatMap(([choice, tone]) => (tone === "good" ? [choice] : []));
    return ages === undefined ? [] : [{ field, good, ages }];
  });
  return measured;
}

function stateOf(field: Field): ChoiceField | undefined {
  if (field.type === "computed")
    return field.from === "state" && field.shape.type === "choice" ? field.shape : undefined;
  return field.type === "choice" ? field : undefined;
}
