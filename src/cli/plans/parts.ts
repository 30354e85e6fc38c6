/** A bundle with more changes than one plan takes, in parts that are planned and applied one after the other. Pure. */
import { renamedFromName } from "../../engine/plan/bundle-entry.ts";
import { maxChanges, sizeOf } from "../../engine/plan/edits.ts";
import { dependencyOrder } from "../../engine/plan/order.ts";
import type { Json } from "../../kernel/field.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { definitions } from "../../resources/index.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { failure } from "../errors.ts";

/** Rows of one part. A row can change another one along, such as the default before it, so that a plan has room for both. */
export const rowsOfPart = maxChanges / 2;

interface Slice {
  readonly kind: string;
  /** Where it begins in the kind's list of the whole. */
  readonly from: number;
  readonly given: Json;
}

/**
 * Parts of at most 1,000 rows, what others refer to first. Rows that the bundle leaves out are no part's: who prunes
 * plans the whole at the end, as often as it takes, when only that is left to do.
 * @throws CommandError where a kind that has to be divided renames rows: which one makes way shows in the whole alone
 */
export function partsOf(bundle: Bundle): Bundle[] {
  return slicesOf(bundle.body, refuseRenames).map((slices) => partOf(bundle, slices));
}

/** The same for a body that no file says, such as an export. */
export function bodiesOf(body: JsonObject): JsonObject[] {
  return slicesOf(body).map(bodyOf);
}

/** @param look is shown each kind that has to be divided */
function slicesOf(
  body: JsonObject,
  look: (kind: string, rows: readonly Json[]) => void = () => {},
): Slice[][] {
  const order = dependencyOrder(definitions).map(({ kind }) => kind);
  const kinds = Object.keys(body).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const parts: Slice[][] = [];
  let room = 0;
  const add = (slice: Slice, size: number) => {
    if (size > room) {
      parts.push([]);
      room = rowsOfPart;
    }
    parts.at(-1)?.push(slice);
    room -= size;
  };
  for (const kind of kinds) {
    const given = body[kind] as Json;
    if (!Array.isArray(given)) add({ kind, from: 0, given }, 1);
    else {
      const rows: readonly Json[] = given;
      if (rows.length > rowsOfPart) look(kind, rows);
      for (let from = 0; from < rows.length; from += rowsOfPart) {
        const slice = rows.slice(from, from + rowsOfPart);
        add({ kind, from, given: slice }, slice.length);
      }
    }
  }
  return parts;
}

function bodyOf(slices: readonly Slice[]): JsonObject {
  return Object.fromEntries(slices.map(({ kind, given }) => [kind, given]));
}

function partOf({ locate, rows }: Bundle, slices: readonly Slice[]): Bundle {
  const body = bodyOf(slices);
  const begins = new Map(slices.map(({ kind, from }) => [kind, from]));
  return {
    body,
    size: sizeOf(body),
    rows,
    silent: [],
    locate: ({ index, ...place }) =>
      locate(
        typeof index === "number" ? { ...place, index: index + (begins.get(place.resource) ?? 0) } : place,
      ),
  };
}

function refuseRenames(kind: string, rows: readonly Json[]): void {
  if (!rows.some((row) => isObject(row) && Object.hasOwn(row, renamedFromName))) return;
  throw failure(
    `${kind} has more than ${rowsOfPart} rows and renames some; apply the entries with ${renamedFromName} first, by themselves`,
  );
}
