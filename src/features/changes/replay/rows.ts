/** The rows that decide about alerts, as they are and as a plan would have them. */
import type { Call } from "../../../engine/context.ts";
import { rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import type { Bindable } from "../../../engine/ports/executor.ts";
import { allRows, type Store, type StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { severityWords } from "../../../renderers/alerting/facts.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import type { RendererRow } from "../../../renderers/renderer.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { teams } from "../../../resources/teams.ts";
import { type AlertingRows, ownRoutesOf, type ReadAlertingRows } from "../../alerting/index.ts";
import type { TeamRoster } from "../../identity/index.ts";
import { muteOf } from "../../reliability/index.ts";
import type { ReplayRows } from "./notifications.ts";

/** Kinds whose rows decide who is notified of an alert. */
export const decidingKinds: ReadonlySet<string> = new Set(
  [
    alertHeartbeats,
    alertInhibitions,
    alertMutes,
    alertRoutes,
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

export async function rowsOfReplay(
  { store, rowsOf, roster }: RowsDeps,
  { caller, now }: Call,
  changed: readonly StagedRow[],
): Promise<{ readonly before: ReplayRows; readonly after: ReplayRows; readonly alerting: AlertingRows }> {
  const { id: organizationId } = caller.organization;
  const alerting = await rowsOf(store, organizationId, now);
  const stored = async ({ kind }: Kind) =>
    (await store.list(organizationId, kind, "sort_key", [], allRows, now)).map((row) => row.read());
  const mutes = (await stored(alertMutes)).map((row) => ({ row, mute: pastMute(row) }));
  const teamNames = new Map(
    (await stored(teams)).map((row) => [row.id, completed(teams, row.configuration).name]),
  );
  const members = await roster.in(store).members(organizationId, [...teamNames.keys()], maxMembers);
  const people = new Set(members.map(({ teamId, email }) => `${teamId} ${foldEmail(email)}`));

  const targetNames = (targets: ReplayRows["targets"] & AlertingRows["targets"]) =>
    [...targets].map(([id, { configuration }]) => [id, configuration.name] as const);
  const before: ReplayRows = {
    routes: [...alerting.routes.values()],
    ...pick(alerting),
    mutes: mutes.map(({ mute }) => mute),
    names: new Map([...teamNames, ...targetNames(alerting.targets)]),
    deserted: desertedAmong(teamNames, people),
  };

  const planned = <D extends Kind>(definition: D, rows: readonly RendererRow<ConfigurationOf<D>>[]) =>
    rowsAfter(definition, rows, changed, ({ id, configuration }) => ({
      id,
      configuration: completed(definition, configuration) as ConfigurationOf<D>,
    }));
  const targets = new Map(
    planned(outboundConfigs, [...alerting.targets.values()]).map((row) => [row.id, row] as const),
  );
  const settings = changed.find(({ kind }) => kind === organizationSettings.kind)?.now;
  const renamed = changed.flatMap(({ kind, now }) =>
    kind === teams.kind && now !== undefined
      ? [[now.id, completed(teams, now.configuration).name] as const]
      : [],
  );
  const namesAfter = new Map([...teamNames, ...renamed]);
  const after: ReplayRows = {
    routes: planned(alertRoutes, before.routes),
    rules: planned(outboundRules, alerting.rules).toSorted(
      (one, other) => one.configuration.position - other.configuration.position,
    ),
    inhibitions: planned(alertInhibitions, alerting.inhibitions),
    words:
      settings === undefined
        ? alerting.words
        : severityWords(completed(organizationSettings, settings.configuration).severity_words),
    targets,
    ownRoutes: ownRoutesOf(planned(alertHeartbeats, alerting.heartbeats)),
    mutes: mutesAfter(mutes, changed),
    names: new Map([...namesAfter, ...targetNames(targets)]),
    deserted: desertedAmong(namesAfter, peopleAfter(people, changed)),
  };
  return { before, after, alerting };
}

function pick({ rules, inhibitions, words, targets, ownRoutes }: AlertingRows) {
  return { rules, inhibitions, words, targets, ownRoutes };
}

/** A mute with hours counts in all of them, whenever it was made; another one in its own time. */
function pastMute(row: StoredRow): Mute {
  const mute = muteOf(row);
  return mute.times.schedule.length === 0
    ? mute
    : { ...mute, times: { ...mute.times, startsAt: new Date(0) } };
}

function mutesAfter(
  mutes: readonly { readonly row: StoredRow; readonly mute: Mute }[],
  changed: readonly StagedRow[],
): readonly Mute[] {
  const staged = new Map(changed.filter(({ kind }) => kind === alertMutes.kind).map((one) => [one.id, one]));
  const standing = mutes.flatMap(({ row, mute }) => (staged.has(row.id) ? [] : [mute]));
  return [
    ...standing,
    ...[...staged.values()].flatMap(({ now }) => (now === undefined ? [] : [pastMute(now)])),
  ];
}

/** Members, as `team address`. */
function peopleAfter(people: ReadonlySet<string>, changed: readonly StagedRow[]): ReadonlySet<string> {
  const planned = new Set(people);
  const nameOf = ({ configuration }: StoredRow) => {
    const { team_id, email } = completed(teamMembers, configuration);
    return `${team_id} ${foldEmail(email)}`;
  };
  for (const { kind, before, now } of changed) {
    if (kind !== teamMembers.kind) continue;
    if (before !== undefined) planned.delete(nameOf(before));
    if (now !== undefined) planned.add(nameOf(now));
  }
  return planned;
}

function desertedAmong(names: ReadonlyMap<string, string>, people: ReadonlySet<string>): ReadonlySet<string> {
  const inhabited = new Set([...people].map((one) => one.slice(0, one.indexOf(" "))));
  return new Set([...names.keys()].filter((id) => !inhabited.has(id)));
}
