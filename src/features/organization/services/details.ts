/** What a list says of each of its services: few statements, however many services there are. */
import type { Call } from "../../../engine/context.ts";
import type { LazyRow } from "../../../engine/ports/rows.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { measuredAt } from "../../../kernel/staleness.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { slos } from "../../../resources/slos.ts";
import { syntheticChecks } from "../../../resources/synthetic-checks.ts";
import { teams } from "../../../resources/teams.ts";
import { decideFor, namingKinds } from "../../reliability/index.ts";
import type { ServicesDeps } from "./deps.ts";
import { mostShown } from "./shapes.ts";

interface Found {
  readonly kind: string;
  readonly service: string;
  readonly row: LazyRow;
}

/** By service: its least budget, its checks, what the gate decides, and who owns it. */
export async function detailsOf(
  deps: ServicesDeps,
  call: Call,
  services: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  if (services.length === 0) return new Map();
  const { id } = call.caller.organization;
  const owning = ownerFields(deps);
  const wanted = new Set([slos.kind, syntheticChecks.kind, ...owning.keys()]);
  const kinds = namingKinds(deps.definitions).filter(({ kind }) => wanted.has(kind));
  const found = await deps.services.ofServices(id, kinds, services, mostShown, call.now);
  const [gates, budgets, checks, owners] = await Promise.all([
    decideFor(deps.deployGate.store, deps.store, id, services, call.now),
    shownBy(deps, call, slos, found),
    shownBy(deps, call, syntheticChecks, found),
    ownersBy(deps, id, owning, found),
  ]);
  return new Map(
    services.map((service) => [
      service,
      {
        budget: budgetOf(budgets.get(service) ?? []),
        checks: (checks.get(service) ?? [])
          .filter(({ row }) => row.enabled !== false)
          .map(({ row: { id, name, status } }) => ({ id, name, status }) as JsonObject),
        gate: gates.get(service) as unknown as JsonObject,
        owners: owners(service),
      },
    ]),
  );
}

/** Rows of a kind as doors show them, by service. */
async function shownBy({ engine }: ServicesDeps, call: Call, definition: Kind, found: readonly Found[]) {
  const own = found.filter(({ kind }) => kind === definition.kind);
  const texts = await engine.texts(
    call,
    definition,
    own.map(({ row }) => row),
  );
  const rows = own.map(({ service }, index) => ({
    service,
    row: JSON.parse(texts[index] ?? "{}") as JsonObject,
  }));
  return grouped(rows, ({ service }) => service);
}

/** Of the SLO that has least left. */
function budgetOf(rows: readonly { readonly row: JsonObject }[]): JsonObject | null {
  const name = "error_budget_remaining_percent";
  const [least] = rows
    .flatMap(({ row }) => {
      const [left, at] = [row[name], measuredAt(row, name)];
      if (row.enabled === false || typeof left !== "number" || at === undefined) return [];
      return [
        {
          slo_id: row.id ?? "",
          name: row.name ?? "",
          status: row.status ?? null,
          remaining_percent: left,
          measured_at: at,
        },
      ];
    })
    .sort((one, other) => one.remaining_percent - other.remaining_percent);
  return least ?? null;
}

/** By kind, the fields in which rows name their owners. */
function ownerFields({ definitions }: ServicesDeps): ReadonlyMap<string, readonly string[]> {
  const fields = Object.values(definitions).map(({ kind, fields }) => {
    const owners = Object.keys(fields).filter((name) => {
      const field = fields[name];
      return field?.type === "reference" && field.owner === true;
    });
    return [kind, owners] as const;
  });
  return new Map(fields.filter(([, owners]) => owners.length > 0));
}

/** @returns the teams that own rows of a service, by their names */
async function ownersBy(
  { alerts, store }: ServicesDeps,
  organizationId: string,
  fields: ReadonlyMap<string, readonly string[]>,
  found: readonly Found[],
) {
  const owned = found.flatMap(({ kind, service, row }) =>
    (fields.get(kind) ?? []).flatMap((field) => {
      const id = row.read().configuration[field];
      return typeof id === "string" ? [{ service, id }] : [];
    }),
  );
  const ids = [...new Set(owned.map(({ id }) => id))];
  const rows =
    ids.length === 0 ? [] : await alerts.store.in(store).configurations(organizationId, teams.kind, ids);
  const names = new Map(rows.map(({ id, configuration }) => [id, String(configuration.name ?? id)]));
  const byService = grouped(owned, ({ service }) => service);
  return (service: string): JsonObject[] =>
    [...new Set((byService.get(service) ?? []).map(({ id }) => id))]
      .map((id) => ({ id, name: names.get(id) ?? id }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
}
