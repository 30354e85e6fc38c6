/** What a restore says of what happened after its backup. */
import type { Kept, RowsByKind } from "../features/organization/organizations/index.ts";
import { counted, readable } from "../kernel/readable.ts";
import type { MovedOrganization } from "./restore-organization.ts";

const mostNames = 10;

/** Of one organization: its log here says what ended, and the rest is named. */
export function sinceLines({ slug, since }: Pick<MovedOrganization, "slug" | "since">): readonly string[] {
  const { records, until, ended, rows, lost, administered } = since;
  const admin = administered
    ? []
    : [`Nobody is org_admin of it any more: orgconfig members add ${slug} EMAIL --role org_admin.`];
  if (records === 0 || until === undefined) return admin;
  return [
    `Its audit log here goes on after the backup, to ${readable(until)}, with ${counted(records, "record")}:`,
    ...ended.map((line) => `  ${line}`),
    ...rowLines("are back, which were deleted since", rows.again),
    ...rowLines("are as they were, without what changed since", rows.older),
    ...rowLines("are not there, which were made since", rows.gone),
    ...(lost.length === 0 ? [] : [`  not there, made since: ${few(lost)}`]),
    ...exportLines(since),
    ...admin,
  ];
}

function exportLines({ export: newer }: Kept): readonly string[] {
  return newer === undefined
    ? []
    : [
        `A newer export of it was made at ${readable(newer.at)} by ${newer.by}, which lacks less: to have that, delete the organization again and restore that file.`,
      ];
}

function rowLines(what: string, byKind: RowsByKind): readonly string[] {
  return Object.entries(byKind).map(([kind, names]) => `  ${names.length} ${kind} ${what}: ${few(names)}`);
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(", ");
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}

/** Of a whole backup: nothing here knows what happened after it. */
export function afterBackupLines(madeAt: string): readonly string[] {
  const at = readable(madeAt);
  return [
    `What was revoked, removed or ended after ${at} is as it was then: API keys, tokens, sessions, members, subscribers of status pages. Before you start the service, end all of them that may not work again: orgconfig access end --sessions --keys. Members that were removed since: orgconfig members list.`,
  ];
}
