/**
 * What a plan finds out and its apply needs to know: which rows stop pointing at a row that goes. Terraform
 * plans and applies in two processes, and hands over each row's private bytes alone. It often plans the row
 * that goes before the rows that pointed at it, and always so where it is replaced, so that its bytes cannot
 * name them. They name a file of notes instead, which is written as the plans of the others come in. Most
 * plans have nothing to note, and no file.
 *
 * The file is in Terraform's data directory, so that it goes along where a working directory is carried to
 * another machine between a plan and its apply.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { naturalKeyOf, referencesOf } from "../src/engine/row-facts.ts";
import type { Json } from "../src/kernel/field.ts";
import type { Kind } from "../src/kernel/kind.ts";
import { argumentName } from "../src/kernel/terraform.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { settableFields } from "./row-values.ts";
import { hasUnknown, isList, isRecord, type ObjectValue, UNKNOWN, type Value } from "./wire/values.ts";

/** A row of any kind: `slos/slo_1`. */
export type RowAddress = string;

export type PlanNotes = ReturnType<typeof createPlanNotes>;

type Note = { readonly target: RowAddress; readonly releasedBy: RowAddress } | { readonly keyOf: RowAddress };

export function addressOf({ kind }: Pick<Kind, "kind">, id: Value): RowAddress {
  return `${kind}/${String(id)}`;
}

/** A saved plan this old is hardly applied any more. */
const kept_ms = 30 * 86_400_000;
/** Nor one after which so many others were made. */
const keptFiles = 20;

/** Notes of one plan, kept in the folder: Terraform's data directory. */
export function createPlanNotes(folder: string) {
  const name = randomUUID();
  const leaving = new Set<RowAddress>();
  const releases = new Map<RowAddress, Set<RowAddress>>();
  const keysLeaving = new Map<string, RowAddress>();
  const keysComing = new Set<string>();
  let closed = false;
  removeOld(folder);

  function note(line: Note): void {
    if (closed) return;
    try {
      appendFileSync(pathOf(folder, name), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      // The plan is good without: its apply then refuses the delete of what is in use.
      closed = true;
      console.error(`The notes of this plan could not be written: ${String(error)}`);
    }
  }

  return {
    /** What the private bytes of a row that goes hold, for the apply to find the notes by. */
    name,
    /** A row is to be destroyed, or destroyed and created again. */
    goes(definition: Kind, prior: ObjectValue): void {
      const target = addressOf(definition, prior.id ?? null);
      if (leaving.has(target)) return;
      leaving.add(target);
      for (const releasedBy of releases.get(target) ?? []) note({ target, releasedBy });
      const key = keyOf(definition, prior);
      if (key === undefined) return;
      keysLeaving.set(key, target);
      if (keysComing.has(key)) note({ keyOf: target });
    },
    /** A row is to be as planned; null where it goes. */
    changes(definition: Kind, prior: ObjectValue, planned: ObjectValue | null): void {
      const releasedBy = addressOf(definition, prior.id ?? null);
      const kept = planned === null ? [] : targetsOf(definition, planned);
      for (const target of targetsOf(definition, prior)) {
        if (kept.includes(target)) continue;
        const known = releases.get(target) ?? new Set();
        releases.set(target, known.add(releasedBy));
        if (leaving.has(target)) note({ target, releasedBy });
      }
    },
    /** A row is to be made, under a natural key that a row which goes may have. */
    comes(definition: Kind, planned: ObjectValue): void {
      const key = keyOf(definition, planned);
      if (key === undefined) return;
      keysComing.add(key);
      const leaver = keysLeaving.get(key);
      if (leaver !== undefined) note({ keyOf: leaver });
    },
    /** From now on this process applies, and notes nothing more. */
    close(): void {
      closed = true;
    },
  };
}

/** The rows that this run stops from pointing at a row. */
export type Releases = (target: RowAddress) => ReadonlySet<RowAddress>;

const nothing: ReadonlySet<RowAddress> = new Set();

/** The notes of the plan by this name, which are then gone; none where it was made elsewhere. */
export function takePlanNotes(folder: string, name: string): Releases {
  const path = pathOf(folder, name);
  const found = new Map<RowAddress, Set<RowAddress>>();
  const keysTaken = new Set<RowAddress>();
  for (const note of readNotes(path)) {
    if ("keyOf" in note) keysTaken.add(note.keyOf);
    else found.set(note.target, (found.get(note.target) ?? new Set()).add(note.releasedBy));
  }
  rmSync(path, { force: true });
  // The new row cannot be made while the old one is there, so that one has to go first or stay.
  return (target) => (keysTaken.has(target) ? nothing : (found.get(target) ?? nothing));
}

function readNotes(path: string): Note[] {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Note);
  } catch {
    return [];
  }
}

/** Private bytes come with the plan, so that only names that we made become part of a path. */
function pathOf(folder: string, name: string): string {
  if (!/^[0-9a-f-]{36}$/.test(name)) throw new Error("the name of a plan's notes is not one");
  return join(folder, `orgconfig-plan-${name}.jsonl`);
}

/** Notes of plans that nobody applied. Another run may remove them at the same time. */
function removeOld(folder: string): void {
  try {
    const files = readdirSync(folder)
      .filter((file) => /^orgconfig-plan-.*\.jsonl$/.test(file))
      .map((file) => ({ path: join(folder, file), written: statSync(join(folder, file)).mtimeMs }))
      .sort((a, b) => b.written - a.written);
    const oldest = Date.now() - kept_ms;
    for (const [index, { path, written }] of files.entries())
      if (index >= keptFiles || written < oldest) rmSync(path, { force: true });
  } catch {
    // They are in nobody's way; the folder may not be there yet.
  }
}

/** Whom the row points at, where it keeps them from being deleted. What is not known yet is no row of today. */
function targetsOf(definition: Kind, values: ObjectValue): RowAddress[] {
  const links = referencesOf(definition, knownFields(definition, values));
  return links.filter(({ cascade }) => !cascade).map(({ toKind, toId }) => `${toKind}/${toId}`);
}

/** The kind and the natural key; undefined while a part of it is unknown, or where the row has none. */
export function keyOf(definition: Kind, values: ObjectValue): string | undefined {
  const parts = definition.naturalKey.map((name) => values[argumentName(name)] ?? null);
  if (parts.some((part) => hasUnknown(part))) return undefined;
  const key = naturalKeyOf(definition, knownFields(definition, values));
  return key === null ? undefined : `${definition.kind} ${key}`;
}

function knownFields(definition: Kind, values: ObjectValue): JsonObject {
  return Object.fromEntries(
    settableFields(definition).map(([name]) => [name, known(values[argumentName(name)] ?? null)]),
  );
}

/** The value with null for whatever is not known yet. */
function known(value: Value): Json {
  if (value === UNKNOWN) return null;
  if (isList(value)) return value.map(known);
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, known(inner)]));
  }
  return value as Json;
}
