/** Puts messages about alerts into the queue, each in the form of its receiver, and pages who is on call. */
import { type AlertMessage, type AlertPhase, isCalm } from "../../../kernel/alert-message.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { alertSubject } from "../../../renderers/alerting/formats/mail.ts";
import { sloChart } from "../../../renderers/alerting/formats/slo-chart.ts";
import type { OnCallReach } from "../../../renderers/alerting/on-call.ts";
import { namedByRule } from "../../../renderers/alerting/sending.ts";
import type { MailChart } from "../../../renderers/mail/index.ts";
import { idLabel } from "../../../renderers/prometheus/slo-records.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { isMail, type NewDelivery } from "../delivery/index.ts";
import { type PageOrder, payloadFor } from "../pages/index.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps, Scene } from "./deps.ts";
import { messageOf, mostAlerts } from "./messages.ts";
import { peopleOnCall } from "./on-call-record.ts";
import { type AlertingRows, routeOf } from "./rows.ts";
import type { StoredAlert } from "./store.ts";
import type { Target } from "./targets.ts";

/** One message to one or more targets. */
export interface Notice {
  readonly source: string;
  readonly phase: AlertPhase;
  readonly dedupKey: string;
  readonly by: AlertMessage["by"];
  readonly step: number | null;
  readonly groupLabels: Labels;
  readonly severity: AlertMessage["severity"];
  readonly alertIds: readonly string[];
  readonly targets: readonly Target[];
  /** Of the rotas among them, who is on call. */
  readonly reaches?: readonly OnCallReach[];
  /** Why it is not sent: it is on record alone. */
  readonly error?: string | undefined;
}

/** Puts messages into the queue, pages who is on call, and puts on record which alerts they report. */
export async function queueNotices(
  deps: Pick<AlertDeps, "queue" | "siteUrl" | "sloHours" | "pages">,
  scene: Scene,
  notices: readonly Notice[],
): Promise<void> {
  const { queue, siteUrl, pages } = deps;
  const { writer, alerts, organizationId, rows, call } = scene;
  const sent = notices.filter(({ targets }) => targets.length > 0);
  if (sent.length === 0) return;
  const named = new Set(sent.flatMap(({ alertIds }) => alertIds.slice(0, mostAlerts)));
  const texts = new Map((await alerts.byIds(organizationId, [...named])).map((alert) => [alert.id, alert]));
  const { organization } = call.caller;
  const charts = await chartsOf(deps, scene, sent, texts);
  const orders: PageOrder[] = [];
  const deliveries = sent.flatMap((notice): NewDelivery[] => {
    const { alertIds, targets, source, error } = notice;
    const shown = alertIds.slice(0, mostAlerts).map((id) => texts.get(id) as StoredAlert);
    const { words } = rows;
    const count = alertIds.length;
    const message = messageOf({ ...notice, organization, alerts: shown, count, siteUrl, words });
    const shared = { organizationId, source, subject: alertSubject(message), at: call.now, error };
    const about = { message, why: whyOf(message, rows, siteUrl), chart: charts.get(alertIds[0] ?? "") };
    const people = error === undefined && !isCalm(notice.phase) ? peopleOnCall(notice.reaches) : new Map();
    return targets.flatMap(({ channel, target }): NewDelivery[] => {
      const onCall = channel === "email" ? people.get(foldEmail(target)) : undefined;
      if (onCall !== undefined) {
        orders.push({ ...onCall, ...about, source, senderId: notice.by.id, email: target });
        return [];
      }
      return [{ ...shared, channel, target, payload: payloadFor(channel, about, call.now) }];
    });
  });
  await queue.add(writer, deliveries);
  await alerts.recordNotified(
    organizationId,
    sent.map(({ source, by, alertIds }) => ({ source, senderId: by.id, alertIds })),
  );
  await pages.begin(writer, organizationId, orders);
}

/** By the first alert of each message that goes by mail: the last hour of the SLO behind it. */
async function chartsOf(
  { sloHours }: Pick<AlertDeps, "sloHours">,
  { writer, organizationId, call }: Scene,
  notices: readonly Notice[],
  texts: ReadonlyMap<string, StoredAlert>,
): Promise<ReadonlyMap<string, MailChart>> {
  const mailed = notices.filter(({ targets }) => targets.some(({ channel }) => isMail(channel)));
  const wanted = mailed.flatMap(({ alertIds: [id = ""] }) => {
    const sloId = texts.get(id)?.labels[idLabel];
    return sloId === undefined ? [] : [{ id, sloId }];
  });
  const ids = [...new Set(wanted.map(({ sloId }) => sloId))];
  const hours = await sloHours.in(writer).before(organizationId, ids, call.now);
  return new Map(
    wanted.flatMap(({ id, sloId }) => {
      const hour = hours.get(sloId);
      return hour === undefined ? [] : [[id, sloChart(hour)] as const];
    }),
  );
}

function whyOf({ by, organization }: AlertMessage, rows: AlertingRows, siteUrl: string) {
  const kinds: Readonly<Record<string, string>> = {
    [alertHeartbeats.kind]: "alert heartbeat",
    [outboundRules.kind]: "outbound rule",
  };
  const what = kinds[by.kind] ?? "alert route";
  const rule = rows.rules.find(({ id }) => id === by.id);
  const destinations =
    rule === undefined ? routeOf(rows, by.id)?.configuration.destinations : [namedByRule(rule)];
  const names = destinations?.some(({ rota_id }) => rota_id !== undefined)
    ? "your address, a team that you are in or a rota in which you are on call"
    : "your address or a team that you are in";
  return {
    footer: `You get this because the ${what} "${by.name}" of ${organization.name} names ${names}.`,
    footerLink: {
      label: `Change the ${what}`,
      url: `${siteUrl}/o/${organization.slug}/settings/${by.kind}/${by.id}`,
    },
  };
}
