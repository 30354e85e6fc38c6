/**
 * A row on its way through a write: what it was, what it would become, and what that changes. Pure but
 * for the vault, which has to open a stored secret to show whether a new one is the same.
 */
import { sameJson, sameValue } from "../kernel/equal.ts";
import { defaultOf, type ItemField, isConfiguration, type Json } from "../kernel/field.ts";
import type { Examination, Kind, RuleContext, View } from "../kernel/kind.ts";
import type { Parsed } from "../kernel/parse-body.ts";
import type { Problem } from "../kernel/problem.ts";
import {
  addressesAfter,
  addressesIn,
  presentAddress,
  sameOrigin,
  secretAddresses,
} from "../kernel/secret-addresses.ts";
import { inPieces } from "../kernel/time-slices.ts";
import { parseTimestamp } from "../kernel/timestamps.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { FieldChange, NewRow, StoredRow, Vault } from "./ports/rows.ts";
import { completed, renderRow, unsaved, viewOf } from "./render.ts";
import { heldReferencesOf, naturalKeyOf, searchTextOf, sortKeyOf } from "./row-facts.ts";

export interface Draft {
  readonly id: string;
  readonly before: StoredRow | undefined;
  readonly configuration: JsonObject;
  readonly secrets: Readonly<Record<string, string>>;
  /** State that the write itself sets. */
  readonly state: JsonObject;
  /** What the audit record shows; empty when the write changes nothing. */
  readonly changes: readonly FieldChange[];
}

/** What a write found in each text that it had to look at, so that deciding again does not look again. */
export type Findings = Map<string, unknown>;

interface Request {
  readonly organizationId: string;
  readonly id: string;
  readonly before: StoredRow | undefined;
  readonly parsed: Parsed;
  readonly ruleContext: RuleContext;
  readonly findings: Findings;
}

/** Puts the request's values over the row's, lets the kind's own rule prepare the rest, and compares. */
export async function draftOf(definition: Kind, vault: Vault, request: Request): Promise<Draft> {
  const { before, parsed, ruleContext, id } = request;
  const start = completed(definition, before?.configuration ?? {});
  const named: JsonObject = {
    ...start,
    ...parsed.configuration,
    ...unmoved(definition, start, parsed, before),
  };
  const sealed = sealSecrets(definition, vault, request, named);
  const view = viewOf(definition, {
    configuration: named,
    secrets: sealed.secrets,
    state: before?.state ?? {},
  });
  const viewBefore = before === undefined ? undefined : viewOf(definition, before);
  const examination = definition.examine?.(view, viewBefore);
  const examined = examination && (await found(examination, request));
  const prepared = definition.prepare?.(view, viewBefore, ruleContext, examined);
  const configuration: JsonObject = { ...named, ...(prepared?.configuration as JsonObject | undefined) };
  const plain =
    before === undefined
      ? createdFields(definition, configuration)
      : changedFields(definition, start, configuration);
  return {
    id,
    before,
    configuration,
    secrets: sealed.secrets,
    state: { ...prepared?.state, ...sealed.state },
    changes: [...plain, ...sealed.changes],
  };
}

async function found({ text, work }: Examination, { findings, organizationId }: Request): Promise<unknown> {
  if (!findings.has(text)) findings.set(text, await inPieces(work, { of: organizationId }));
  return findings.get(text);
}

/** The row as it would be stored. */
export function newRowOf(definition: Kind, draft: Draft, at: Date): NewRow {
  const state = { ...draft.before?.state, ...draft.state };
  const held = definition.keyHeld === undefined ? undefined : state[definition.keyHeld.until];
  const expired = draft.before !== undefined && draft.before.naturalKey === null && held !== undefined;
  return {
    kind: definition.kind,
    id: draft.id,
    naturalKey: expired ? null : naturalKeyOf(definition, draft.configuration),
    sortKey: sortKeyOf(definition, draft.configuration),
    searchText: searchTextOf(definition, draft.id, draft.configuration),
    configuration: draft.configuration,
    secrets: draft.secrets,
    state: draft.state,
    keyHeldUntil: typeof held === "string" ? (parseTimestamp(held) ?? null) : null,
    references: heldReferencesOf(definition, draft.configuration),
    at,
  };
}

/** The same as it would be read then, but for its revision. */
export function storedRowOf({ before }: Draft, row: NewRow): StoredRow {
  const { kind, id, naturalKey, configuration, secrets, at } = row;
  return {
    kind,
    id,
    naturalKey,
    configuration,
    secrets,
    state: { ...before?.state, ...row.state },
    revision: unsaved,
    managedBy: before?.managedBy ?? null,
    createdAt: before === undefined || before.revision === unsaved ? at : before.createdAt,
    updatedAt: at,
  };
}

export function viewOfDraft(definition: Kind, draft: Draft): View<JsonObject> {
  return viewOf(definition, { ...draft, state: { ...draft.before?.state, ...draft.state } });
}

/**
 * Holds the read-only and fixed values that an update carries against the row: routine ones are let
 * pass, the others must say what is so (docs/contract.md, "Read-only values").
 */
export function readOnlyProblems(
  definition: Kind,
  before: StoredRow,
  parsed: Parsed,
  now: Date,
  revealed: JsonObject | undefined,
): Problem[] {
  const problems: Problem[] = [];
  const fixed = Object.keys(parsed.configuration).some((name) => definition.fields[name]?.fixed);
  if (!fixed && Object.keys(parsed.readOnlyValues).length === 0) return problems;
  const shown = renderRow(definition, before, now, revealed);
  for (const [name, value] of Object.entries(parsed.readOnlyValues)) {
    const field = definition.fields[name] ?? definition.implicit[name];
    if (field?.type === "computed" && field.routine) continue;
    const same =
      field?.type === "computed" ? sameValue(field.shape, shown[name], value) : sameJson(shown[name], value);
    if (!same) {
      problems.push({ field: name, message: "is read-only; leave it out or send its present value" });
    }
  }
  for (const [name, value] of Object.entries(parsed.configuration)) {
    const field = definition.fields[name];
    if (field?.fixed && !sameValue(field, shown[name], value)) {
      problems.push({
        field: name,
        message: "is fixed at creation; leave it out, or make a new row with the other value",
      });
    }
  }
  return problems;
}

/** What the request only says again, as it stands. */
function unmoved(
  definition: Kind,
  start: JsonObject,
  { configuration }: Parsed,
  before: StoredRow | undefined,
): JsonObject {
  return Object.fromEntries(
    Object.entries(configuration).flatMap(([name, value]): [string, Json][] => {
      const [field, stands] = [definition.fields[name], start[name]];
      if (field === undefined || stands === undefined || !isConfiguration(field)) return [];
      return isSame(field, stands, before?.state[name], value) ? [[name, stands]] : [];
    }),
  );
}

/**
 * Whether a value moves nothing: it is what stands there, an instant in another offset, or what a reader was shown
 * where nobody chose.
 * @param seen what the service saw in a field that nobody has to choose
 */
export function isSame(field: ItemField, stands: Json, seen: Json | undefined, value: Json): boolean {
  if (sameValue(field, stands, value)) return true;
  return (
    stands === null &&
    field.keptWhenAbsent === true &&
    seen !== undefined &&
    value !== null &&
    sameValue(field, seen, value)
  );
}

function createdFields(definition: Kind, after: JsonObject): FieldChange[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const field = definition.fields[name];
    const start =
      field === undefined || field.type === "secret" || field.type === "computed" ? null : defaultOf(field);
    return sameJson(value, start ?? null) ? [] : [{ field: name, before: null, after: value }];
  });
}

/** The fields of two configurations of a row that differ, in the kind's order. */
export function changedFields(
  definition: Kind,
  before: JsonObject,
  after: JsonObject,
): { readonly field: string; readonly before: Json; readonly after: Json }[] {
  return Object.keys(definition.fields).flatMap((name) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    return sameJson(was, is) ? [] : [{ field: name, before: was, after: is }];
  });
}

/**
 * Seals what is new. Equal to the stored one is no change, unless that was given for another address; null clears
 * (docs/contract.md, "Values").
 */
function sealSecrets(definition: Kind, vault: Vault, request: Request, configuration: JsonObject) {
  const { parsed, organizationId, id } = request;
  const secrets: Record<string, string> = { ...request.before?.secrets };
  const changes: FieldChange[] = [];
  const given = addressesIn(request.before?.state ?? {});
  for (const [name, value] of Object.entries(parsed.secrets)) {
    const identity = secretIdentity(organizationId, definition.kind, id, name);
    const stored = secrets[name];
    if (value === null) {
      if (stored === undefined) continue;
      delete secrets[name];
      changes.push({ field: name, secret: "cleared" });
      continue;
    }
    const address = presentAddress(definition.fields, name, configuration);
    const moved = address !== undefined && !sameOrigin(given[name], address);
    // What cannot be opened any more is not the same: setting it again is the way out.
    const before = stored === undefined || moved ? undefined : vault.openOrNot(stored, identity);
    if (before === undefined || !sameJson(JSON.parse(before) as Json, value)) {
      secrets[name] = vault.seal(JSON.stringify(value), identity);
      changes.push({ field: name, secret: stored === undefined ? "set" : "changed" });
    }
  }
  if (changes.length === 0) return { secrets, changes, state: {} };
  const addresses = addressesAfter(definition.fields, given, parsed.secrets, configuration);
  const state = sameJson(addresses, given) ? {} : { [secretAddresses]: addresses };
  return { secrets, changes, state };
}

/** What a sealed secret is bound to: it opens nowhere but in its own row and field. */
export function secretIdentity(organizationId: string, kind: string, id: string, field: string): string {
  return JSON.stringify([organizationId, kind, id, field]);
}
