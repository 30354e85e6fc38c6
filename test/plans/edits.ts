/** Edits of an organization, drawn at random: as a bundle, and row by row as single writes would make them. */
import { type Field, isSettable } from "../../src/kernel/field.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { collections, kindsWith } from "../support/contract.ts";
import type { Draw } from "../support/property.ts";
import { bundleOf, entryOf, type Growing, type Rows, rowsOf } from "./drawn.ts";
import type { Bundle } from "./support.ts";

export interface Edits {
  readonly creates: readonly { readonly resource: Resource; readonly body: JsonObject }[];
  /** Each with the row as it was, and the fields that move. */
  readonly updates: readonly {
    readonly resource: Resource;
    readonly row: JsonObject;
    readonly body: JsonObject;
  }[];
  readonly deletes: readonly { readonly resource: Resource; readonly row: JsonObject }[];
  /** The rows as they were. */
  readonly rows: Rows;
}

export type Wanted = (resource: Resource) => boolean;

/** Draws edits that no rule refuses; nothing of them is made, but rows that new ones point at. */
export async function drawEdits(
  { config, samples }: Growing,
  draw: Draw,
  wanted: Wanted = () => true,
): Promise<Edits> {
  const creates: { resource: Resource; body: JsonObject }[] = [];
  const creatable = kindsWith("create").filter(wanted);
  for (let count = draw.between(1, 3); count > 0; count -= 1) {
    const resource = draw.oneOf(creatable);
    creates.push({ resource, body: await samples.body(resource) });
  }
  const updates: { resource: Resource; row: JsonObject; body: JsonObject }[] = [];
  for (const { resource, row } of drawn(kindsWith("update").filter(wanted), await rowsOf(config), draw)) {
    const names = Object.keys(resource.fields).filter((name) => mayMove(resource, name));
    const body = names.length === 0 ? undefined : await samples.moved(resource, row, draw.oneOf(names));
    if (body !== undefined && Object.keys(body).every((name) => mayMove(resource, name)))
      updates.push({ resource, row, body });
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
  for (const { resource, row, body } of updates) {
    const before = entryOf(resource, row, rows);
    const after = { ...before, ...body };
    if (resource.shape === "setting") made[resource.kind] = after;
    else {
      const others = listOf(made, resource).filter(
        (entry) => JSON.stringify(entry) !== JSON.stringify(before),
      );
      made[resource.kind] = [...others, after];
    }
  }
  for (const { resource, body } of creates) made[resource.kind] = [...listOf(made, resource), body];
  return made;
}

function listOf(bundle: Bundle, { kind }: Resource): readonly JsonObject[] {
  return (bundle[kind] ?? []) as readonly JsonObject[];
}

/** A few of the rows, each at most once. */
function drawn(
  kinds: readonly Resource[],
  rows: Rows,
  draw: Draw,
): { resource: Resource; row: JsonObject }[] {
  const all = kinds.flatMap((resource) =>
    (rows[resource.kind] ?? [])
      .filter((row) => resource.naturalKey.every((name) => row[name] !== null) && row.active !== false)
      .map((row) => ({ resource, row })),
  );
  if (all.length === 0) return [];
  const picks = Array.from({ length: draw.between(1, 5) }, () => draw.oneOf(all));
  return [...new Set(picks)];
}

/** A row keeps its key, by which a bundle finds it, and takes no other's place as the default. */
function mayMove(resource: Resource, name: string): boolean {
  const field = resource.fields[name] as Field;
  const { naturalKey, oneDefault } = resource;
  return (
    isSettable(field) && field.fixed !== true && !naturalKey.includes(name) && oneDefault?.field !== name
  );
}

/** Whether no row points at it; a row that goes with it counts as well. */
function isFree(rows: Rows, id: string): boolean {
  return collections.every(({ kind }) =>
    (rows[kind] ?? []).every((row) => row.id === id || !JSON.stringify(row).includes(id)),
  );
}
