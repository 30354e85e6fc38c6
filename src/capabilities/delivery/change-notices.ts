/** Tells of changes to whom change_notifications say, from the audit records, as these are sealed. */
import { definitionOf, type Registry } from "../../engine/capability.ts";
import type { AuditRecord } from "../../engine/ports/audit.ts";
import type { NewDelivery } from "../../engine/ports/deliveries.ts";
import type { IdentityStore } from "../../engine/ports/identity.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import type { Json } from "../../kernel/field.ts";
import { readable } from "../../kernel/readable.ts";
import { changeLines, changeTitle } from "./change-text.ts";

export type ChangeVerb = "create" | "update" | "delete";

export interface ChangeNoticeDeps {
  readonly store: Pick<Store, "rowsMatching">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly resources: Registry;
  readonly siteUrl: string;
}

/** A row of change_notifications. */
export interface ChangeNotification {
  readonly id: string;
  readonly name: string;
  readonly channel: NewDelivery["channel"];
  readonly recipients: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly ChangeVerb[];
  readonly excluded_actors: readonly string[];
  readonly include_diff: boolean;
}

/** What there is to send about records that are being sealed. */
export function createChangeNotices(deps: ChangeNoticeDeps) {
  const { store, organizations, resources, siteUrl } = deps;
  const resource = definitionOf(resources, "change_notifications");

  return async (organizationId: string, records: readonly AuditRecord[]): Promise<NewDelivery[]> => {
    const changes = records.flatMap((record) => {
      const verb = verbOf(resources, record);
      return verb === undefined ? [] : [{ record, verb }];
    });
    if (changes.length === 0) return [];
    const rows = await store.rowsMatching(organizationId, resource.kind, { enabled: true });
    if (rows.length === 0) return [];
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return [];
    const settingsUrl = `${siteUrl}/o/${organization.slug}/settings/${resource.kind}`;
    const notifications = rows.map(
      (row) => ({ ...completed(resource, row.configuration), id: row.id }) as unknown as ChangeNotification,
    );
    return changes.flatMap(({ record, verb }) =>
      notifications
        .filter((notification) => isTold(notification, record, verb))
        .flatMap((notification) =>
          deliveriesOf(notification, record, verb, {
            name: organization.name,
            slug: organization.slug,
            settingsUrl,
          }),
        ),
    );
  };
}

/** What sort of change it was; undefined for a refusal, or what is no row of a kind. */
export function verbOf(resources: Registry, record: AuditRecord): ChangeVerb | undefined {
  const resource = resources[record.resource];
  if (record.outcome !== "success" || resource === undefined) return undefined;
  const { create, delete: remove } = resource.actionNames;
  return record.action === create ? "create" : record.action === remove ? "delete" : "update";
}

/** Whether this notification tells of this change: a pure function. */
export function isTold(
  { resources, verbs, excluded_actors }: ChangeNotification,
  { resource, actor }: AuditRecord,
  verb: ChangeVerb,
): boolean {
  return (
    (resources.includes("*") || resources.includes(resource)) &&
    verbs.includes(verb) &&
    !excluded_actors.includes(actor.id) &&
    !excluded_actors.includes(actor.name)
  );
}

interface Place {
  readonly name: string;
  readonly slug: string;
  readonly settingsUrl: string;
}

function deliveriesOf(
  notification: ChangeNotification,
  record: AuditRecord,
  verb: ChangeVerb,
  place: Place,
): NewDelivery[] {
  const { id, channel, recipients, include_diff } = notification;
  const message = messageOf(record, verb, place, include_diff);
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
        { label: "Row", value: `${record.resource} ${record.rowId}` },
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
  { sequence, at, actor, door, action, resource, rowId, changes, requestId }: AuditRecord,
  verb: ChangeVerb,
  { name, slug }: Place,
  includeDiff: boolean,
): { readonly [key: string]: Json } {
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
    request_id: requestId,
    ...(includeDiff ? { changes: changes as unknown as Json } : {}),
  };
}
