/** A page of a list (RFC 7644 §3.4.2). */
import type { JsonObject } from "../../../kernel/validate.ts";
import { mostListed } from "./discovery.ts";
import { invalidValue, ScimFault } from "./fault.ts";
import { type Projection, projected } from "./filter.ts";

export interface ListRequest extends Projection {
  readonly filter: string | undefined;
  readonly startIndex: number;
  readonly count: number;
}

/** What a list is made of. */
interface Source<T> {
  count(): Promise<number>;
  page(limit: number, offset: number): Promise<readonly T[]>;
  render(entries: readonly T[]): Promise<JsonObject[]>;
  /** What the filter takes; left out: all. */
  matches?(resource: JsonObject): boolean;
  /** All that the filter takes, where that is found without looking at each. */
  readonly found?: readonly T[];
}

const usualCount = 100;
const scanPage = 500;
/** Most resources that one filter looks at. */
const mostScanned = 50_000;

type Query = Readonly<Record<string, unknown>>;

/** @param query the query of a GET, or the body of a search */
export function readListRequest(query: Query): ListRequest {
  const { filter } = query;
  if (filter !== undefined && typeof filter !== "string") throw invalidValue("filter is a text.");
  return {
    filter: filter === undefined || filter.trim() === "" ? undefined : filter,
    startIndex: Math.max(1, wholeOf(query, "startIndex", 1)),
    count: Math.min(mostListed, Math.max(0, wholeOf(query, "count", usualCount))),
    ...readProjection(query),
  };
}

export function readProjection(query: Query): Projection {
  return { attributes: namesOf(query.attributes), excluded: namesOf(query.excludedAttributes) };
}

export async function answerList<T>(request: ListRequest, source: Source<T>): Promise<JsonObject> {
  const { startIndex, count } = request;
  const { found, matches } = source;
  if (found !== undefined) return listed(request, found.length, await source.render(partOf(found, request)));
  if (matches === undefined)
    return listed(
      request,
      await source.count(),
      count === 0 ? [] : await source.render(await source.page(count, startIndex - 1)),
    );
  const all: JsonObject[] = [];
  for (let offset = 0; ; offset += scanPage) {
    if (offset >= mostScanned)
      throw new ScimFault(
        "bad_request",
        "tooMany",
        `There are more than ${mostScanned} to look through; filter by userName, externalId or id.`,
      );
    const entries = await source.page(scanPage, offset);
    all.push(...(await source.render(entries)).filter((resource) => matches(resource)));
    if (entries.length < scanPage) break;
  }
  return listed(request, all.length, partOf(all, request));
}

function partOf<T>(all: readonly T[], { startIndex, count }: ListRequest): readonly T[] {
  return all.slice(startIndex - 1, startIndex - 1 + count);
}

function listed(request: ListRequest, total: number, resources: readonly JsonObject[]): JsonObject {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex: request.startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((one) => projected(one, request)),
  };
}

function wholeOf(query: Query, name: string, usual: number): number {
  const value = query[name];
  if (value === undefined || value === null || value === "") return usual;
  if (!/^-?\d{1,9}$/.test(String(value))) throw invalidValue(`${name} is a whole number.`);
  return Number(value);
}

/** In a query by commas, in a body a list. */
function namesOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  return all.map((name) => String(name).trim()).filter((name) => name !== "");
}
