/** Service bindings resolved, and what an outside discoverer reports for them to fall back on. */

import type { Feature, KindHooks } from "../../../engine/feature.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { completed } from "../../../engine/render.ts";
import { type Fields, type ItemField, text, timestamp } from "../../../kernel/field.ts";
import { type Problem, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { bindingId, parseBindingId, serviceBindings } from "../../../resources/service-bindings.ts";
import type { Ground } from "../../ground.ts";
import { createServiceNames } from "../service-names/index.ts";
import { resolvedShape, resolveFields } from "./resolution.ts";
import { createDiscoveryStore, type DiscoveryStore, type ServiceKey } from "./store.ts";

export type { DiscoveryStore } from "./store.ts";

const { service, environment, ...bound } = serviceBindings.fields;
/** The parts of the key as an action takes them: here they name a binding and fix nothing. */
const key = { service: settable(service), environment: settable(environment) };

export interface ServiceBindingsDeps {
  readonly store: Pick<Store, "row">;
  readonly discoveries: DiscoveryStore;
}

export interface ServiceBindings extends Feature {
  readonly store: DiscoveryStore;
}

export function createServiceBindings(ground: Ground): ServiceBindings {
  const discoveries = createDiscoveryStore(ground.database);
  const deps = { ...ground, discoveries };
  return {
    name: "service bindings",
    store: discoveries,
    kinds: {
      // Discovery looked for what the bindings then said; after a change it has to look again.
      [serviceBindings.kind]: {
        onWrite: (writer, { caller }) => discoveries.drop(writer, caller.organization.id),
      } satisfies KindHooks<typeof serviceBindings>,
    },
    operations: [resolveOperation(deps), reportOperation(deps)],
  };
}

function resolveOperation(deps: ServiceBindingsDeps & Ground): ConfigurationOperation {
  const findName = createServiceNames(deps);
  const resolve = createResolver(deps);
  return configurationOperation({
    name: "resolve_service_bindings",
    level: "read",
    title: "Resolve service bindings",
    description:
      "What a service is called in each telemetry backend, and where that comes from. Field by field: the binding of this very service and environment (override), what was last discovered (discovery), the OpenTelemetry naming convention (convention), or nowhere (unbound). Use it before searching a service's logs, metrics or traces.",
    tag: serviceBindings.kind,
    method: "GET",
    reach: { kinds: [serviceBindings], service: "service" },
    path: "/api/v1/service_bindings/resolve",
    input: key,
    output: { ...key, ...resolvedShape(bound) } as Fields,
    async answer({ caller: { organization }, now }, input) {
      const { name } = await findName(deps.store, organization.id, input.service, now);
      return resolve(organization.id, { ...input, service: name });
    },
  });
}

/** Says what a service is called in each telemetry backend, in one environment. */
export function createResolver({ store, discoveries }: ServiceBindingsDeps) {
  return async (organizationId: string, { service, environment }: ServiceKey): Promise<JsonObject> => {
    const row = await store.row(organizationId, serviceBindings.kind, bindingId(service, environment));
    const discovered = await discoveries.get(organizationId, { service, environment });
    const binding = row === undefined ? undefined : completed(serviceBindings, row.configuration);
    return { service, environment, ...resolveFields(bound, service, binding, discovered) };
  };
}

/** Takes the whole of what was found: a field that is left out was not found this time. */
function reportOperation({ discoveries }: ServiceBindingsDeps): ConfigurationOperation {
  const id = text({ description: "The binding's id: service@environment, or the service alone.", max: 512 });
  const input = {
    id,
    service: { ...key.service, optional: true },
    environment: { ...key.environment, optional: true },
    ...bound,
  } as const;
  return configurationOperation({
    name: "report_discovery",
    level: "operate",
    effect: "update",
    unheld: "it says what a program saw of rows, which is their state",
    title: "Report discovery",
    description:
      "Takes what a discoverer found a service to be called in each telemetry backend, in place of its last report. Bindings win over it, and a binding that is written drops the organization's reports, so that discovery looks again.",
    tag: serviceBindings.kind,
    method: "PUT",
    reach: { kinds: [serviceBindings] },
    path: "/api/v1/discovery/{id}",
    whileSuspended: true,
    input,
    output: { id, ...key, ...bound, reported_at: timestamp({ description: "When it was reported." }) },
    forPrograms: true,
    fromEngines: true,
    async answer({ caller: { organization }, now }, { id, service, environment, ...sent }) {
      const found = parseBindingId(id);
      if (found === undefined) throw notFound(serviceBindings);
      refuseOtherKey(found, { service, environment });
      const values: JsonObject = sent;
      const reported = Object.fromEntries(Object.keys(bound).map((name) => [name, values[name] ?? null]));
      await discoveries.put(organization.id, found, reported, now);
      return { id, ...found, ...reported, reported_at: now.toISOString() };
    },
  });
}

function refuseOtherKey(
  key: ServiceKey,
  sent: { readonly [K in keyof ServiceKey]: string | undefined },
): void {
  const problems = (["service", "environment"] as const).flatMap((field): Problem[] =>
    sent[field] === undefined || sent[field] === key[field]
      ? []
      : [{ field, message: `must be what the id says: "${key[field]}"` }],
  );
  if (problems.length > 0) throw unprocessable(problems);
}

function settable<F extends ItemField>({ fixed: _, ...field }: F): Omit<F, "fixed"> {
  return field;
}
