/**
 * What every org_admin is mailed about, whatever the settings say: the changes by which somebody could make
 * the organization without notifications (docs/contract.md, "Notifications").
 */

import { currentTime } from "../../../engine/clock.ts";
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import { defaultsOf } from "../../../engine/render.ts";
import type { Json } from "../../../kernel/field.ts";
import { counted, readable } from "../../../kernel/readable.ts";
import { words } from "../../../kernel/words.ts";
import { changeNotificationsKind } from "../../../resources/change-notifications.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import type { IdentityStore, TeamRoster } from "../../identity/index.ts";
import { whoIn } from "./change-mails.ts";
import { called, changeLines } from "./change-text.ts";
import { lessCovered } from "./coverage.ts";
import { disableAction } from "./disable.ts";
import type { NewDelivery } from "./messages.ts";

/** More members than any organization has. */
const maxMembers = 10_000;

export interface AdminNoticeDeps {
  readonly identity: Pick<IdentityStore, "organizations" | "members">;
  readonly roster: Pick<TeamRoster, "members">;
  readonly siteUrl: string;
}

export interface Notice {
  readonly heading: string;
  readonly text: string;
  /** What changed, field by field. */
  readonly lines?: readonly string[];
}

/** What there is to send about records that are being sealed. */
export function createAdminNotices({ identity, roster, siteUrl }: AdminNoticeDeps) {
  const { audit_retention_days: defaultDays } = defaultsOf(organizationSettings);

  return async (organizationId: string, records: readonly AuditRecord[]): Promise<NewDelivery[]> => {
    const notices = records.flatMap((record) => {
      const notice = noticeOf(record, defaultDays);
      return notice === undefined ? [] : [{ record, notice }];
    });
    if (notices.length === 0) return [];
    const organization = await identity.organizations.find(organizationId);
    if (organization === undefined) return [];
    const admins = await adminAddresses(identity, organizationId);
    const place = { name: organization.name, auditUrl: `${siteUrl}/o/${organization.slug}/audit` };
    const deliveries: NewDelivery[] = [];
    for (const { record, notice } of notices) {
      const asked = await askedBy(roster, record);
      for (const target of new Set([...admins, ...asked]))
        deliveries.push(deliveryOf(record, notice, target, place));
    }
    return deliveries;
  };
}

/** Whom a policy names that an administrator went past. */
async function askedBy(roster: AdminNoticeDeps["roster"], record: AuditRecord): Promise<readonly string[]> {
  const team = record.action === "break_glass" ? valuesOf(record, "asked")?.after : undefined;
  if (typeof team !== "string" || team === "org_admin") return [];
  const people = await roster.members(record.organizationId, [team], maxMembers);
  return people.map(({ email }) => email);
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
  const { outcome, kind, action, actor, rowId } = record;
  if (outcome !== "success") return undefined;
  if (action === "revoke_api_key") {
    const name = valuesOf(record, "name")?.before;
    return {
      heading: "An API key was revoked",
      text: `${actor.name} revoked the API key ${called(name, rowId)}.`,
    };
  }
  if (action === "break_glass") return noticeOfBrokenGlass(record);
  if (kind === organizationSettings.kind) {
    const change = valuesOf(record, "audit_retention_days");
    const before = Number(change?.before ?? defaultRetentionDays);
    if (change === undefined || !(Number(change.after) < before)) return undefined;
    return {
      heading: "The audit log is kept for a shorter time",
      text: `${actor.name} shortened it from ${before} to ${counted(Number(change.after), "day")}. Older records are removed within a day.`,
    };
  }
  if (action === disableAction) {
    const reason = valuesOf(record, "last_error_message")?.after;
    return {
      heading: "A change notification was turned off",
      text: `The change notification ${rowId} could not be delivered and was turned off: ${String(reason)}. Correct its target, then enable it again.`,
    };
  }
  return noticeOfLess(record);
}

function noticeOfBrokenGlass(record: AuditRecord): Notice {
  const { actor, rowId } = record;
  const policy = called(valuesOf(record, "name")?.after ?? null, rowId);
  const rows = valuesOf(record, "rows")?.after;
  return {
    heading: "A change was made past a change policy",
    text: `${actor.name} made a change that the change policy ${policy} holds, without the approvals that it asks for. The reason: ${String(valuesOf(record, "break_glass")?.after)}`,
    lines: Array.isArray(rows) ? rows.map(String) : [],
  };
}

/** The notice that a change notification, or the organization's mail, covers less than before or has other targets. */
function noticeOfLess(record: AuditRecord): Notice | undefined {
  const { kind, action, actor, rowId, changes } = record;
  const setting = kind === notificationSettings.kind;
  const row = `the change notification ${called(valuesOf(record, "name")?.before ?? null, rowId)}`;
  if (kind === changeNotificationsKind && action.startsWith("delete_")) {
    if (valuesOf(record, "enabled")?.before !== true) return undefined;
    const text = `${actor.name} deleted ${row}. It notifies nobody of changes any more.`;
    return { heading: "A change notification was deleted", text };
  }
  const fields = action.startsWith("create_") ? [] : lessCovered(kind, changes);
  if (fields.length === 0) return undefined;
  if (fields.includes("enabled")) {
    const text = setting
      ? `${actor.name} turned off the mail about events. Nobody is mailed about events any more.`
      : `${actor.name} turned off ${row}. It notifies nobody of changes any more.`;
    return { heading: `${setting ? "Notification mail" : "A change notification"} was turned off`, text };
  }
  if (setting && isEmpty(valuesOf(record, "recipients")?.after ?? true)) {
    return {
      heading: "The last recipient of notifications was removed",
      text: `${actor.name} removed the last address from the recipients of notifications. Nobody is mailed about events any more.`,
    };
  }
  const lines = changeLines(
    changes.filter(({ field }) => fields.includes(field)),
    words,
  );
  return {
    heading: `${setting ? "Notification mail" : "A change notification"} covers less, or goes elsewhere`,
    text: `${actor.name} changed ${setting ? "the settings of notifications" : row}. Not all that was covered before still is, at the same targets:`,
    lines,
  };
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
  { heading, text, lines = [] }: Notice,
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
        whoIn(record),
        { label: "When", value: readable(record.at) },
        { label: "Address", value: record.address ?? "unknown" },
      ],
      text,
      ...(lines.length > 0 && { sections: [{ title: "", lines: lines.map((line) => ({ text: line })) }] }),
      link: { label: "See the audit log", url: place.auditUrl },
      footer: `Every org_admin of ${place.name} gets this${record.action === "break_glass" ? ", and whom the policy names" : ""}; it cannot be turned off.`,
      unsubscribeUrl: null,
      thread: null,
    },
    at: currentTime(),
  };
}
