/** Rotas to which alerts go, and in which nobody is on call now. */
import type { NeedsAttention } from "../../../engine/feature.ts";
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import { namedByRule } from "../../../renderers/alerting/sending.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import type { AlertDeps } from "./deps.ts";
import type { AlertingRows } from "./rows.ts";
import { receiverIdOf, rotaAt } from "./targets.ts";

export function emptyRotas({
  store,
  alerts,
  rowsOf,
}: Pick<AlertDeps, "store" | "alerts" | "rowsOf">): NeedsAttention {
  return async (call, shown) => {
    const { id: organizationId } = call.caller.organization;
    const rows = await rowsOf(store, organizationId, call.now);
    const named = namedIn(rows);
    const unanswered =
      rows.rotas.size === 0
        ? new Map<string, number>()
        : new Map((await alerts.in(store).unanswered(organizationId)).map((one) => [one.rotaId, one.alerts]));
    const data = [...rows.rotas.values()].flatMap(({ id, name }) => {
      const reaches = [...named]
        .filter(([key]) => rotaAt(key).rota_id === id)
        .map(([key, by]) => ({ ...whoIsReached(rows, rotaAt(key), call.now), names: by }))
        .filter(({ by }) => by !== "role");
      const open = unanswered.get(id) ?? 0;
      if (reaches.length === 0 && open === 0) return [];
      const said = reaches.map(({ reason, names }) => `${names.join(", ")}: ${reason}.`);
      const isLost = open > 0 || reaches.some(({ by }) => by === "nobody");
      return [
        {
          ...{ resource: onCallRotas.kind, id, name, since: null },
          tone: isLost ? ("bad" as const) : ("warning" as const),
          state: "nobody",
          why: [...said, ...lost(open)].join(" "),
        },
      ];
    });
    return {
      section: "decisions",
      resource: onCallRotas.kind,
      total: data.length,
      data: data.slice(0, shown),
    };
  };
}

function lost(open: number): readonly string[] {
  if (open === 0) return [];
  return [open === 1 ? "An open alert reached nobody by it." : `${open} open alerts reached nobody by it.`];
}

/** By rota and role, the names of what is on and sends to them. */
export function namedIn({ routes, ownRoutes, rules }: AlertingRows): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const senders = [
    ...[...routes.values(), ...ownRoutes.values()].map(({ configuration }) => ({
      ...{ name: configuration.name, enabled: configuration.enabled },
      destinations: configuration.destinations,
    })),
    ...rules.map((rule) => ({ ...rule.configuration, destinations: [namedByRule(rule)] })),
  ];
  for (const { name, enabled, destinations } of senders)
    for (const one of destinations)
      if (enabled && one.rota_id !== undefined) {
        const key = receiverIdOf(one);
        found.set(key, [...(found.get(key) ?? []), JSON.stringify(name)]);
      }
  return found;
}
