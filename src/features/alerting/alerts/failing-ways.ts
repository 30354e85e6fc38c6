/** People on call, in rotas to which something sends, one of whose ways fails now. */
import type { NeedsAttention } from "../../../engine/feature.ts";
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { rolesOf } from "../../../shifts/shifts.ts";
import type { KnownWay } from "../../identity/index.ts";
import type { AlertDeps } from "./deps.ts";
import { emptyRotas, namedIn } from "./empty-rotas.ts";
import type { AlertingRows } from "./rows.ts";
import { deliveriesOf } from "./standings.ts";
import { type Foretold, rotaAt } from "./targets.ts";

interface OnCallNow {
  readonly rotaId: string;
  readonly name: string;
  readonly role: string;
  readonly person: Foretold;
}

/** What is wrong now with rotas to which something sends. */
export const rotaAttention = [emptyRotas, failingWays] as const;

/** One line for each rota, however many people and ways it is about. */
function failingWays(deps: AlertDeps): NeedsAttention {
  return async (call, shown) => {
    const { id: organizationId } = call.caller.organization;
    const rows = await deps.rowsOf(deps.store, organizationId, call.now);
    const people = peopleNow(rows, call.now);
    const deliveries = await deliveriesOf(
      deps,
      organizationId,
      rows,
      people.map(({ person }) => person),
    );
    const failing = people.flatMap(({ person, ...one }) => {
      const { delivery, ways } = deliveries(person);
      if (!ways.some(fails)) return [];
      const { reason, since } = delivery;
      const why = `${person.target} is on call as ${one.role}. ${reason ?? ""}`.trim();
      return [{ ...one, since, why, isLost: delivery.status !== "ok" }];
    });
    const rotas = [...new Map(failing.map(({ rotaId, name }) => [rotaId, name]))];
    return {
      section: "decisions",
      resource: onCallRotas.kind,
      total: rotas.length,
      data: rotas.slice(0, shown).map(([id, name]) => {
        const own = failing.filter(({ rotaId }) => rotaId === id);
        const isLost = own.some((one) => one.isLost);
        return {
          ...{ resource: onCallRotas.kind, id, name, state: "failing" },
          tone: isLost ? ("bad" as const) : ("warning" as const),
          why: [...own.map(({ why }) => why), wayOut].join(" "),
          since: own.flatMap(({ isLost: lost, since }) => (lost ? (since ?? []) : [])).toSorted()[0] ?? null,
        };
      }),
    };
  };
}

const wayOut = "Have them press Test under How you are reached, or put somebody else on call.";

/** A service without a mail server says so elsewhere. */
function fails({ kind, delivery: { status } }: KnownWay): boolean {
  return status === "failing" || (status === "unsent" && kind !== "mail");
}

/** Whoever has a role of a rota to which something sends: what one passes on goes to the next. */
function peopleNow(rows: AlertingRows, now: Date): readonly OnCallNow[] {
  const named = new Set([...namedIn(rows).keys()].map((key) => rotaAt(key).rota_id));
  return [...rows.rotas.values()]
    .filter(({ id }) => named.has(id))
    .flatMap((rota) =>
      rolesOf(rota, rota.overrides).flatMap((role) => {
        const { by, destinations } = whoIsReached(rows, { rota_id: rota.id, role }, now);
        return (by === "role" ? destinations : []).map(({ email = "" }) => ({
          ...{ rotaId: rota.id, name: rota.name, role },
          person: { channel: "email", target: email, paged: "page" } as const,
        }));
      }),
    );
}
