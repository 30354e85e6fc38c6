/** Service bindings resolved, and what an outside discoverer reports for them to fall back on. */

import { type Capability, definitionOf, type Registry } from "../../engine/capability.ts";
import type { Call } from "../../engine/context.ts";
import { type InputFields, readInput } from "../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../engine/operation.ts";
import type { DiscoveryStore, ServiceKey } from "../../engine/ports/discovery.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { notFound } from "../../engine/reading.ts";
import { completed } from "../../engine/render.ts";
import { type ItemField, text, timestamp } from "../../kernel/field.ts";
import { type Problem, unprocessable } from "../../kernel/problem.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { boundFields, resolvedShape, resolveFields } from "./resolution.ts";

export interface ServiceBindingsDeps {
  readonly store: Pick<Store, "row">;
  readonly discoveries: DiscoveryStore;
  readonly resources: Registry;
}

export function createServiceBindings(deps: ServiceBindingsDeps): Capability {
  const resource = definitionOf(deps.resources, "service_bindings");
  return {
    kinds: {
      // Discovery looked for what the bindings then said; after a change it has to look again.
      service_bindings: {
        onWrite: (writer, { caller }) => deps.discoveries.in(writer).drop(caller.organization.id),
      },
    },
    operations: [resolveOperation(deps, resource), reportOperation(deps, resource)],
  };
}

function resolveOperation(
  { store, discoveries }: ServiceBindingsDeps,
  resource: Resource,
): ConfigurationOperation {
  const key = keyFields(resource);
  const fields = boundFields(resource);
  return {
    name: "resolve_service_bindings",
    level: "read",
    effect: "read",
    title: "Resolve service bindings",
    description:
      "Answers what a service is called in each telemetry backend, field by field, and whence that comes: the binding of this very service and environment (override), what was last discovered (discovery), the OpenTelemetry naming convention (convention), or nowhere (unbound). Use it before searching a service's logs, metrics or traces.",
    tag: resource.kind,
    resource: resource.kind,
    credential: "bearer",
    method: "GET",
    path: "/api/v1/service_bindings/resolve",
    query: resource.naturalKey,
    input: { fields: key },
    output: { fields: { ...key, ...resolvedShape(fields) } },
    confirms: false,
    async run({ caller: { organization } }, { body }): Promise<OperationAnswer> {
      const { service, environment } = readInput(key, body) as unknown as ServiceKey;
      const id = resource.derivedId?.format([service, environment]) ?? "";
      const row = await store.row(organization.id, resource.kind, id);
      const discovered = await discoveries.get(organization.id, { service, environment });
      const bound = row === undefined ? undefined : completed(resource, row.configuration);
      return {
        status: 200,
        body: { service, environment, ...resolveFields(fields, service, bound, discovered) },
      };
    },
  };
}

/** Takes the whole of what was found: a field that is left out was not found this time. */
function reportOperation({ discoveries }: ServiceBindingsDeps, resource: Resource): ConfigurationOperation {
  const id = text({ description: "The binding's id: service@environment, or the service alone.", max: 512 });
  const key = keyFields(resource);
  const fields = boundFields(resource);
  const echoes = Object.entries(key).map(([name, field]) => [name, { ...field, optional: true }]);
  const input: InputFields = { id, ...Object.fromEntries(echoes), ...fields };
  return {
    name: "report_discovery",
    level: "operate",
    effect: "update",
    title: "Report discovery",
    description:
      "Takes what a discoverer found a service to be called in each telemetry backend, in place of its last report. Bindings win over it, and a binding that is written drops the organization's reports, so that discovery looks again.",
    tag: resource.kind,
    resource: resource.kind,
    credential: "bearer",
    method: "PUT",
    path: "/api/v1/discovery/{id}",
    input: { fields: input },
    output: {
      fields: { id, ...key, ...fields, reported_at: timestamp({ description: "When it was reported." }) },
    },
    confirms: false,
    async run({ caller: { organization }, now }: Call, { body }): Promise<OperationAnswer> {
      const { id, ...sent } = readInput(input, body) as JsonObject;
      const found = resource.derivedId?.parse(String(id));
      if (found === undefined) throw notFound(resource, String(id));
      refuseOtherKey(found, sent);
      const reported = Object.fromEntries(Object.keys(fields).map((name) => [name, sent[name] ?? null]));
      await discoveries.put(organization.id, found as unknown as ServiceKey, reported, now);
      return {
        status: 200,
        body: { id: String(id), ...found, ...reported, reported_at: now.toISOString() },
      };
    },
  };
}

function refuseOtherKey(key: JsonObject, sent: JsonObject): void {
  const problems: Problem[] = Object.entries(key).flatMap(([field, value]) =>
    sent[field] === undefined || sent[field] === value
      ? []
      : [{ field, message: `must be what the id says: "${String(value)}"` }],
  );
  if (problems.length > 0) throw unprocessable(problems);
}

/** The parts of the key as an action takes them: here they name a binding and fix nothing. */
function keyFields(resource: Resource): InputFields {
  return Object.fromEntries(
    resource.naturalKey.map((name) => {
      const { fixed: _, ...field } = resource.fields[name] as ItemField;
      return [name, field as ItemField];
    }),
  );
}
