/** Who makes a change outside of any row, and the audit records that it leaves. */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call, Organization } from "../../../engine/context.ts";
import type { AccountRequest } from "../../../engine/operation.ts";
import type { Membership, UserRecord } from "../../../engine/ports/accounts.ts";
import type { AuditEntry, FieldChange } from "../../../engine/ports/rows.ts";
import type { Door } from "../../../kernel/access.ts";
import type { Json } from "../../../kernel/field.ts";
import type { Actor } from "../../../kernel/kind.ts";
import type { Trail } from "./tables.ts";

export interface Author {
  readonly actor: Actor;
  readonly door: Door;
  readonly requestId: string;
  readonly address: string | undefined;
  readonly now: Date;
  readonly run?: string | undefined;
}

/** What a change is on record as. */
export interface AuditContext {
  readonly action: string;
  readonly resource: string;
  readonly rowId: string;
  readonly changes?: readonly FieldChange[];
  /** `success` where it is left out. */
  readonly outcome?: AuditEntry["outcome"];
}

/** The parts of a request that its records keep. */
type Origin = Pick<AccountRequest, "requestId" | "address" | "now" | "run" | "operator">;

/** A person at the console. */
export function personAuthor(request: Origin, user: UserRecord): Author {
  return authorOf(request, { kind: "user", id: user.id, name: user.email }, "console");
}

/** The operator of the installation, by the name of their token. */
export function operatorAuthor(request: Origin): Author {
  const { operator: name = "operator" } = request;
  return authorOf(request, { kind: "operator", id: name, name }, "operator");
}

/** The service itself, for a link to a new password: who asks for it is not known until it is followed. */
export function resetAuthor(request: Origin): Author {
  return authorOf(request, { kind: "service", id: "reset", name: "forgotten password" }, "service");
}

/** The service itself, for what follows from a person's sign-in at their organization's provider. */
export function signInAuthor(request: Origin): Author {
  return authorOf(request, { kind: "service", id: "sso", name: "sign-in" }, "service");
}

function authorOf({ requestId, address, now, run }: Origin, actor: Actor, door: Door): Author {
  return { actor, door, requestId, address, now, run };
}

/** The records of an act, one in each organization that it concerns. */
export function trailOf(
  author: Author,
  organizationIds: readonly string[],
  auditContext: AuditContext,
): Trail {
  const { action, resource, rowId, changes = [], outcome } = auditContext;
  const record = entry({ ...author, caller: author }, action, resource, rowId, changes, outcome);
  return organizationIds.map((organizationId) => ({ organizationId, entry: record }));
}

/** What a person does to their own account concerns every organization that they act in. */
export function accountTrail(
  author: Author,
  memberships: readonly Membership[],
  auditContext: AuditContext,
): Trail {
  return trailOf(
    author,
    memberships.map(({ organization }) => organization.id),
    auditContext,
  );
}

/** The author's call of the engine, for changes to rows that go with a change to people. */
export function callBy(author: Author, organization: Organization): Call {
  const { actor, door, requestId, address, now, run } = author;
  return {
    caller: { actor, organization, level: "admin", readOnlyKey: false },
    door,
    requestId,
    address,
    now,
    run,
  };
}

/** Every token of the person ended. */
export const tokensEnded = { field: "tokens", secret: "cleared" } as const;

/** The changes of something new: every value that is there. */
export function madeOf(values: Readonly<Record<string, Json>>): FieldChange[] {
  return Object.entries(values).flatMap(([field, after]) =>
    after === null ? [] : [{ field, before: null, after }],
  );
}
