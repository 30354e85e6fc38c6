/** A decision as people read it: what becomes of each row, with natural keys in the place of ids. */
import { sameJson } from "../../kernel/equal.ts";
import type { Json } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Call } from "../context.ts";
import type { Registry } from "../feature.ts";
import type { FieldChange, StoredRow } from "../ports/rows.ts";
import { linksIn, referencesOf } from "../row-facts.ts";
import { entryOf, type KeyOf, naturalKeyObject } from "./bundle-entry.ts";
import type { Decision, OwnerMove } from "./decision.ts";
import type { PlanNotice } from "./edits.ts";
import type { Stage, StagedRow } from "./stage.ts";

export type Action = "create" | "update" | "delete" | "adopt" | "detach";

/** What becomes of one row. */
export interface RowChange {
  readonly resource: string;
  readonly key: JsonObject;
  readonly id: string;
  readonly action: Action;
  readonly fields: readonly { readonly path: string; readonly before: Json; readonly after: Json }[];
  readonly secrets: Readonly<Record<string, "set" | "changed" | "cleared">>;
  readonly managed_by?: { readonly before: string | null; readonly after: string | null };
}

export interface Difference {
  readonly summary: Readonly<Record<Action | "unchanged", number>>;
  readonly changes: readonly RowChange[];
  readonly problems: readonly JsonObject[];
  readonly warnings: readonly JsonObject[];
}

/** What would follow from rows that change. */
export interface Effects {
  /** What the engines that obey the configuration would be given. */
  readonly engines: readonly {
    readonly connector: string;
    readonly file: string;
    readonly summary: string;
  }[];
  /** What would have become of the latest alerts; null where nothing of it moves. */
  readonly rerouted_alerts: JsonObject | null;
  /** What becomes of who is on call; null where nothing of it moves. */
  readonly on_call: JsonObject | null;
  /** What it would have meant for the past; null where that was not asked for. */
  readonly replay: JsonObject | null;
}

/** How the past is replayed. */
export interface ReplayOptions {
  /** 0 for not at all. */
  readonly days: number;
  /** Whether engines are asked for what is not kept. */
  readonly query: boolean;
}

/** Answers what would follow from rows that would change. */
export type EffectsOf = (
  call: Call,
  changed: readonly StagedRow[],
  replay: ReplayOptions,
) => Promise<{
  readonly effects: Effects;
  /** What the engines could not do. */
  readonly refusals: readonly JsonObject[];
  readonly warnings: readonly JsonObject[];
}>;

interface Touched {
  readonly definition: Kind;
  readonly id: string;
  readonly before: StoredRow | undefined;
  readonly now: StoredRow | undefined;
  readonly changes: readonly FieldChange[];
  readonly move: OwnerMove | undefined;
}

/** The decision in the form in which plans and drift answer it. */
export async function differenceOf(definitions: Registry, decision: Decision): Promise<Difference> {
  const touched = touchedIn(definitions, decision);
  const keyOf = await keysOf(definitions, decision, touched);
  const changes = touched.map((row) => changeOf(row, keyOf));
  const named = ({ kind, ...notice }: PlanNotice): JsonObject => ({
    resource: kind,
    ...notice,
    key: keyed(definitions[kind], notice.key, keyOf),
  });
  return {
    summary: summaryOf(decision, changes),
    changes,
    problems: decision.problems.map(named),
    warnings: decision.warnings.map(named),
  };
}

function summaryOf({ sound, stage }: Decision, changes: readonly RowChange[]): Difference["summary"] {
  const count = (action: Action) => changes.filter((change) => change.action === action).length;
  const changed = new Set(changes.map(({ resource, id }) => `${resource}/${id}`));
  const same = sound.filter(
    ({ kind, id }) => stage.peek(kind, id)?.before !== undefined && !changed.has(`${kind}/${id}`),
  );
  const taken = changes.filter(
    ({ action, managed_by }) => action !== "create" && managed_by !== undefined && managed_by.after !== null,
  );
  return {
    create: count("create"),
    update: count("update"),
    delete: count("delete"),
    adopt: taken.length,
    detach: count("detach"),
    unchanged: same.length,
  };
}

function touchedIn(definitions: Registry, { stage, moves }: Decision): Touched[] {
  const changes = new Map<string, FieldChange[]>();
  const moveOf = new Map(moves.map((move) => [`${move.kind}/${move.id}`, move]));
  for (const { commit } of stage.commits) {
    for (const { audit } of commit.changes) {
      const name = `${audit.kind}/${audit.rowId}`;
      changes.set(name, [...(changes.get(name) ?? []), ...audit.changes]);
    }
  }
  const only = moves.filter(({ audit, kind, id }) => audit !== undefined && !changes.has(`${kind}/${id}`));
  for (const { kind, id } of only) changes.set(`${kind}/${id}`, []);
  return [...changes].flatMap(([name, all]): Touched[] => {
    const [kind = "", ...rest] = name.split("/");
    const id = rest.join("/");
    const [staged, definition] = [stage.peek(kind, id), definitions[kind]];
    if (staged === undefined || definition === undefined) return [];
    const { before, now } = staged;
    if (before === undefined && now === undefined) return [];
    return [{ definition, id, before, now, changes: merged(definition, all), move: now && moveOf.get(name) }];
  });
}

/** Several changes of one field as one, in the order of the kind's fields. */
function merged(definition: Kind, changes: readonly FieldChange[]): FieldChange[] {
  const byField = new Map<string, FieldChange>();
  for (const change of changes) {
    const earlier = byField.get(change.field);
    byField.set(
      change.field,
      earlier === undefined || "secret" in earlier || "secret" in change
        ? change
        : { ...change, before: earlier.before },
    );
  }
  const order = Object.keys(definition.fields);
  return [...byField.values()]
    .filter((change) => "secret" in change || !sameJson(change.before, change.after))
    .sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field));
}

function changeOf({ definition, id, before, now, changes, move }: Touched, keyOf: KeyOf): RowChange {
  const shown = (values: JsonObject) => entryOf(definition, values, keyOf);
  const written = changes.filter((change) => !("secret" in change)) as PlainChange[];
  const plain = before === undefined && now !== undefined ? withDefaults(definition, now, written) : written;
  const [was, is] = [
    shown(Object.fromEntries(plain.map((change) => [change.field, change.before]))),
    shown(Object.fromEntries(plain.map((change) => [change.field, change.after]))),
  ];
  const row = (now ?? before) as StoredRow;
  return {
    resource: definition.kind,
    key: naturalKeyObject(definition, row.configuration, keyOf),
    id,
    action: actionOf(before, now, changes, move),
    fields: plain.map(({ field, before, after }) => ({
      path: field,
      before: before === null ? null : (was[field] ?? null),
      after: after === null ? null : (is[field] ?? null),
    })),
    secrets: Object.fromEntries(
      changes.flatMap((change) => ("secret" in change ? [[change.field, change.secret]] : [])),
    ),
    ...given({ managed_by: move && { before: move.before, after: move.after } }),
  };
}

type PlainChange = Extract<FieldChange, { before: Json }>;

/** A new row's lists that are not empty by default do something, such as page people, that nobody wrote down. */
function withDefaults(definition: Kind, { configuration }: StoredRow, written: readonly PlainChange[]) {
  const shown = new Map(written.map((change) => [change.field, change]));
  return Object.entries(definition.fields).flatMap(([field, definition]): PlainChange[] => {
    const change = shown.get(field);
    if (change !== undefined) return [change];
    const value = definition.type === "list" ? configuration[field] : undefined;
    return Array.isArray(value) && value.length > 0 ? [{ field, before: null, after: value }] : [];
  });
}

function actionOf(
  before: StoredRow | undefined,
  now: StoredRow | undefined,
  changes: readonly FieldChange[],
  move: OwnerMove | undefined,
): Action {
  if (before === undefined) return "create";
  if (now === undefined) return "delete";
  if (now !== before || changes.length > 0 || move === undefined) return "update";
  return move.after === null ? "detach" : "adopt";
}

/** Reads in one go the keys of all rows that the changes point at. */
async function keysOf(
  definitions: Registry,
  { stage, problems, warnings }: Decision,
  touched: readonly Touched[],
) {
  const noticed = [...problems, ...warnings].flatMap(({ kind, key }) => linksIn(definitions[kind], key));
  const links = touched.flatMap(({ definition, before, now, changes }) => [
    ...linksIn(definition, (now ?? before)?.configuration),
    ...changes.flatMap((change) =>
      "secret" in change
        ? []
        : [change.before, change.after].flatMap((value) =>
            referencesOf(definition, { [change.field]: value }),
          ),
    ),
  ]);
  await stage.learnRows([...noticed, ...links].map(({ toKind, toId }) => ({ kind: toKind, id: toId })));
  return keyOfRows(definitions, stage);
}

/** Natural keys of rows as far as the stage has read them. */
export function keyOfRows(definitions: Registry, stage: Stage): KeyOf {
  const keyOf: KeyOf = (kind, id) => {
    const definition = definitions[kind];
    const row = stage.peek(kind, id);
    const { configuration } = row?.now ?? row?.before ?? {};
    if (definition === undefined || configuration === undefined) return undefined;
    const key = naturalKeyObject(definition, configuration, keyOf);
    return Object.values(key).includes(null) ? undefined : key;
  };
  return keyOf;
}

/** A notice's key with natural keys in the place of ids. */
function keyed(kind: Kind | undefined, key: JsonObject | null, keyOf: KeyOf): JsonObject | null {
  return kind === undefined || key === null ? key : naturalKeyObject(kind, key, keyOf);
}
