/** What a plan would have meant for the organization's own alerts of the past, decided again by its rows. */
import type { Call } from "../../../engine/context.ts";
import { type ReplayPart, sinceDays } from "../../../engine/plan/replay-part.ts";
import { createReplaying, NotReplayed } from "../../../engine/plan/replaying.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import { completed } from "../../../engine/render.ts";
import { type SharedText, sharedText } from "../../../kernel/shared-text.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { type Alerts, type HistoryStore, pageOfAlert } from "../../alerting/index.ts";
import type { Ground } from "../../ground.ts";
import type { Teams } from "../../identity/index.ts";
import { daysBetween } from "./days.ts";
import type { PastTexts } from "./past-alerts.ts";
import { type Replayed, type ReplayRequest, replayOf } from "./replay.ts";
import { decidingKinds, type RowsDeps, rowsOfReplay } from "./rows.ts";

/** Alerts of one replay: the newest. */
const mostAlerts = 100_000;

const replay = createReplaying<ReplayRequest, Replayed>(import.meta.url, replayOf, {
  inPieces: 2_000,
  memoryMb: 1_024,
});

export interface AlertReplayNeeds {
  readonly alerts: Pick<Alerts, "store" | "history" | "rowsOf" | "standingsOf" | "unknownOf">;
  readonly teams: Pick<Teams, "roster">;
}

export function createAlertReplay(ground: Ground, { alerts, teams }: AlertReplayNeeds): ReplayPart {
  const { store, siteUrl } = ground;
  const deps: RowsDeps = { store, rowsOf: alerts.rowsOf, roster: teams.roster };
  return async (call, changed, days) => {
    const { id: organizationId, slug } = call.caller.organization;
    const history = alerts.history.in(store);
    const since = sinceDays(call, days);
    const { timezone, alert_history_days } = await settingsOf(ground, call);
    const gaps = Number(alert_history_days) < days || (await isCutIn(history, organizationId, since));
    const deciding = changed.filter(({ kind }) => decidingKinds.has(kind));
    if (deciding.length === 0) {
      const count = await history.count(organizationId, since);
      return { fields: shown({ ...nothing, alerts: count, drift: null }, [], gaps) };
    }
    const { before, after, alerting } = await rowsOfReplay(deps, call, changed);
    const native = [...alerting.connectors.values()].filter(isNative).map(({ id }) => id);
    const past = await pastOf(history, organizationId, since);
    const request: ReplayRequest = {
      ...{ labelSets: past.labelSets, alerts: past.alerts, before, after },
      ...{ native: new Set(native), since: since.getTime(), now: call.now.getTime() },
      days: daysBetween(since.getTime(), call.now.getTime(), timezone),
    };
    const cut = gaps || past.isCut;
    const replayed = await replay(call, request, past.count);
    if (replayed instanceof NotReplayed) {
      const why = { resource: deciding[0]?.kind ?? "", id: deciding[0]?.id ?? "", why: replayed.message };
      return { fields: shown({ ...nothing, alerts: past.count, drift: null }, [], cut), cannot: [why] };
    }
    const kept = await alerts.store.in(store).byIds(
      organizationId,
      replayed.top.map(({ id }) => id),
    );
    const known = new Set(kept.map(({ id }) => id));
    const delivery = await alerts.standingsOf(
      call,
      alerting,
      [...replayed.byTarget, ...replayed.top.flatMap(({ places }) => places)].map(({ to }) => to),
    );
    const withDelivery = <Place extends { readonly to: Destination }>({ to, ...place }: Place) => ({
      ...place,
      delivery: delivery(to),
    });
    const top = replayed.top.map(({ id, places, ...named }) => ({
      alert_id: id,
      ...named,
      notified: places.map(withDelivery),
      link: known.has(id) ? `${siteUrl}/o/${slug}/${pageOfAlert(id)}` : null,
    }));
    const fields = {
      ...shown(replayed, top, cut),
      by_target: replayed.byTarget.map(withDelivery),
      unknown: [...(await alerts.unknownOf(call, alerting))],
    };
    return { fields, warnings: warningsOf(replayed, deciding, days) };
  };
}

const nothing: Omit<Replayed, "alerts" | "drift" | "byTarget"> = {
  ...{ notSent: 0, newlySent: 0, elsewhere: 0, earlier: 0, later: 0, nobody: 0 },
  ...{ byTeam: [], byPerson: [], byDay: [], top: [] },
};

function shown(
  replayed: Omit<Replayed, "drift" | "byTarget"> & { readonly drift: number | null },
  top: readonly JsonObject[],
  cut: boolean,
): JsonObject {
  const { alerts, notSent, newlySent, elsewhere, earlier, later, nobody, drift } = replayed;
  const { byTeam, byPerson, byDay } = replayed;
  return {
    ...{ alerts, cut, not_sent: notSent, newly_sent: newlySent, elsewhere, earlier, later, nobody, drift },
    ...{ by_target: [], by_team: byTeam, by_person: byPerson, by_day: byDay, top, unknown: [] },
  } as unknown as JsonObject;
}

async function settingsOf({ store }: Pick<Ground, "store">, { caller: { organization } }: Call) {
  const settings = await store.row(organization.id, organizationSettings.kind, organizationSettings.kind);
  return completed(organizationSettings, settings?.configuration ?? {});
}

/** Whether alerts of the time are gone because there were more than are kept. */
async function isCutIn(
  history: ReturnType<HistoryStore["in"]>,
  organizationId: string,
  since: Date,
): Promise<boolean> {
  const cutAt = await history.cutAt(organizationId);
  return cutAt !== undefined && cutAt > since;
}

async function pastOf(
  history: ReturnType<HistoryStore["in"]>,
  organizationId: string,
  since: Date,
): Promise<PastTexts & { readonly count: number; readonly isCut: boolean }> {
  const [labelSets, alerts]: [SharedText[], SharedText[]] = [[], []];
  let left = mostAlerts;
  // What is open first: it goes into the history meanwhile, and never out of it.
  for await (const { content, count } of history.present(organizationId, since, left)) {
    alerts.push(sharedText(content));
    left -= count;
  }
  for await (const { content, count } of history.past(organizationId, since, left)) {
    alerts.push(sharedText(content));
    left -= count;
  }
  for await (const content of history.labelSets(organizationId, since)) labelSets.push(sharedText(content));
  return { labelSets, alerts, count: mostAlerts - left, isCut: left === 0 };
}

function warningsOf({ nobody }: Replayed, deciding: readonly StagedRow[], days: number): JsonObject[] {
  const [first] = deciding;
  if (nobody === 0 || first === undefined) return [];
  const alerts = nobody === 1 ? "1 alert" : `${nobody} alerts`;
  const message = `with this, ${alerts} of the last ${days === 1 ? "day" : `${days} days`} that reached somebody would have reached nobody; the replay names them`;
  return [{ resource: first.kind, key: null, field: "", reason: "reaches_nobody", message }];
}
