/** The operation behind the console's lists: one page of the rows that a search finds, and how many there are. */

import { inBatches } from "../../../engine/batches.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { type InputOf, readInput } from "../../../engine/input.ts";
import { createLongList } from "../../../engine/long-list.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { placeInput, placeOf, placeOutput, placesOf, refuseBothPlaces } from "../../../engine/page.ts";
import { maxChanges } from "../../../engine/plan/edits.ts";
import type { LazyRow } from "../../../engine/ports/rows.ts";
import { TextAnswer } from "../../../engine/text-answer.ts";
import { etagOf } from "../../../kernel/etag.ts";
import { boolean, integer, list, object, text } from "../../../kernel/field.ts";
import {
  type Findable,
  filterNames,
  filterOf,
  isPossible,
  ownerFilter,
  sortNames,
  sortOf,
} from "../../../kernel/findable.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { meantInstead, nearestOf } from "../../../kernel/nearest.ts";
import { type Problem, Refusal, unprocessable } from "../../../kernel/problem.ts";
import { createPause } from "../../../kernel/time-slices.ts";
import { isTypeId } from "../../../kernel/type-id.ts";
import type { Ground } from "../../ground.ts";
import { createAmongRead, type ListRequest, orderBy, placeIn } from "./query.ts";
import { mostFilters, type RowFinder, type RowSearch } from "./store.ts";

const mostRows = 200;
/** Values that are made when a row is read are looked for among so many rows. */
const mostRead = 5_000;
const mostWords = 10;

const input = {
  kind: text({ description: "The kind whose rows are searched, such as slos." }),
  q: text({
    description:
      "Words that the row's texts hold, all of them, in any case. An id finds its row, and the rows that point at it.",
    max: 200,
    default: "",
  }),
  where: list({
    description: "Filters, all of which must hold: a short field of the kind has one of the values.",
    max: mostFilters,
    items: object({
      description: "One filter.",
      fields: {
        field: text({
          description: `A short field of the kind, or ${ownerFilter}.`,
        }),
        values: list({
          description: 'Any of these values. "" is a row that has none.',
          min: 1,
          max: 50,
          items: text({ description: "A value; of a switch true or false, of a reference the id.", min: 0 }),
        }),
      },
    }),
  }),
  sort: text({
    description:
      "The field to sort by, or updated_at or created_at, with - in front for the other way round. States sort by severity, the worst first. Empty: the kind's own order.",
    max: 100,
    default: "",
  }),
  ...placeInput,
  limit: integer({ description: "Most rows on a page.", min: 1, max: mostRows, default: 50 }),
  ids: list({
    description: "Only these rows, in the kind's own order; for names behind ids.",
    max: mostRows,
    items: text({ description: "An id.", max: 512 }),
  }),
  only_ids: boolean({
    description: `Answer ids alone, at most as many as a plan changes (${maxChanges}).`,
    default: false,
  }),
};

type Input = InputOf<typeof input>;

const output = {
  data: list({
    description: "The rows, as the list of the kind shows them.",
    max: mostRows,
    items: object({
      description: "A row, with the fields of its kind.",
      open: true,
      fields: { id: text({ description: "The row's id." }) },
    }),
  }),
  total: integer({ description: "How many rows are found, on all pages.", min: 0 }),
  ...placeOutput,
  limit: integer({ description: "Most rows on a page.", min: 1 }),
  truncated: boolean({
    description: "Whether rows of the page are left out because they are long: ask for fewer on a page.",
  }),
  etags: object({ description: "The ETag of each row by its id.", open: true, fields: {} }),
  ids: list({
    description: "The ids, where only_ids asked for them.",
    max: maxChanges,
    optional: true,
    items: text({ description: "An id." }),
  }),
};

export interface SearchDeps extends Ground {
  readonly finder: RowFinder;
}

export function searchRows(deps: SearchDeps): ConfigurationOperation {
  return {
    name: "search_rows",
    scans: "short",
    title: "Search rows",
    description:
      "Finds rows of one kind by words, states and owners, sorted and page by page, however many there are. Use it in place of a list where there may be many rows, or to find the ones in trouble.",
    tag: "search",
    reach: { kinds: { in: "kind", of: deps.definitions } },
    credential: "bearer",
    level: "read",
    effect: "read",
    method: "POST",
    path: "/api/v1/search/{kind}",
    input: { fields: input },
    output: { fields: output },
    async run(call, { body }) {
      const given = readInput(input, body);
      return answer(deps, call, collectionOf(deps.definitions, given.kind), given);
    },
  };
}

/** A kind that there is not is a path that there is not. */
export function collectionOf(definitions: Registry, kind: string): Kind {
  const found = Object.hasOwn(definitions, kind) ? definitions[kind] : undefined;
  if (found?.shape === "collection") return found;
  const kinds = Object.values(definitions).filter(({ shape }) => shape === "collection");
  const names = kinds.map((definition) => definition.kind);
  const meant = meantInstead(kind, names);
  throw new Refusal(
    "not_found",
    `There is no list of ${kind.slice(0, 64)}${meant || "."} The lists are ${names.join(", ")}.`,
  );
}

async function answer(deps: SearchDeps, call: Call, definition: Kind, given: Input): Promise<TextAnswer> {
  const { limit, only_ids: onlyIds } = given;
  const isOwn = given.ids.length > 0;
  refuseBothPlaces(given);
  // Ids have no numbered pages.
  const start = placeOf(onlyIds || isOwn ? { ...given, page: undefined } : given);
  const { ids, total } = isOwn
    ? await own(deps, call, definition, given.ids, start)
    : await found(deps, call, definition, { ...given, start });
  const data = createLongList(call);
  const etags: Record<string, string> = {};
  for await (const { row, text } of onlyIds ? [] : shownRows(deps, call, definition, ids)) {
    if (!data.add(text)) break;
    etags[row.id] = etagOf(row.revision);
  }
  const truncated = data.isCut;
  const shownIds = onlyIds ? idsFor(call, ids, limit) : [];
  const places = placesOf(start, onlyIds ? shownIds.length : data.length, { limit, total });
  const ofIds = onlyIds ? { ids: shownIds } : {};
  const rest = JSON.stringify({ total, limit, ...places, truncated, etags, ...ofIds });
  return new TextAnswer(200, `{"data":${data.text()},${rest.slice(1)}`, undefined);
}

/** All ids; to a model as many as cost little, or as it asks for. */
function idsFor(call: Call, ids: readonly string[], limit: number): readonly string[] {
  if (call.door !== "mcp") return ids;
  if (call.isBrief !== true) return ids.slice(0, limit);
  const room = createLongList(call);
  return ids.filter((id) => room.add(JSON.stringify(id)));
}

/** Rows and how they are shown, in the order of their ids, a batch at a time; rows that are gone meanwhile are left out. */
async function* shownRows(
  { engine, finder }: SearchDeps,
  call: Call,
  definition: Kind,
  ids: readonly string[],
): AsyncGenerator<{ readonly row: LazyRow; readonly text: string }> {
  const places = new Map(ids.map((id, place) => [id, place]));
  const turn = turnOf(call);
  const pause = createPause(turn);
  let at = 0;
  const batches = inBatches<LazyRow | undefined>({
    async read(_after, limit) {
      const wanted = ids.slice(at, at + limit);
      at += wanted.length;
      const rows = await finder.byIds(call.caller.organization.id, definition.kind, wanted);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return wanted.map((id) => byId.get(id));
    },
    lengthOf: (row) => row?.length ?? 0,
    most: places.size,
    turn,
  });
  for await (const batch of batches) {
    const rows = batch.filter((row) => row !== undefined);
    const texts = await engine.texts(call, definition, rows, ids.length <= mostRows);
    for (const [index, row] of rows.entries()) {
      yield { row, text: texts[index] as string };
      await pause();
    }
  }
}

/** In the kind's own order. */
async function own(
  { finder }: SearchDeps,
  call: Call,
  definition: Kind,
  ids: readonly string[],
  start: number,
) {
  const rows = await finder.byIds(call.caller.organization.id, definition.kind, ids);
  return { ids: rows.slice(start).map(({ id }) => id), total: rows.length };
}

async function found(
  deps: SearchDeps,
  call: Call,
  definition: Kind,
  given: Input & { readonly start: number },
) {
  const { where, sort } = readRequest(definition, given);
  const { start, limit, only_ids: onlyIds } = given;
  const span = { offset: start, limit: onlyIds ? maxChanges : limit };
  const read = [
    ...where.flatMap(({ field }) => field ?? []),
    ...(typeof sort.by === "object" ? [sort.by] : []),
  ];
  const stored = where.filter(({ field }) => field?.from !== "reading");
  const words = wordsOf(given.q);
  const target = words.find(isTypeId);
  const search = {
    words: words.filter((word) => word !== target),
    ...(target === undefined ? {} : { target: { id: target, kinds: Object.keys(deps.definitions) } }),
    filters: stored.flatMap(({ field, values }) =>
      field === undefined ? [] : [{ field: placeIn(field), values }],
    ),
    ...ownersOf(where),
    order: orderOf(sort.by),
    backwards: sort.backwards,
  } satisfies Omit<RowSearch, "limit" | "offset">;
  const { id } = call.caller.organization;
  const find = (within: Pick<RowSearch, "limit" | "offset">) =>
    deps.finder.search(id, definition.kind, { ...search, ...within }, call.now);
  if (read.every(({ from }) => from !== "reading")) return find(span);
  const among = await find({ offset: 0, limit: mostRead });
  if (among.total > mostRead) throw tooMany(read, among.total);
  const passing = createAmongRead(where, sort);
  for await (const { row, text } of shownRows(deps, call, definition, among.ids)) passing.look(row.id, text);
  const ids = passing.ids();
  return { ids: ids.slice(span.offset, span.offset + span.limit), total: ids.length };
}

function readRequest(definition: Kind, { where, sort }: Input): ListRequest {
  const problems: Problem[] = [];
  const filters = where.map(({ field: name, values }, index) => {
    const field = filterOf(definition, name);
    if (field === undefined && name !== ownerFilter)
      problems.push({ field: `where[${index}].field`, message: unknown(name, filterNames(definition)) });
    const wrong = field === undefined ? -1 : values.findIndex((value) => !isPossible(field, value));
    if (wrong >= 0)
      problems.push({
        field: `where[${index}].values[${wrong}]`,
        message: `is no value of ${name}: ${choicesOf(field as Findable)}`,
      });
    return { field, values };
  });
  const backwards = sort.startsWith("-");
  const name = backwards ? sort.slice(1) : sort;
  const by = name === "" ? undefined : sortOf(definition, name);
  if (name !== "" && by === undefined)
    problems.push({ field: "sort", message: unknown(name, sortNames(definition)) });
  if (problems.length > 0) throw unprocessable(problems);
  return {
    where: filters,
    // A kind with its newest rows first is read backwards.
    sort: { by, backwards: by === undefined ? definition.order === "newest_first" : backwards },
  };
}

function unknown(name: string, known: readonly string[]): string {
  const near = nearestOf(name, known);
  return `cannot be ${name.slice(0, 64)}${near === undefined ? "." : `; did you mean ${near}?`} Write one of ${known.join(", ")}`;
}

function choicesOf({ shape }: Findable): string {
  const values = shape.type === "choice" ? shape.choices : ["true", "false"];
  return `write one of ${values.join(", ")}, or "" for none`;
}

function ownersOf(where: ListRequest["where"]): Pick<RowSearch, "managedBy"> {
  const [owners] = where.filter(({ field }) => field === undefined);
  return owners === undefined ? {} : { managedBy: owners.values };
}

function orderOf(by: ListRequest["sort"]["by"]): RowSearch["order"] {
  if (by === undefined) return { by: "own" };
  if (typeof by === "string") return { by };
  return by.from === "reading" ? { by: "own" } : orderBy(by);
}

function wordsOf(q: string): string[] {
  return q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, mostWords);
}

function tooMany(read: readonly Findable[], total: number): Refusal {
  const names = read.filter(({ from }) => from === "reading").map(({ name }) => name);
  return unprocessable([
    {
      field: "where",
      message: `${names.join(" and ")} follows from the hour or from other rows, and is looked for among at most ${mostRead} rows; ${total} are left: add a filter, or words in q`,
    },
  ]);
}
