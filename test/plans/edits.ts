/** Edits of an organization, drawn at random: as a bundle, and row by row as single writes would make them. */
import { type Field, isSettable } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { kindsWith } from "../support/contract.ts";
import type { Draw } from "../support/property.ts";
import { bundleOf, entryOf, type Growing, type Rows, rowsOf } from "./drawn.ts";
import type { Bundle } from "./support.ts";

export interface Edits {
  readonly creates: readonly { readonly definition: Kind; readonly body: JsonObject }[];
  /** Each with the row as it was, and the fields that move. */
  readonly updates: readonly {
    readonly definition: Kind;
    readonly row: JsonObject;
    readonly body: JsonObject;
  }[];
  readonly deletes: readonly { readonly definition: Kind; readonly row: JsonObject }[];
  /** The rows as they were. */
  readonly rows: Rows;
}

export type Wanted = (definition: Kind) => boolean;

/** Draws edits that no rule refuses; nothing of them is made, but rows that new ones point at. */
export async function drawEdits(
  { config, samples }: Growing,
  draw: Draw,
  wanted: Wanted = () => true,
): Promise<Edits> {
  const creates: { definition: Kind; body: JsonObject }[] = [];
  const creatable = kindsWith("create").filter(wanted);
  for (let count = draw.between(1, 3); count > 0; count -= 1) {
    const definition = draw.oneOf(creatable);
    creates.push({ definition, body: await samples.body(definition) });
  }
  const updates: { definition: Kind; row: JsonObject; body: JsonObject }[] = [];
  for (const { definition, row } of drawn(kindsWith("update").filter(wanted), await rowsOf(config), draw)) {
    const names = Object.keys(definition.fields).filter((name) => mayMove(definition, name));
    const body = names.length === 0 ? undefined : await samples.moved(definition, row, draw.oneOf(names));
    if (body !== undefined && Object.keys(body).every((name) => mayMove(definition, name)))
      updates.push({ definition, row, body });
  }
  // Samples may have made rows to point at: what nothing points at is known only now.
  const rows = await rowsOf(config);
  const pointing = JSON.stringify([creates, updates]);
  const deletes = drawn(kindsWith("create", "delete").filter(wanted), rows, draw).filter(
    ({ row }) =>
      !updates.some((update) => update.row.id === row.id) &&
      !pointing.includes(String(row.id)) &&
      isFree(rows, String(row.id)),
  );
  return { creates, updates, deletes, rows };
}

/** All of the organization as it is to be: its own set may prune what is not in it. */
export function wholeBundle(edits: Edits): Bundle {
  const gone = new Set(edits.deletes.map(({ row }) => row.id));
  return edited(
    bundleOf(edits.rows, (_, row) => !gone.has(row.id ?? null)),
    edits,
  );
}

/** No more than what is new or moves. */
export function smallBundle(edits: Edits): Bundle {
  return edited({}, edits);
}

function edited(bundle: Bundle, { creates, updates, rows }: Edits): Bundle {
  const made: Record<string, Bundle[string]> = { ...bundle };
  for (const { definition, row, body } of updates) {
    const before = entryOf(definition, row, rows);
    const after = { ...before, ...body };
    if (definition.shape === "setting") made[definition.kind] = after;
    else {
      const others = listOf(made, definition).filter(
        (entry) => JSON.stringify(entry) !== JSON.stringify(before),
      );
      made[definition.kind] = [...others, after];
    }
  }
  for (const { definition, body } of creates) made[definition.kind] = [...listOf(made, definition), body];
  return made;
}

function listOf(bundle: Bundle, { kind }: Kind): readonly JsonObject[] {
  return (bundle[kind] ?? []) as readonly JsonObject[];
}

/** A few of the rows, each at most once. */
function drawn(kinds: readonly Kind[], rows: Rows, draw: Draw): { definition: Kind; row: JsonObject }[] {
  const all = kinds.flatMap((definition) =>
    (rows[definition.kind] ?? [])
      .filter((row) => definition.naturalKey.every((name) => row[name] !== null) && row.active !== false)
      .map((row) => ({ definition, row })),
  );
  if (all.length === 0) return [];
  const picks = Array.from({ length: draw.between(1, 5) }, () => draw.oneOf(all));
  return [...new Set(picks)];
}

/** A row keeps its key, by which a bundle finds it, and takes no other's place as the default. */
function mayMove(definition: Kind, name: string): boolean {
  const field = definition.fields[name] as Field;
  const { naturalKey, oneDefault } = definition;
  return (
    isSettable(field) && field.fixed !== true && !naturalKey.includes(name) && oneDefault?.field !== name
  );
}

/** Whether no row points at it; a row that goes with it counts as well. */
function isFree(rows: Rows, id: string): boolean {
  return Object.values(rows).every((listed) =>
    listed.every((row) => row.id === id || !JSON.stringify(row).includes(id)),
  );
}
