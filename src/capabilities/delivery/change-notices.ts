/** Notifies the targets of change_notifications of changes, from the audit records, as these are sealed. */
import type { Registry } from "../../engine/capability.ts";
import type { AuditRecord } from "../../engine/ports/audit.ts";
import type { ChangeMessage, NewDelivery } from "../../engine/ports/deliveries.ts";
import type { IdentityStore } from "../../engine/ports/identity.ts";
import type { Store, StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import { readable } from "../../kernel/readable.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { ownName } from "../../kernel/words.ts";
import type { ChangeNotifications } from "../../resources/change-notifications.ts";
import { changeLines, changeTitle, rowIn } from "./change-text.ts";

export type ChangeVerb = ConfigurationOf<ChangeNotifications>["verbs"][number];

export interface ChangeNoticeDeps {
  readonly store: Pick<Store, "row" | "rowsMatching">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly resources: Registry;
  readonly changeNotifications: ChangeNotifications;
  readonly siteUrl: string;
}

/** A row of change_notifications; changes before it was made are not notified. */
export type ChangeNotification = ConfigurationOf<ChangeNotifications> & Pick<StoredRow, "id" | "createdAt">;

/** What there is to send about records that are being sealed. */
export function createChangeNotices(deps: ChangeNoticeDeps) {
  const { store, organizations, resources, changeNotifications, siteUrl } = deps;

  return async (organizationId: string, records: readonly AuditRecord[]): Promise<NewDelivery[]> => {
    const changes = records.flatMap((record) => {
      const verb = verbOf(resources, record);
      return verb === undefined ? [] : [{ record, verb }];
    });
    if (changes.length === 0) return [];
    const rows = await store.rowsMatching(organizationId, changeNotifications.kind, { enabled: true });
    if (rows.length === 0) return [];
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return [];
    const settingsUrl = `${siteUrl}/o/${organization.slug}/settings/${changeNotifications.kind}`;
    const notifications = rows.map(
      ({ id, createdAt, configuration }): ChangeNotification => ({
        ...completed(changeNotifications, configuration),
        id,
        createdAt,
      }),
    );
    const place = { name: organization.name, slug: organization.slug, settingsUrl };
    const deliveries: NewDelivery[] = [];
    for (const { record, verb } of changes) {
      const matching = notifications.filter((notification) => isNotified(notification, record, verb));
      if (matching.length === 0) continue;
      const change = { record, verb, rowName: await nameIn(record) };
      deliveries.push(...matching.flatMap((one) => deliveriesOf(one, change, place)));
    }
    return deliveries;
  };

  /** What the changed row is called: as it is now, or as the record has it of one that is gone. */
  async function nameIn({ organizationId, resource: kind, rowId, changes }: AuditRecord) {
    const changed = resources[kind];
    if (changed === undefined || changed.shape === "setting") return undefined;
    const row = await store.row(organizationId, kind, rowId);
    return ownName(changed, row?.configuration ?? valuesIn(changes));
  }
}

/** The values of a record that holds a whole row, as those of its creation and its deletion do. */
function valuesIn(changes: AuditRecord["changes"]): JsonObject {
  return Object.fromEntries(
    changes.flatMap((change) => ("secret" in change ? [] : [[change.field, change.after ?? change.before]])),
  );
}

/** What sort of change it was; undefined for a refusal, or what is no row of a kind. */
export function verbOf(resources: Registry, record: AuditRecord): ChangeVerb | undefined {
  const resource = resources[record.resource];
  if (record.outcome !== "success" || resource === undefined) return undefined;
  const { create, delete: remove } = resource.actionNames;
  return record.action === create ? "create" : record.action === remove ? "delete" : "update";
}

/** Whether this notification is about this change: a pure function. */
export function isNotified(
  { resources, verbs, excluded_actors, createdAt }: ChangeNotification,
  { resource, actor, at }: AuditRecord,
  verb: ChangeVerb,
): boolean {
  return (
    at >= createdAt &&
    (resources.includes("*") || resources.includes(resource)) &&
    verbs.includes(verb) &&
    !excluded_actors.includes(actor.id) &&
    !excluded_actors.includes(actor.name)
  );
}

interface Change {
  readonly record: AuditRecord;
  readonly verb: ChangeVerb;
  readonly rowName: string | undefined;
}

interface Place {
  readonly name: string;
  readonly slug: string;
  readonly settingsUrl: string;
}

function deliveriesOf(notification: ChangeNotification, change: Change, place: Place): NewDelivery[] {
  const { record } = change;
  const { id, channel, recipients, include_diff } = notification;
  const message = messageOf(change, place, include_diff);
  const subject = `[${place.name}] ${changeTitle(message)}`;
  const shared = {
    organizationId: record.organizationId,
    channel,
    source: `change/${record.sequence}/${id}`,
    subject,
    at: new Date(),
  };
  if (channel !== "email")
    return [{ ...shared, target: id, payload: { type: "change", at: record.at.toISOString(), message } }];
  return recipients.map((target) => ({
    ...shared,
    target,
    payload: {
      type: "mail",
      heading: changeTitle(message),
      facts: [
        { label: "Who", value: `${record.actor.name} (${record.actor.kind} ${record.actor.id})` },
        { label: "What", value: record.action },
        { label: "Row", value: rowIn(message) },
        { label: "When", value: readable(record.at) },
      ],
      text: include_diff && record.changes.length > 0 ? changeLines(record.changes).join("\n") : null,
      link: null,
      footer: `You get this because the change notification "${notification.name}" of ${place.name} names your address. It is changed at ${place.settingsUrl}`,
      unsubscribeUrl: place.settingsUrl,
      thread: `${record.resource}/${record.rowId}`,
    },
  }));
}

function messageOf(
  { record, verb, rowName }: Change,
  { name, slug }: Place,
  includeDiff: boolean,
): ChangeMessage {
  const { sequence, at, actor, door, action, resource, rowId, changes, requestId } = record;
  return {
    organization: { name, slug },
    sequence,
    at: at.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    door,
    action,
    verb,
    resource,
    row_id: rowId,
    row_name: rowName ?? null,
    request_id: requestId,
    ...(includeDiff ? { changes } : {}),
  };
}
