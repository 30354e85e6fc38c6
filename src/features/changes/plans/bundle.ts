/** What a caller asks for as edits of rows: a bundle by kinds, or single rows by their ids. */
import type { Registry } from "../../../engine/feature.ts";
import { isBundled, renamedFromName } from "../../../engine/plan/bundle-entry.ts";
import type { PlanProblem, PlanRequest, RowEdit } from "../../../engine/plan/edits.ts";
import type { Json } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { clipped, isObject, type JsonObject, unknownField } from "../../../kernel/validate.ts";

/** Most rows of one bundle. */
const maxEntries = 20_000;

type Edits = Pick<PlanRequest, "edits" | "problems">;

/** The entries of a bundle, each the whole of its row. What is no entry is a problem, and the others go on. */
export function bundleEdits(definitions: Registry, bundle: JsonObject): Edits {
  refuseTooMany(bundle);
  const edits: RowEdit[] = [];
  const problems: PlanProblem[] = [];
  for (const [name, given] of Object.entries(bundle)) {
    const definition = Object.hasOwn(definitions, name)
      ? definitions[name]
      : Object.values(definitions).find(({ bundledAs }) => bundledAs === name);
    const kind = definition?.kind ?? name;
    const wrong = definition === undefined ? unknownKind(definitions, kind) : wrongShape(definition, given);
    if (wrong !== undefined) {
      problems.push(problem(kind, null, wrong));
    } else if (isObject(given)) {
      edits.push({ op: "save", kind, body: given, means: "whole" });
    } else {
      for (const [index, entry] of (given as readonly Json[]).entries()) {
        const edit = entryEdit(kind, entry, index);
        if ("op" in edit) edits.push(edit);
        else problems.push(problem(kind, index, edit));
      }
    }
  }
  return { edits, problems };
}

/** What an entry of a list says of its row, or what is wrong with it. */
function entryEdit(kind: string, entry: Json, index: number): RowEdit | Wrong {
  if (!isObject(entry)) return { message: "must be an object: one row", reason: "invalid" };
  const { [renamedFromName]: renamedFrom, ...body } = entry;
  const edit = { op: "save", kind, body, means: "whole", index } as const;
  if (renamedFrom === undefined) return edit;
  if (isObject(renamedFrom)) return { ...edit, renamedFrom };
  const message = 'must be the natural key that the row had, as an object: {"name": "…"}';
  return { field: renamedFromName, message, reason: "invalid" };
}

/** Each entry costs time, also where it says nothing new. */
function refuseTooMany(bundle: JsonObject): void {
  const entries = Object.values(bundle).reduce<number>(
    (sum, given) => sum + (Array.isArray(given) ? given.length : 1),
    0,
  );
  if (entries <= maxEntries) return;
  const message = `names ${entries} rows; a plan takes at most ${maxEntries}, so divide it by kinds`;
  throw unprocessable([{ field: "bundle", message, reason: "too_many_rows" }]);
}

interface GivenEdit {
  readonly op: "create" | "save" | "delete";
  readonly resource: string;
  /** Of a new row there is none yet. */
  readonly id?: string | undefined;
  readonly fields?: JsonObject;
}

/** Edits of rows by their ids, where they are there already; what they do not name stays. */
export function rowEdits(definitions: Registry, given: readonly GivenEdit[]): Edits {
  const problems = given.flatMap((edit, index) => {
    const { resource: kind } = edit;
    const definition = Object.hasOwn(definitions, kind) ? definitions[kind] : undefined;
    const wrong =
      definition === undefined
        ? unknownKind(definitions, kind)
        : (unbundled(definition) ?? wrongId(definition, edit));
    return wrong === undefined ? [] : [problem(kind, index, wrong)];
  });
  const refused = new Set(problems.map(({ index }) => index));
  const edits = given.flatMap(({ op, resource: kind, id, fields = {} }, index): RowEdit[] => {
    if (refused.has(index)) return [];
    if (id === undefined) return [{ op: "save", kind, body: fields, means: "whole", fresh: true, index }];
    return op === "delete"
      ? [{ op, kind, id }]
      : [{ op: "save", kind, id, body: fields, means: "fields", index }];
  });
  return { edits, problems };
}

/** The rows that are to be adopted; one of no kind is a problem. */
export function adoptions(
  definitions: Registry,
  adopt: true | readonly { readonly resource: string; readonly key: JsonObject }[] | undefined,
): { readonly adopt: PlanRequest["adopt"]; readonly problems: readonly PlanProblem[] } {
  if (adopt === undefined || adopt === true) return { adopt, problems: [] };
  const named = adopt.map(({ resource: kind, key }, index) => ({ kind, key, index }));
  const isKnown = ({ kind }: { readonly kind: string }) => Object.hasOwn(definitions, kind);
  const problems = named
    .filter((row) => !isKnown(row))
    .map(({ kind, index }) => ({
      ...problem(kind, null, unknownKind(definitions, kind)),
      field: `adopt[${index}]`,
    }));
  const known = named.filter(isKnown);
  return { adopt: known, problems };
}

type Wrong = Pick<PlanProblem, "message" | "reason"> & { readonly field?: string };

function unknownKind(definitions: Registry, kind: string): Wrong {
  const known = Object.values(definitions)
    .filter(isBundled)
    .map((definition) => definition.kind);
  const { message } = unknownField("", kind, known, "kind of resource");
  return { message, reason: "unknown_resource" };
}

function wrongShape(definition: Kind, given: Json): Wrong | undefined {
  const setting = definition.shape === "setting";
  if (setting ? isObject(given) : Array.isArray(given)) return unbundled(definition);
  const message = setting
    ? "must be an object: there is one of it in each organization"
    : "must be a list of objects, one for each row";
  return { message, reason: "invalid" };
}

function unbundled(definition: Kind): Wrong | undefined {
  if (isBundled(definition)) return undefined;
  return { message: "cannot be written, so it is in no bundle; leave it out", reason: "not_writable" };
}

function wrongId({ shape, kind }: Kind, { op, id }: GivenEdit): Wrong | undefined {
  if (op === "create" && shape === "setting")
    return { message: "is a setting, which every organization has; save it", reason: "invalid" };
  if (op === "create" && id !== undefined)
    return { message: "gets its id when it is made; leave id out", reason: "invalid" };
  if (op !== "create" && id === undefined)
    return { message: "needs the id of the row; only create goes without one", reason: "invalid" };
  if (op === "create" || shape !== "setting" || id === kind) return undefined;
  return { message: `has one row, whose id is ${kind}`, reason: "not_found" };
}

function problem(kind: string, index: number | null, wrong: Wrong): PlanProblem {
  return { kind: clipped(kind), key: null, index, field: "", ...wrong };
}
