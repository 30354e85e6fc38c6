/** The rows that say who is notified of alerts, kept in memory while none of them has changed. */
import { LRUCache } from "lru-cache";
import { inOrder } from "../../../engine/plan/rows-after.ts";
import type { Bindable } from "../../../engine/ports/executor.ts";
import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { movedAway } from "../../../kernel/secret-addresses.ts";
import { type SeverityWords, severityWords } from "../../../renderers/alerting/facts.ts";
import { burnInhibitions, type InhibitionRow } from "../../../renderers/alerting/inhibitions.ts";
import type { RotaRows } from "../../../renderers/alerting/on-call.ts";
import type { RouteRow, RuleRow } from "../../../renderers/alerting/resolve.ts";
import type { RendererRow } from "../../../renderers/renderer.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { connectors } from "../../../resources/connectors.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { lacksSecret, outboundConfigs, sendsSecret } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import type { TeamRoster } from "../../identity/index.ts";
import { rotasFrom } from "../../on-call/index.ts";
import type { RenderStore } from "../../reliability/index.ts";
import { type HeartbeatRow, ownRoutesOf } from "./heartbeats.ts";

export interface TargetRow extends RendererRow<ConfigurationOf<typeof outboundConfigs>> {
  /** Whether it is on, and nothing can be sent to it before its secret is saved; left out where nobody knows. */
  readonly isUnset?: boolean;
  /** Why, to be read after "its secret". */
  readonly unsetReason?: string | undefined;
}
type ConnectorRow = RendererRow<ConfigurationOf<typeof connectors>>;

export interface AlertingRows extends RotaRows {
  readonly routes: ReadonlyMap<string, RouteRow>;
  /** In the order of their positions. */
  readonly rules: readonly RuleRow[];
  readonly targets: ReadonlyMap<string, TargetRow>;
  readonly connectors: ReadonlyMap<string, ConnectorRow>;
  readonly heartbeats: readonly HeartbeatRow[];
  /** By name. */
  readonly inhibitions: readonly InhibitionRow[];
  /** What the organization's alerts say of their severity. */
  readonly words: SeverityWords;
  /** By the id of a row that raises alerts itself and has destinations of its own: the way to them. */
  readonly ownRoutes: ReadonlyMap<string, RouteRow>;
}

/** A route, or a row's own way to its destinations, by the id that a routing names. */
export function routeOf(rows: Pick<AlertingRows, "routes" | "ownRoutes">, id: string): RouteRow | undefined {
  return rows.routes.get(id) ?? rows.ownRoutes.get(id);
}

/** Reads them on the database, or in a transaction. */
export type ReadAlertingRows = (rows: Reader, organizationId: string, now: Date) => Promise<AlertingRows>;

const kinds = [
  alertHeartbeats.kind,
  alertInhibitions.kind,
  alertRoutes.kind,
  connectors.kind,
  onCallOverrides.kind,
  onCallRotas.kind,
  organizationSettings.kind,
  outboundConfigs.kind,
  outboundRules.kind,
];
const keptOrganizations = 64;

export function createAlertingRows(renders: RenderStore, roster: Bindable<TeamRoster>): ReadAlertingRows {
  const kept = new LRUCache<string, { readonly stamp: string; readonly rows: AlertingRows }>({
    max: keptOrganizations,
  });
  /** Who is a member is in no row. What is kept is right for every moment: shifts are worked out for the one that is asked. */
  const withMembers = async (reader: Reader, organizationId: string, rows: AlertingRows) => {
    if (rows.rotas.size === 0) return rows;
    const people = await roster.in(reader).everybody(organizationId);
    const { members } = rows;
    if (members?.size === people.length && people.every(({ emailFolded }) => members.has(emailFolded)))
      return rows;
    return { ...rows, members: new Set(people.map(({ emailFolded }) => emailFolded)) };
  };
  const readKept: ReadAlertingRows = async (rows, organizationId) => {
    // The stamp is older than the rows that are read after it: a write in between makes the next stamp differ.
    const stamp = await renders.in(rows).stamp(organizationId, kinds);
    const known = kept.get(organizationId);
    if (known?.stamp === stamp) return known.rows;
    const stored = async (definition: Kind) => {
      const found = await rows.rowsMatching(organizationId, definition.kind, {});
      return inOrder(definition, found);
    };
    const of = async <D extends Kind>(definition: D): Promise<RendererRow<ConfigurationOf<D>>[]> =>
      (await stored(definition)).map((row) => complete(definition, row));
    const heartbeats = await of(alertHeartbeats);
    const [organization] = await of(organizationSettings);
    const read = {
      heartbeats,
      ownRoutes: ownRoutesOf(heartbeats),
      inhibitions: [...(await of(alertInhibitions)), ...burnInhibitions],
      words: severityWords(organization?.configuration.severity_words ?? {}),
      routes: byId(await of(alertRoutes)),
      rules: (await of(outboundRules)).sort((a, b) => a.configuration.position - b.configuration.position),
      targets: byId((await stored(outboundConfigs)).map(targetOf)),
      connectors: byId(await of(connectors)),
      rotas: byId(
        rotasFrom(
          await stored(onCallRotas),
          await rows.rowsMatching(organizationId, onCallOverrides.kind, {}),
        ),
      ),
      members: new Set<string>(),
    };
    kept.set(organizationId, { stamp, rows: read });
    return read;
  };
  return async (reader, organizationId, now) => {
    const rows = await readKept(reader, organizationId, now);
    const read = await withMembers(reader, organizationId, rows);
    const known = kept.get(organizationId);
    if (read !== rows && known?.rows === rows) kept.set(organizationId, { ...known, rows: read });
    return read;
  };
}

function complete<D extends Kind>(definition: D, { id, configuration }: StoredRow) {
  return { id, configuration: completed(definition, configuration) };
}

function targetOf(row: StoredRow): TargetRow {
  const reason = unsetReason(row);
  return { ...complete(outboundConfigs, row), isUnset: reason !== undefined, unsetReason: reason };
}

/** Of a target that is on, why nothing can be sent to it, to be read after "its secret"; undefined where something can. */
export function unsetReason({ configuration, secrets, state }: StoredRow): string | undefined {
  const target = completed(outboundConfigs, configuration);
  if (!target.enabled) return undefined;
  if (lacksSecret(target, secrets.secret !== undefined)) return "is not set";
  return secrets.secret !== undefined && sendsSecret(target.kind)
    ? movedAway(outboundConfigs.fields, "secret", { configuration: target, state })
    : undefined;
}

/** Whether a target is on, and nothing can be sent to it before its secret is saved, or saved again for its address. */
export function isUnset(row: StoredRow): boolean {
  return unsetReason(row) !== undefined;
}

function byId<R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}
