/** Changes as they are sent to webhooks and Slack, and notified in mails. */
import type { Registry } from "../../../engine/feature.ts";
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { isSaidOf, movedIn } from "../../../engine/proposal-records.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { ownName } from "../../../kernel/words.ts";
import type { ChangeMessage, PlanMessage } from "./messages.ts";

/** Most changes that a message about a plan lists, and most characters of their JSON; the first is always there. */
const maxListed = 100;
const maxListedLength = 262_144;

export interface Change {
  readonly record: AuditRecord;
  readonly verb: ChangeMessage["verb"];
}

/** The organization that a change is of. */
export type Place = ChangeMessage["organization"];

type NameOf = (record: AuditRecord) => Promise<string | undefined>;

/** What the changed row of a record is called: as it is now, or as the record has it of one that is gone. */
export function createNames(store: Pick<Store, "row">, definitions: Registry): NameOf {
  const known = new Map<number, string | undefined>();

  async function find(record: AuditRecord) {
    const { organizationId, kind, rowId, changes } = record;
    const moved = movedIn(record);
    if (moved !== undefined) return moved.title;
    const changed = definitions[kind];
    if (changed === undefined || changed.shape === "setting") return undefined;
    const row = await store.row(organizationId, kind, rowId);
    return ownName(changed, row?.configuration ?? valuesIn(changes));
  }

  return async (record) => {
    if (!known.has(record.sequence)) known.set(record.sequence, await find(record));
    return known.get(record.sequence);
  };
}

/** What rows that others refer to are called, now. Each is looked up once. */
export function createRowNames(store: Pick<Store, "row">, definitions: Registry) {
  const known = new Map<string, Promise<string | undefined>>();
  return (organizationId: string) => (kind: string, id: string) => {
    const key = JSON.stringify([organizationId, kind, id]);
    const asked = known.get(key) ?? nameNow(organizationId, kind, id);
    known.set(key, asked);
    return asked;
  };

  async function nameNow(organizationId: string, kind: string, id: string): Promise<string | undefined> {
    const definition = definitions[kind];
    const row = definition && (await store.row(organizationId, kind, id));
    return row && ownName(definition, row.configuration);
  }
}

/** The values of a record that holds a whole row, as those of its creation and its deletion do. */
function valuesIn(changes: AuditRecord["changes"]): JsonObject {
  return Object.fromEntries(
    changes.flatMap((change) => ("secret" in change ? [] : [[change.field, change.after ?? change.before]])),
  );
}

export async function messageOf(
  { record, verb }: Change,
  { name, slug }: Place,
  nameOf: NameOf,
  includeDiff: boolean,
): Promise<ChangeMessage> {
  const { sequence, at, actor, door, action, kind, rowId, requestId } = record;
  return {
    organization: { name, slug },
    sequence,
    at: at.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    door,
    action,
    verb,
    resource: kind,
    row_id: rowId,
    row_name: (await nameOf(record)) ?? null,
    request_id: requestId,
    ...(includeDiff ? { changes: saidIn(record) } : {}),
  };
}

/** Of a proposal, where it stands and what was said: its title is its name. */
function saidIn(record: AuditRecord): AuditRecord["changes"] {
  return movedIn(record) === undefined
    ? record.changes
    : record.changes.filter(({ field }) => isSaidOf(field));
}

/** These changes of a plan, in its order, as one message. */
export async function planMessageOf(
  plan: string,
  changes: readonly [Change, ...Change[]],
  place: Place,
  nameOf: NameOf,
  includeDiff: boolean,
): Promise<PlanMessage> {
  const listed: ChangeMessage[] = [];
  let length = 0;
  for (const change of changes.slice(0, maxListed)) {
    const message = await messageOf(change, place, nameOf, includeDiff);
    length += JSON.stringify(message).length;
    if (length > maxListedLength && listed.length > 0) break;
    listed.push(message);
  }
  const { at, actor, door, requestId } = changes[0].record;
  return {
    organization: { name: place.name, slug: place.slug },
    plan_id: plan,
    at: at.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    door,
    request_id: requestId,
    counts: countsOf(changes),
    changes: listed,
    more_changes: changes.length - listed.length,
  };
}

/** How many rows there are of each sort: one that was created and then changed further was created. */
function countsOf(changes: readonly Change[]): PlanMessage["counts"] {
  const verbs = new Map<string, Change["verb"]>();
  for (const { record, verb } of changes) {
    const row = JSON.stringify([record.kind, record.rowId]);
    if (verb !== "update" || !verbs.has(row)) verbs.set(row, verb);
  }
  const counts = { create: 0, update: 0, delete: 0 };
  for (const verb of verbs.values()) counts[verb] += 1;
  return counts;
}
