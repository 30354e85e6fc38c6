/** Roles that routes, heartbeats and rules name and their rota does not have: said of what names one, and of the rota that loses it. */
import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { changesAny, completedSide, rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { RotaRow } from "../../../renderers/alerting/on-call.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import { namedByRule } from "../../../renderers/alerting/sending.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { firstRole, onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { rolesOf } from "../../../shifts/shifts.ts";
import type { AlertDeps } from "./deps.ts";
import type { AlertingRows } from "./rows.ts";

/** What of a sender says to whom it sends. */
const naming = ["enabled", "destinations", "rota_id", "role"];
const instead = "what is sent to it goes to the next role, or to the fallback";

export function judgeRoles({ rowsOf }: Pick<AlertDeps, "rowsOf">): Judge {
  return {
    kinds: [alertRoutes, alertHeartbeats, outboundRules, onCallRotas].map(({ kind }) => kind),
    async judge(reader, call, all) {
      const moves = all.filter(concernsRoles);
      if (moves.length === 0) return [];
      const rows = await rowsOf(reader, call.caller.organization.id, call.now);
      const rotas = rotasAfter(rows, all);
      const senders = sendersAfter(rows, all);
      const ids = new Set(moves.map(({ id }) => id));
      return [
        ...senders.filter(({ id }) => ids.has(id)).flatMap((one) => missingIn(one, rotas)),
        ...moves.flatMap((move) =>
          lostBy(
            move,
            senders.filter(({ id }) => !ids.has(id)),
          ),
        ),
      ];
    },
  };
}

function concernsRoles(move: RowMove): boolean {
  if (move.now === undefined) return false;
  if (move.kind === onCallRotas.kind) return move.before !== undefined && changesAny(move, ["rotations"]);
  const { destinations = [], rota_id } = move.now.configuration;
  const names = rota_id ?? (destinations as Destination[]).find((one) => one.rota_id !== undefined);
  return names !== undefined && names !== null && changesAny(move, naming);
}

type RotasAfter = ReadonlyMap<string, Pick<RotaRow, "name" | "rotations">>;

function rotasAfter({ rotas }: AlertingRows, moves: readonly RowMove[]): RotasAfter {
  const moved = moves.flatMap(({ kind, id, now }) =>
    kind === onCallRotas.kind && now !== undefined
      ? [[id, completed(onCallRotas, now.configuration)] as const]
      : [],
  );
  return new Map<string, Pick<RotaRow, "name" | "rotations">>([...rotas, ...moved]);
}

/** Those of its rotations; a rota without any has none, and that nobody is reached by it is said elsewhere. */
const rolesIn = (rota: Pick<RotaRow, "rotations"> | undefined) =>
  rota === undefined ? [] : rolesOf(rota, []);

interface Sender {
  readonly kind: string;
  readonly id: string;
  readonly called: string;
  /** Each with the field that names the role. */
  readonly named: readonly (Destination & { readonly field: string })[];
}

/** All that is on and sends to a rota. */
function sendersAfter(rows: AlertingRows, moves: readonly RowMove[]): readonly Sender[] {
  const routes = completedSide(rowsAfter, alertRoutes, rows.routes.values(), moves);
  const heartbeats = completedSide(rowsAfter, alertHeartbeats, rows.heartbeats, moves);
  const rules = completedSide(rowsAfter, outboundRules, rows.rules, moves);
  const called = (what: string, name: string) => `the ${what} ${JSON.stringify(name)}`;
  const ofDestinations = (all: readonly Destination[]) =>
    all.map((one, index) => ({ ...one, field: `destinations[${index}].role` }));
  const found = [
    ...routes.map(({ id, configuration: { name, enabled, destinations } }) => ({
      ...{ kind: alertRoutes.kind, id, enabled, called: called("alert route", name) },
      named: ofDestinations(destinations),
    })),
    ...heartbeats.map(({ id, configuration: { name, enabled, destinations } }) => ({
      ...{ kind: alertHeartbeats.kind, id, enabled, called: called("heartbeat", name) },
      named: ofDestinations(destinations),
    })),
    ...rules.map((rule) => ({
      ...{ kind: outboundRules.kind, id: rule.id, enabled: rule.configuration.enabled },
      called: called("outbound rule", rule.configuration.name),
      named: [{ ...namedByRule(rule), field: "role" }],
    })),
  ];
  return found.filter(({ enabled }) => enabled);
}

function missingIn({ kind, id, named }: Sender, rotas: RotasAfter): Judgement[] {
  return named.flatMap(({ rota_id = "", role = firstRole, field }) => {
    const rota = rotas.get(rota_id);
    const roles = rolesIn(rota);
    if (roles.length === 0 || roles.includes(role)) return [];
    const message = `is ${role}, and ${JSON.stringify(rota?.name)} has no such role, only ${roles.join(", ")}; ${instead}`;
    return [{ kind, id, field, reason: "role_not_in_rota", message }];
  });
}

function lostBy({ kind, id, before, now }: RowMove, senders: readonly Sender[]): Judgement[] {
  if (kind !== onCallRotas.kind || before === undefined || now === undefined) return [];
  const rolesOfRow = ({ configuration }: StoredRow) => rolesIn(completed(onCallRotas, configuration));
  const has = rolesOfRow(now);
  if (has.length === 0) return [];
  return rolesOfRow(before)
    .filter((role) => !has.includes(role))
    .flatMap((role) => {
      const by = senders.filter(({ named }) =>
        named.some((one) => one.rota_id === id && (one.role ?? firstRole) === role),
      );
      if (by.length === 0) return [];
      const message = `have no role ${role} any more, which ${by.map(({ called }) => called).join(", ")} ${by.length === 1 ? "names" : "name"}; ${instead}`;
      return [{ kind, id, field: "rotations", reason: "role_not_in_rota", message }];
    });
}
