/** How the audit log has proposals: what is written by those who keep them, and read by those who notify of them. Pure. */
import type { Json } from "../kernel/field.ts";
import { isObject } from "../kernel/validate.ts";
import type { AuditEntry, FieldChange } from "./ports/rows.ts";

/** What the records of a proposal itself are of, with its id as the row's. */
export const proposalRecords = "proposals";
/** The field by which a record is a line in the history of a row that the proposal touches, and no change of it. */
export const statusOfLine = "proposal_status";
/** The fields of a record of a proposal that say what moved: its own title and status, and what it does to which kinds. */
const [titleField, statusField, doesField, policiesField] = ["title", "status", "does", "policies"] as const;

/** What becomes of rows, by their kinds: `{teams: ["create"]}`. */
export type Does = Readonly<Record<string, readonly string[]>>;

export interface MovedProposal {
  readonly title: string;
  readonly before: string | null;
  readonly after: string;
  readonly does: Does;
  /** The ids of the policies that hold it, or that it was made past. */
  readonly policies: readonly string[];
}

/** The fields of the record of a proposal that comes to a status, or to its next step. */
export function movedFields({ title, before, after, does, policies }: MovedProposal): FieldChange[] {
  return [
    { field: titleField, before: before === null ? null : title, after: title },
    { field: statusField, before, after },
    { field: doesField, before: null, after: does as Json },
    { field: policiesField, before: null, after: policies },
  ];
}

/** What such a record says; undefined of any other. */
export function movedIn({ kind, changes }: Pick<AuditEntry, "kind" | "changes">): MovedProposal | undefined {
  if (kind !== proposalRecords) return undefined;
  const of = (name: string) =>
    changes.flatMap((one) => (one.field === name && !("secret" in one) ? [one] : []))[0];
  const [title, status, does] = [of(titleField), of(statusField), of(doesField)];
  if (title === undefined || status === undefined || !isObject(does?.after)) return undefined;
  return {
    title: String(title.after),
    before: status.before === null ? null : String(status.before),
    after: String(status.after),
    does: does.after as unknown as Does,
    policies: (of(policiesField)?.after ?? []) as readonly string[],
  };
}

/** Whether the record is a line of a proposal in the history of one of its rows. */
export function isLineOfProposal({ changes }: Pick<AuditEntry, "changes">): boolean {
  return changes.some(({ field }) => field === statusOfLine);
}

/** Whether a message about it says this field of such a record. */
export function isSaidOf(field: string): boolean {
  return field === statusField || field === "comment";
}
