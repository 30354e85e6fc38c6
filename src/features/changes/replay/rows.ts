/** The rows that decide about alerts, as they are and as a plan would have them. */
import type { Call } from "../../../engine/context.ts";
import type { RowMove } from "../../../engine/feature.ts";
import { completedSide, rowsAfter, rowsBefore } from "../../../engine/plan/rows-after.ts";
import type { Bindable } from "../../../engine/ports/executor.ts";
import { allRows, type Store, type StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { severityWords } from "../../../renderers/alerting/facts.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { teams } from "../../../resources/teams.ts";
import {
  type AlertingRows,
  inhabitedTeams,
  ownRoutesOf,
  type ReadAlertingRows,
} from "../../alerting/index.ts";
import type { TeamRoster } from "../../identity/index.ts";
import { createOnCallRows } from "../../on-call/index.ts";
import { muteOf } from "../../reliability/index.ts";
import type { ReplayRows } from "./notifications.ts";

/** Kinds whose rows decide who is notified of an alert. */
export const decidingKinds: ReadonlySet<string> = new Set(
  [
    alertHeartbeats,
    alertInhibitions,
    alertMutes,
    alertRoutes,
    onCallOverrides,
    onCallRotas,
    organizationSettings,
    outboundConfigs,
    outboundRules,
    teamMembers,
  ].map(({ kind }) => kind),
);

export interface RowsDeps {
  readonly store: Store;
  readonly rowsOf: ReadAlertingRows;
  readonly roster: Bindable<TeamRoster>;
}

/** Most members of one team, as the definition of teams promises. */
const maxMembers = 1_000;

/** The rows on both sides of the changes, whether these are committed or not. */
export async function rowsOfReplay(
  { store, rowsOf, roster }: RowsDeps,
  { caller, now }: Call,
  changed: readonly RowMove[],
): Promise<{ readonly before: ReplayRows; readonly after: ReplayRows; readonly alerting: AlertingRows }> {
  const { id: organizationId } = caller.organization;
  const alerting = await rowsOf(store, organizationId, now);
  const stored = ({ kind }: Kind) => store.rowsMatching(organizationId, kind, {});
  // Those that have ended by themselves are left out.
  const mutes = (await store.list(organizationId, alertMutes.kind, "sort_key", [], allRows, now)).map((row) =>
    row.read(),
  );
  const ofTeams = await stored(teams);
  const teamIds = new Set(ofTeams.map(({ id }) => id));
  for (const { kind, id } of changed) if (kind === teams.kind) teamIds.add(id);
  const inTeams = await roster.in(store).members(organizationId, [...teamIds], maxMembers);
  const onCall = await createOnCallRows({ roster })(store, organizationId);
  const [settings] = await stored(organizationSettings);
  const side = (as: typeof rowsAfter, which: "before" | "now"): ReplayRows => {
    const of = <D extends Kind>(definition: D, rows: Parameters<typeof completedSide<D>>[2]) =>
      completedSide(as, definition, rows, changed);
    const { rotas, members } = onCall.side(changed, as);
    const inhabited = inhabitedTeams(inTeams, changed, which);
    const targets = new Map(
      of(outboundConfigs, alerting.targets.values()).map((row) => [row.id, row] as const),
    );
    const named = new Map(
      as(teams, ofTeams, changed, (row) => row).map((row) => [
        row.id,
        completed(teams, row.configuration).name,
      ]),
    );
    const own = as(organizationSettings, settings === undefined ? [] : [settings], changed, (row) => row)[0];
    return {
      routes: of(alertRoutes, alerting.routes.values()),
      rules: of(outboundRules, alerting.rules).toSorted(
        (one, other) => one.configuration.position - other.configuration.position,
      ),
      inhibitions: of(alertInhibitions, alerting.inhibitions),
      words: severityWords(completed(organizationSettings, own?.configuration ?? {}).severity_words),
      ...{ targets, members, rotas: new Map(rotas.map((rota) => [rota.id, rota] as const)) },
      ownRoutes: ownRoutesOf(of(alertHeartbeats, alerting.heartbeats)),
      mutes: as(alertMutes, mutes, changed, (row) => row).map(pastMute),
      names: new Map([
        ...named,
        ...[...targets].map(([id, { configuration }]) => [id, configuration.name] as const),
        ...rotas.map(({ id, name }) => [id, name] as const),
      ]),
      deserted: new Set([...named.keys()].filter((id) => !inhabited.has(id))),
    };
  };
  return { before: side(rowsBefore, "before"), after: side(rowsAfter, "now"), alerting };
}

/** A mute with hours counts in all of them, whenever it was made; another one in its own time. */
function pastMute(row: StoredRow): Mute {
  const mute = muteOf(row);
  return mute.times.schedule.length === 0
    ? mute
    : { ...mute, times: { ...mute.times, startsAt: new Date(0) } };
}
