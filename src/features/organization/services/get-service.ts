/** The operation that shows everything about one service. */
import type { Call } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { completed } from "../../../engine/render.ts";
import type { Json } from "../../../kernel/field.ts";
import { formatOf } from "../../../kernel/format.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { serviceBindings } from "../../../resources/service-bindings.ts";
import { showAlerts } from "../../alerting/index.ts";
import { createJudge, createResolver, createServiceNames, namingKinds } from "../../reliability/index.ts";
import type { ServicesDeps } from "./deps.ts";
import { receiversOf } from "./receivers.ts";
import { getInput, getOutput, mostShown } from "./shapes.ts";
import type { RowsOfKind } from "./store.ts";

export function getService(deps: ServicesDeps): ConfigurationOperation {
  const { store, services, deployGate, definitions } = deps;
  const kinds = namingKinds(definitions);
  const judge = createJudge(deployGate.store, createServiceNames(deps));
  const resolve = createResolver({ store, discoveries: deps.serviceBindings.store });

  /** For each environment that a binding is about, and for none. */
  async function bindingsOf(organizationId: string, service: string, named: readonly RowsOfKind[]) {
    if (formatOf("service").check(service) !== undefined) return [];
    const bound = settingsOf(named, serviceBindings).map(({ environment }) => environment);
    const environments = [...new Set(["", ...bound])].slice(0, mostShown);
    return Promise.all(environments.map((environment) => resolve(organizationId, { service, environment })));
  }

  return configurationOperation({
    tag: "services",
    reach: { kinds: [], service: "service" },
    level: "read",
    name: "get_service",
    scans: "short",
    title: "Get a service",
    description:
      "Everything about one service. The rows that name it, with their states and figures; the rows linked to those, such as incidents of its components; the routes, rules and mutes for its alerts; what the deploy gate says; what it is called in telemetry; its open alerts; and the teams that own it. Start here when a service is in trouble. A name that nothing holds answers too, with known false.",
    method: "GET",
    path: "/api/v1/service",
    input: getInput,
    output: getOutput,
    async answer(call, { service: asked }) {
      const { id } = call.caller.organization;
      const gate = (await judge(store, id, asked, call.now)).answer;
      const own = await alertsOf(deps, call, asked);
      // The right name of one that was written in another case, unless alerts are called just so.
      const service = own.alerts.length > 0 ? asked : gate.service;
      const named = await services.naming(id, kinds, service, mostShown, call.now);
      const names = named.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, id: row.id })));
      const near = await services.near(id, names, mostShown, call.now);
      const alerts = service === asked ? own : await alertsOf(deps, call, service);
      const owners = ownersOf(definitions, named, near);
      const linked = near.filter(({ kind }) => !owners.kinds.has(kind));
      return {
        service,
        known: named.length > 0 || alerts.alerts.length > 0,
        rows: await shown(deps, call, named),
        near: await shown(deps, call, linked),
        takers: await receiversOf(deps, call, service),
        gate,
        bindings: await bindingsOf(id, service, named),
        ...alerts,
        owners: owners.data,
      };
    },
  });
}

/** In the registry's order. */
async function shown(
  { engine, definitions }: ServicesDeps,
  call: Call,
  found: readonly RowsOfKind[],
): Promise<JsonObject[]> {
  const answers: JsonObject[] = [];
  for (const definition of Object.values(definitions)) {
    const { total, rows } = found.find(({ kind }) => kind === definition.kind) ?? { total: 0, rows: [] };
    if (total === 0) continue;
    const texts = await engine.texts(call, definition, rows);
    answers.push({ kind: definition.kind, total, data: texts.map((text) => JSON.parse(text) as Json) });
  }
  return answers;
}

/** What is open, acknowledged or not, the newest first. */
async function alertsOf({ alerts, store }: ServicesDeps, call: Call, service: string) {
  const { id } = call.caller.organization;
  const reader = alerts.store.in(store);
  const found = await Promise.all(
    (["open", "acknowledged"] as const).map((status) => reader.list(id, { status, service }, mostShown + 1)),
  );
  const newest = found.flat().sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const rows = await alerts.rowsOf(store, id, call.now);
  return {
    alerts: await showAlerts(reader, id, rows, newest.slice(0, mostShown)),
    more_alerts: newest.length > mostShown,
  };
}

/** The rows that others name as their owners, such as teams; they are among those next to. */
function ownersOf(
  definitions: ServicesDeps["definitions"],
  named: readonly RowsOfKind[],
  near: readonly RowsOfKind[],
): { readonly kinds: ReadonlySet<string>; readonly data: JsonObject[] } {
  const references = Object.values(definitions).flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([field, value]) =>
      value.type === "reference" && value.owner ? [{ kind, field, to: value.to }] : [],
    ),
  );
  const ids = new Set(
    references.flatMap(({ kind, field }) =>
      (named.find((one) => one.kind === kind)?.rows ?? []).map((row) => row.read().configuration[field]),
    ),
  );
  const kinds = new Set(references.map(({ to }) => to));
  const owners = near.filter(({ kind }) => kinds.has(kind)).flatMap(({ rows }) => rows);
  const data = owners
    .filter(({ id }) => ids.has(id))
    .map((row) => ({ id: row.id, name: row.read().configuration.name ?? row.id }));
  return { kinds, data };
}

function settingsOf<D extends Kind>(found: readonly RowsOfKind[], definition: D) {
  const rows = found.find(({ kind }) => kind === definition.kind)?.rows ?? [];
  return rows.map((row) => completed(definition, row.read().configuration));
}
