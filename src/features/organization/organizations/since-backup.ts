/** What an organization's log has of after a backup: what ended stays ended, and the rest is said. Pure. */
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import { type Role, roles } from "../../../kernel/access.ts";

/** An end that stands in the log, in the order of the log. */
export type Ending =
  | { readonly of: "key"; readonly id: string; readonly at: Date; readonly expires: boolean }
  | { readonly of: "member"; readonly id: string; readonly at: Date; readonly places: readonly string[] }
  | { readonly of: "role"; readonly id: string; readonly role: Role }
  | { readonly of: "invitation"; readonly id: string; readonly at: Date; readonly accepted: boolean }
  | { readonly of: "scim_token" | "scim_user" | "scim_group" | "sso"; readonly id: string };

export interface SinceBackup {
  readonly records: number;
  /** Of the newest of them. */
  readonly until: Date | undefined;
  readonly endings: readonly Ending[];
  /** Names of rows by kind. */
  readonly rows: {
    /** They were deleted since, and are here again. */
    readonly again: RowsByKind;
    /** They were made since, and are gone. */
    readonly gone: RowsByKind;
    /** They were changed since, and are as they were. */
    readonly older: RowsByKind;
  };
  /** Keys, members and the like that were made since, and are gone. */
  readonly lost: readonly string[];
  /** When and by whom it was exported last, if that was after the backup. */
  readonly export: { readonly at: Date; readonly by: string } | undefined;
}

export type RowsByKind = Readonly<Record<string, readonly string[]>>;

/**
 * @param records those that the backup lacks, oldest first
 * @param madeAt when the backup was made
 * @param kinds those of rows
 */
export function sinceBackup(
  records: readonly AuditRecord[],
  madeAt: Date,
  kinds: ReadonlySet<string>,
): SinceBackup {
  const done = records.filter(({ outcome }) => outcome === "success");
  const exported = done.findLast(({ action, at }) => action === "export_organization" && at > madeAt);
  return {
    records: records.length,
    until: records.at(-1)?.at,
    endings: endingsOf(done),
    rows: rowsOf(done.filter(({ kind, rowId }) => kinds.has(kind) && rowId !== "")),
    lost: lostOf(done),
    export: exported && { at: exported.at, by: exported.actor.name },
  };
}

/** Of what ended and began again, nothing is left. */
function endingsOf(records: readonly AuditRecord[]): readonly Ending[] {
  const endings = new Map<string, Ending>();
  for (const record of records) {
    const { kind, action, rowId } = record;
    const about = `${kind}/${rowId}`;
    if (action === "add_member") {
      endings.delete(about);
      endings.delete(`role/${about}`);
    }
    const ending = endingOf(record, records);
    if (ending !== undefined) endings.set(ending.of === "role" ? `role/${about}` : about, ending);
  }
  return [...endings.values()];
}

function endingOf(record: AuditRecord, all: readonly AuditRecord[]): Ending | undefined {
  const { action, rowId: id, at, changes } = record;
  const changeOf = (field: string) =>
    changes.flatMap((change) => (change.field === field && "after" in change ? [change.after] : []))[0];
  switch (action) {
    case "revoke_api_key":
      return { of: "key", id, at, expires: false };
    case "rotate_api_key": {
      const ends = changeOf("expires_at");
      const isOld = !changes.some(({ field }) => field === "replaces") && typeof ends === "string";
      return isOld ? { of: "key", id, at: new Date(ends), expires: true } : undefined;
    }
    case "remove_member":
      return { of: "member", id, at, places: placesLeft(record, all) };
    case "update_member": {
      const role = roles.find((one) => one === changeOf("role"));
      return role && { of: "role", id, role };
    }
    case "accept_invitation":
    case "renew_invitation":
      return { of: "invitation", id, at, accepted: action === "accept_invitation" };
    case "revoke_scim_token":
      return { of: "scim_token", id };
    case "delete_scim_user":
      return { of: "scim_user", id };
    case "delete_scim_group":
      return { of: "scim_group", id };
    case "delete_sso":
      return { of: "sso", id };
    default:
      return undefined;
  }
}

/** The places in teams that went with a membership. */
function placesLeft({ requestId }: AuditRecord, all: readonly AuditRecord[]): readonly string[] {
  return all.flatMap((record) =>
    record.kind === "team_members" && ends(record.action) && record.requestId === requestId
      ? [record.rowId]
      : [],
  );
}

function rowsOf(records: readonly AuditRecord[]): SinceBackup["rows"] {
  const rows: Record<keyof SinceBackup["rows"], Record<string, string[]>> = {
    again: {},
    gone: {},
    older: {},
  };
  for (const own of groupedBy(records, ({ kind, rowId }) => `${kind}/${rowId}`)) {
    const [first, last] = [own[0] as AuditRecord, own.at(-1) as AuditRecord];
    const made = begins(first.action);
    if (made && ends(last.action)) continue;
    const group = rows[made ? "gone" : ends(last.action) ? "again" : "older"];
    group[first.kind] = [...(group[first.kind] ?? []), nameOf(own)];
  }
  return rows;
}

function groupedBy(records: readonly AuditRecord[], keyOf: (record: AuditRecord) => string) {
  const groups = new Map<string, AuditRecord[]>();
  for (const record of records) {
    const group = groups.get(keyOf(record)) ?? [];
    groups.set(keyOf(record), group);
    group.push(record);
  }
  return groups.values();
}

/** What the log says of things that a backup of before cannot have. */
function lostOf(records: readonly AuditRecord[]): readonly string[] {
  const made: Readonly<Record<string, string>> = {
    create_api_key: "API key",
    rotate_api_key: "API key",
    create_scim_token: "SCIM token",
    add_member: "member",
  };
  return records.flatMap((record) => {
    const what = Object.hasOwn(made, record.action) ? made[record.action] : undefined;
    const isNew =
      record.action !== "rotate_api_key" || record.changes.some(({ field }) => field === "replaces");
    if (what === undefined || !isNew) return [];
    const ended = records.some(
      ({ kind, rowId, action }) => kind === record.kind && rowId === record.rowId && ends(action),
    );
    return ended ? [] : [`${what} ${nameOf([record])}`];
  });
}

function begins(action: string): boolean {
  return /^(create|add)_/.test(action);
}

function ends(action: string): boolean {
  return /^(delete|remove|revoke)_/.test(action);
}

/** What it was called last; its id where the log does not say. */
function nameOf(records: readonly AuditRecord[]): string {
  for (const { changes } of records.toReversed())
    for (const field of ["name", "title", "service", "email"])
      for (const change of changes)
        if (change.field === field && "after" in change) {
          const name = change.after ?? change.before;
          if (typeof name === "string" && name !== "") return name;
        }
  return records[0]?.rowId ?? "";
}
