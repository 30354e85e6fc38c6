/**
 * What every org_admin is mailed about, whatever the settings say: the changes by which somebody could make
 * the organization without notifications (docs/contract.md, "Notifications").
 */
import type { Registry } from "../../engine/capability.ts";
import type { AuditRecord } from "../../engine/ports/audit.ts";
import type { NewDelivery } from "../../engine/ports/deliveries.ts";
import type { IdentityStore } from "../../engine/ports/identity.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { defaultsOf } from "../../engine/render.ts";
import type { Json } from "../../kernel/field.ts";
import { readable } from "../../kernel/readable.ts";
import type { ChangeNotifications } from "../../resources/change-notifications.ts";
import { notificationSettings } from "../../resources/notification-settings.ts";
import { organizationSettings } from "../../resources/organization-settings.ts";
import { createNames } from "./change-message.ts";
import { verbOf } from "./change-notices.ts";
import { called } from "./change-text.ts";
import { disableAction } from "./disable.ts";

/** More members than any organization has. */
const maxMembers = 10_000;

export interface AdminNoticeDeps {
  readonly store: Pick<Store, "row">;
  readonly identity: Pick<IdentityStore, "organizations" | "members">;
  readonly resources: Registry;
  readonly changeNotifications: ChangeNotifications;
  readonly siteUrl: string;
}

export interface Notice {
  readonly heading: string;
  readonly text: string;
}

/** What there is to send about records that are being sealed. */
export function createAdminNotices(deps: AdminNoticeDeps) {
  const { identity, siteUrl, store, resources, changeNotifications } = deps;
  const { audit_retention_days: defaultDays } = defaultsOf(organizationSettings);
  const nameOf = createNames(store, resources);

  /** Of a change notification that was turned off or deleted: nobody else is notified of that for certain. */
  async function turnedOff(record: AuditRecord): Promise<Notice | undefined> {
    if (record.resource !== changeNotifications.kind || record.action === disableAction) return undefined;
    const verb = verbOf(resources, record);
    const change = valuesOf(record, "enabled");
    if (verb === undefined || verb === "create" || change?.before !== true || change.after === true)
      return undefined;
    const done = verb === "delete" ? "deleted" : "turned off";
    return {
      heading: `A change notification was ${done}`,
      text: `The change notification ${called(await nameOf(record), record.rowId)} was ${done} by ${record.actor.name}. It notifies nobody any more.`,
    };
  }

  return async (organizationId: string, records: readonly AuditRecord[]): Promise<NewDelivery[]> => {
    const notices: { readonly record: AuditRecord; readonly notice: Notice }[] = [];
    for (const record of records) {
      const notice = noticeOf(record, defaultDays) ?? (await turnedOff(record));
      if (notice !== undefined) notices.push({ record, notice });
    }
    if (notices.length === 0) return [];
    const organization = await identity.organizations.find(organizationId);
    if (organization === undefined) return [];
    const admins = await adminAddresses(identity, organizationId);
    const place = { name: organization.name, auditUrl: `${siteUrl}/o/${organization.slug}/audit` };
    return notices.flatMap(({ record, notice }) =>
      admins.map((target) => deliveryOf(record, notice, target, place)),
    );
  };
}

/** The addresses of those who are org_admin now; open invitations do not count. */
export async function adminAddresses(
  { members }: Pick<IdentityStore, "members">,
  organizationId: string,
): Promise<string[]> {
  const found = await members.list(organizationId, maxMembers);
  return found
    .filter(({ role, acceptedAt }) => role === "org_admin" && acceptedAt !== null)
    .map(({ email }) => email);
}

/** Whether the org_admins are notified of a record, and the text for it: a pure function. */
export function noticeOf(record: AuditRecord, defaultRetentionDays: number): Notice | undefined {
  const { outcome, resource, action, actor, rowId } = record;
  if (outcome !== "success") return undefined;
  if (resource === notificationSettings.kind) {
    const change = valuesOf(record, "recipients");
    if (change === undefined || !isEmpty(change.after) || isEmpty(change.before)) return undefined;
    return {
      heading: "The last recipient of notifications was removed",
      text: `${actor.name} removed the last address from the recipients of notifications. Nobody is mailed about events any more.`,
    };
  }
  if (action === "revoke_api_key") {
    const name = valuesOf(record, "name")?.before;
    return {
      heading: "An API key was revoked",
      text: `${actor.name} revoked the API key ${called(name, rowId)}.`,
    };
  }
  if (resource === organizationSettings.kind) {
    const change = valuesOf(record, "audit_retention_days");
    const before = Number(change?.before ?? defaultRetentionDays);
    if (change === undefined || !(Number(change.after) < before)) return undefined;
    return {
      heading: "The audit log is kept for a shorter time",
      text: `${actor.name} shortened audit_retention_days from ${before} to ${Number(change.after)}. Older records are removed within a day.`,
    };
  }
  if (action === disableAction) {
    const reason = valuesOf(record, "last_error_message")?.after;
    return {
      heading: "A change notification was turned off",
      text: `The change notification ${rowId} could not be delivered and was turned off: ${String(reason)}. Correct its target, then enable it again.`,
    };
  }
  return undefined;
}

function valuesOf({ changes }: AuditRecord, field: string): { before: Json; after: Json } | undefined {
  const change = changes.find((one) => one.field === field);
  return change === undefined || "secret" in change ? undefined : change;
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function deliveryOf(
  record: AuditRecord,
  { heading, text }: Notice,
  target: string,
  place: { readonly name: string; readonly auditUrl: string },
): NewDelivery {
  return {
    organizationId: record.organizationId,
    channel: "email",
    target,
    source: `admins/${record.sequence}`,
    subject: `[${place.name}] ${heading}`,
    payload: {
      type: "mail",
      heading,
      facts: [
        { label: "Who", value: `${record.actor.name} (${record.actor.kind})` },
        { label: "When", value: readable(record.at) },
        { label: "Address", value: record.address ?? "unknown" },
      ],
      text,
      link: { label: "See the audit log", url: place.auditUrl },
      footer: `Every org_admin of ${place.name} gets this; it cannot be turned off.`,
      unsubscribeUrl: null,
      thread: null,
    },
    at: new Date(),
  };
}
