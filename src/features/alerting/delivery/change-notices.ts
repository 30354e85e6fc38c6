/** Notifies the targets of change_notifications of changes, from the audit records, as these are sealed. */
import { currentTime } from "../../../engine/clock.ts";
import type { Registry } from "../../../engine/feature.ts";
import type { AuditRecord, AuditTables } from "../../../engine/ports/audit.ts";
import type { Store, StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { readable } from "../../../kernel/readable.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import {
  type ChangeNotifications,
  changeNotificationsKind,
} from "../../../resources/change-notifications.ts";
import type { IdentityStore } from "../../identity/index.ts";
import { createNames, messageOf, type Place, planMessageOf } from "./change-message.ts";
import { createWholeActs } from "./change-sets.ts";
import { changeLines, changeTitle, planLines, planTitle, rowIn } from "./change-text.ts";
import type {
  ChangeMessage,
  ChangePayload,
  MailPayload,
  NewDelivery,
  PlanMessage,
  PlanPayload,
} from "./messages.ts";

export type ChangeVerb = ConfigurationOf<ChangeNotifications>["verbs"][number];

/** Most characters of a mail's text about a plan. */
const mailRoom = 100_000;

export interface ChangeNoticeDeps {
  readonly audit: Pick<AuditTables, "recordsOfPlan">;
  readonly store: Pick<Store, "row" | "rowsMatching">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly definitions: Registry;
  readonly changeNotifications: ChangeNotifications;
  readonly siteUrl: string;
}

/** A row of change_notifications; changes before it was made are not notified. */
export type ChangeNotification = ConfigurationOf<ChangeNotifications> & Pick<StoredRow, "id" | "createdAt">;

/** The organization, and where its notifications are changed. */
export interface SettingsPlace extends Place {
  readonly settingsUrl: string;
}

export function placeOf({ name, slug }: Place, siteUrl: string): SettingsPlace {
  return { name, slug, settingsUrl: `${siteUrl}/o/${slug}/settings/${changeNotificationsKind}` };
}

/** What there is to send about records that are being sealed. */
export function createChangeNotices(deps: ChangeNoticeDeps) {
  const { store, organizations, definitions, changeNotifications, siteUrl } = deps;
  const wholeActs = createWholeActs(deps.audit);

  return async (organizationId: string, records: readonly AuditRecord[]): Promise<NewDelivery[]> => {
    if (!records.some((record) => record.plan !== undefined || verbOf(definitions, record))) return [];
    const rows = await store.rowsMatching(organizationId, changeNotifications.kind, { enabled: true });
    if (rows.length === 0) return [];
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return [];
    const notifications = rows.map(
      ({ id, createdAt, configuration }): ChangeNotification => ({
        ...completed(changeNotifications, configuration),
        id,
        createdAt,
      }),
    );
    const place = placeOf(organization, siteUrl);
    const nameOf = createNames(store, definitions);
    const deliveries: NewDelivery[] = [];
    for (const act of await wholeActs(organizationId, records)) {
      const changes = act.records.flatMap((record) => {
        const verb = verbOf(definitions, record);
        return verb === undefined ? [] : [{ record, verb }];
      });
      for (const notification of notifications) {
        const [first, ...others] = changes.filter(({ record, verb }) =>
          isNotified(notification, record, verb),
        );
        if (first === undefined) continue;
        const { include_diff } = notification;
        const notice =
          act.plan === undefined
            ? changeNotice(await messageOf(first, place, nameOf, include_diff))
            : planNotice(await planMessageOf(act.plan, [first, ...others], place, nameOf, include_diff));
        deliveries.push(...deliveriesOf(notification, organizationId, notice, place));
      }
    }
    return deliveries;
  };
}

/** What sort of change it was; undefined for a refusal, for what changed no field, as a test does, or is no row of a kind. */
export function verbOf(definitions: Registry, record: AuditRecord): ChangeVerb | undefined {
  const definition = definitions[record.kind];
  if (record.outcome !== "success" || definition === undefined) return undefined;
  const { create, delete: remove } = definition.actionNames;
  if (record.action === create) return "create";
  if (record.action === remove) return "delete";
  return record.changes.length > 0 ? "update" : undefined;
}

/** Whether this notification is about this change, which its own creation is not: a pure function. An empty list is every one. */
export function isNotified(
  { id, resources, verbs, excluded_actors, createdAt }: ChangeNotification,
  { kind, rowId, actor, at }: AuditRecord,
  verb: ChangeVerb,
): boolean {
  return (
    at >= createdAt &&
    !(rowId === id && verb === "create") &&
    (resources.length === 0 || resources.includes("*") || resources.includes(kind)) &&
    (verbs.length === 0 || verbs.includes(verb)) &&
    !excluded_actors.includes(actor.id) &&
    !excluded_actors.includes(actor.name)
  );
}

/** What a notice says, whoever it goes to. */
interface Notice {
  /** What it is about: with the notification's id, the source of its deliveries. */
  readonly source: string;
  readonly heading: string;
  readonly facts: MailPayload["facts"];
  readonly text: string | null;
  readonly thread: string;
  readonly payload: ChangePayload | PlanPayload;
}

function changeNotice(message: ChangeMessage): Notice {
  const { sequence, at, action, resource, row_id, changes = [] } = message;
  return {
    source: `change/${sequence}`,
    heading: changeTitle(message),
    facts: [
      whoIn(message),
      { label: "What", value: action },
      { label: "Row", value: rowIn(message) },
      whenIn(message),
    ],
    text: changes.length > 0 ? changeLines(changes).join("\n") : null,
    thread: `${resource}/${row_id}`,
    payload: { type: "change", at, message },
  };
}

function planNotice(message: PlanMessage): Notice {
  const { at, plan_id } = message;
  return {
    source: `plan/${plan_id}`,
    heading: planTitle(message),
    facts: [whoIn(message), { label: "Plan", value: plan_id }, whenIn(message)],
    text: planLines(message, mailRoom).join("\n"),
    thread: `plan/${plan_id}`,
    payload: { type: "plan", at, message },
  };
}

export function whoIn({ actor }: Pick<ChangeMessage, "actor">) {
  return { label: "Who", value: `${actor.name} (${actor.kind} ${actor.id})` };
}

export function whenIn({ at }: Pick<ChangeMessage, "at">) {
  return { label: "When", value: readable(new Date(at)) };
}

function deliveriesOf(
  { id, name, channel, recipients }: ChangeNotification,
  organizationId: string,
  { source, heading, facts, text, thread, payload }: Notice,
  place: SettingsPlace,
): NewDelivery[] {
  const shared = {
    organizationId,
    channel,
    source: `${source}/${id}`,
    subject: `[${place.name}] ${heading}`,
    at: currentTime(),
  };
  if (channel !== "email") return [{ ...shared, target: id, payload }];
  const mail = mailOf(name, { heading, facts, text, thread }, place);
  return recipients.map((target) => ({ ...shared, target, payload: mail }));
}

/** What the notification of this name mails. */
export function mailOf(
  name: string,
  notice: Pick<MailPayload, "heading" | "facts" | "text" | "thread">,
  place: SettingsPlace,
): MailPayload {
  return {
    type: "mail",
    ...notice,
    link: null,
    footer: `You get this because the change notification "${name}" of ${place.name} names your address. It is changed at ${place.settingsUrl}`,
    unsubscribeUrl: place.settingsUrl,
  };
}
