/**
 * Others are notified, once, of an alert that reached nobody, by any other way that the organization has: by mail to its org_admins and to
 * whom notification_settings name, and to one outbound target that took its last message. Where none of that arrives, to another
 * target, one after the other. It stays an alert that reached nobody: whom its routes and rules name does not know of it.
 */
import { currentTime } from "../../../engine/clock.ts";
import { serviceCall } from "../../../engine/context.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { counted } from "../../../kernel/readable.ts";
import { hidingOf, takesEveryAlert } from "../../../kernel/route-reach.ts";
import type { Standing } from "../../../kernel/standing.ts";
import { pagers } from "../../../renderers/alerting/sending.ts";
import { adminAddresses, type NewDelivery } from "../delivery/index.ts";
import { type AlertDeps, alertsCall, openScene, type Scene } from "./deps.ts";
import { pageOfAlert } from "./messages.ts";
import { type Notice, queueNotices } from "./queue-notices.ts";
import { type Reached, reachedAll } from "./reached.ts";
import { byElsewhere, elsewhere } from "./reached-store.ts";
import type { AlertingRows } from "./rows.ts";
import { standingsOf } from "./standings.ts";
import type { StoredAlert } from "./store.ts";
import { outboundTarget, type Target } from "./targets.ts";

/** So long the usual ways have: three tries of a target that fails. */
export const patienceSeconds = 30;
const batch = 500;
/** Alerts that a target is notified of one by one; the mail names as many. */
const mostNamed = 10;

interface Lost {
  readonly alert: StoredAlert;
  readonly reached: Reached;
}

/** Alerts in the order of their ids, behind one of them. */
type PageOf = (
  after: { readonly organizationId: string; readonly id: string },
  limit: number,
) => Promise<readonly { readonly organizationId: string; readonly id: string }[]>;

export function createElsewhere(deps: AlertDeps): () => Promise<void> {
  const reader = deps.alerts.in(deps.store);
  const each = async (page: PageOf, look: typeof settle) => {
    let after = { organizationId: "", id: "" };
    for (let found = batch; found === batch; ) {
      const alerts = await page(after, batch);
      found = alerts.length;
      after = alerts.at(-1) ?? after;
      const ofEach = [...grouped(alerts, ({ organizationId }) => organizationId)];
      await eachOnItsOwn(ofEach, ([id, ones]) =>
        look(
          deps,
          id,
          ones.map((one) => one.id),
        ),
      );
    }
  };
  return async () => {
    await each((after, limit) => reader.unsettled(patienceSeconds, after, limit), settle);
    await each(reader.elsewhereDue, follow);
  };
}

/** Settles of these alerts whether they reached anybody, and notifies others of those that did not. */
async function settle(deps: AlertDeps, organizationId: string, ids: readonly string[]): Promise<void> {
  const reader = deps.alerts.in(deps.store);
  const alerts = await reader.byIds(organizationId, ids);
  const rows = await deps.rowsOf(deps.store, organizationId, currentTime());
  const { withheld, reached } = await reachedAll(reader, organizationId, rows, alerts);
  const decided = alerts.flatMap((alert): Lost[] => {
    const one = { alert, reached: reached(alert) };
    const waits = one.reached.status === "withheld" && (withheld.get(alert.id) ?? []).length > 0;
    return waits || one.reached.status === "pending" ? [] : [one];
  });
  const lost = decided.filter((one) => one.reached.status === "nobody");
  const ways = lost.length === 0 ? noWay : await waysOf(deps, organizationId, rows);
  await withTransaction(deps.store, [], async (writer) => {
    const call = await alertsCall(deps, writer, organizationId);
    if (call === undefined) return;
    const scene = await openScene(deps, writer, call, rows);
    const settled = new Set(
      await scene.alerts.settle(
        organizationId,
        decided.map(({ alert }) => alert.id),
      ),
    );
    await notifyOthers(
      deps,
      scene,
      lost.filter(({ alert }) => settled.has(alert.id)),
      ways,
    );
  });
  deps.queue.wake();
}

/** Of these alerts, sends those of which nothing has arrived to the next target that they were not sent to. */
async function follow(deps: AlertDeps, organizationId: string, ids: readonly string[]): Promise<void> {
  const rows = await deps.rowsOf(deps.store, organizationId, currentTime());
  const { targets } = await waysOf(deps, organizationId, rows);
  await withTransaction(deps.store, [], async (writer) => {
    const call = await alertsCall(deps, writer, organizationId);
    if (call === undefined) return;
    const scene = await openScene(deps, writer, call, rows);
    // What was sent is read behind the claim: another node may have sent since.
    const claimed = await scene.alerts.claimElsewhere(organizationId, ids, patienceSeconds);
    const sent = new Map(
      (await scene.alerts.sentElsewhere(organizationId, claimed)).map((one) => [one.alertId, one]),
    );
    const over: string[] = [];
    const notices: Notice[] = [];
    for (const id of claimed) {
      const { arrived = true, waiting = false, tried = [] } = sent.get(id) ?? {};
      const next = arrived ? undefined : targets.find(({ target }) => !tried.includes(target));
      if (arrived || (next === undefined && !waiting)) over.push(id);
      else if (next !== undefined && !waiting) notices.push(noticeOf(id, next));
    }
    await scene.alerts.followElsewhere(organizationId, over, null);
    await queueNotices(deps, scene, notices);
  });
  deps.queue.wake();
}

interface Ways {
  readonly addresses: readonly string[];
  /** Those that work first. */
  readonly targets: readonly Target[];
}

const noWay: Ways = { addresses: [], targets: [] };

/** Addresses and targets of which nothing says that they do not arrive. */
async function waysOf(deps: AlertDeps, organizationId: string, rows: AlertingRows): Promise<Ways> {
  const targets = byPreference(rows).flatMap((id) => outboundTarget(rows, id) ?? []);
  const addresses = deps.queue.mails ? await addressesOf(deps, organizationId) : [];
  const mailboxes = addresses.map((target): Target => ({ channel: "email", target }));
  const standings = await standingsOf(deps, organizationId, rows, [...targets, ...mailboxes]);
  const standing = (status: Standing["status"]) => (one: Target) => standings(one).status === status;
  const [works, untried] = [standing("ok"), standing("unknown")];
  return {
    addresses: mailboxes.filter((one) => works(one) || untried(one)).map(({ target }) => target),
    targets: [...targets.filter(works), ...targets.filter(untried)],
  };
}

/** The ids of targets: those of routes that take every alert first, pagers last. */
function byPreference({ routes, targets }: AlertingRows): readonly string[] {
  const all = [...routes.values()];
  const hidden = hidingOf(all);
  const ofEvery = all
    .filter((route) => takesEveryAlert(route) && !hidden.has(route.id))
    .flatMap(({ configuration }) =>
      configuration.destinations.flatMap((one) => one.outbound_config_id ?? []),
    );
  const isPager = (id: string) => pagers.includes(targets.get(id)?.configuration.kind ?? "email");
  const others = [...targets.keys()].toSorted((a, b) => Number(isPager(a)) - Number(isPager(b)));
  return [...new Set([...ofEvery, ...others])];
}

async function addressesOf(deps: AlertDeps, organizationId: string): Promise<readonly string[]> {
  const admins = await adminAddresses(deps.identity, organizationId);
  const organization = await deps.identity.organizations.find(organizationId);
  const named =
    organization === undefined
      ? []
      : (
          await deps.mailedAbout(deps.store, serviceCall("alerts", organization), {
            event: "alert_created",
            title: "",
            labels: {},
          })
        ).recipients;
  return [...new Map([...named, ...admins].map((address) => [foldEmail(address), address])).values()];
}

async function notifyOthers(deps: AlertDeps, scene: Scene, lost: readonly Lost[], ways: Ways): Promise<void> {
  const [first] = lost;
  if (first === undefined) return;
  const { targets, addresses } = ways;
  const [target] = targets;
  const named = lost.slice(0, mostNamed).map(({ alert }) => alert.id);
  if (target !== undefined)
    await queueNotices(
      deps,
      scene,
      named.map((id) => noticeOf(id, target)),
    );
  await scene.alerts.followElsewhere(scene.organizationId, named, patienceSeconds);
  const source = `alert/${first.alert.id}/${elsewhere}/mail`;
  const mails = addresses.map((address) => mailOf(deps, scene, lost, { source, address }));
  await deps.queue.add(scene.writer, mails);
  const alertIds = lost.map(({ alert }) => alert.id);
  if (mails.length > 0)
    await scene.alerts.recordNotified(scene.organizationId, [{ source, senderId: elsewhere, alertIds }]);
}

function noticeOf(id: string, target: Target): Notice {
  return {
    source: `alert/${id}/${elsewhere}`,
    phase: "firing",
    dedupKey: id,
    by: byElsewhere,
    step: null,
    groupLabels: {},
    severity: null,
    alertIds: [id],
    targets: [target],
  };
}

function mailOf(
  { siteUrl }: Pick<AlertDeps, "siteUrl">,
  { organizationId, call }: Scene,
  lost: readonly Lost[],
  { source, address }: { readonly source: string; readonly address: string },
): NewDelivery {
  const [{ alert }] = lost as [Lost];
  const { name, slug } = call.caller.organization;
  const heading =
    lost.length === 1 ? `${alert.title} reached nobody` : `${counted(lost.length, "alert")} reached nobody`;
  const lines = lost.slice(0, mostNamed).map((one) => `${one.alert.title}: ${one.reached.reason ?? ""}`);
  const more = lost.length > mostNamed ? [`and ${counted(lost.length - mostNamed, "more alert")}.`] : [];
  return {
    organizationId,
    channel: "email",
    target: address,
    source,
    subject: `[${name}] ${heading}`,
    payload: {
      type: "mail",
      heading,
      tone: "bad",
      facts: alert.service === null ? [] : [{ label: "Service", value: alert.service }],
      text: null,
      sections: [{ title: "", lines: [...lines, ...more].map((text) => ({ text })) }],
      link: { label: "See the alert", url: `${siteUrl}/o/${slug}/${pageOfAlert(alert.id)}` },
      footer: `You get this because ${name} has an alert of which no message arrived: every org_admin and whom its notifications go to is mailed then.`,
      unsubscribeUrl: null,
      thread: source,
    },
    at: call.now,
  };
}
