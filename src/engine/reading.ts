/** The reading half of the engine: rows and lists as the JSON text that every door shows. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Conditions, etagOf, failedCondition, failsMatch, isHeld, weakTag } from "../kernel/etag.ts";
import type { Kind } from "../kernel/kind.ts";
import { idsHint, Refusal } from "../kernel/problem.ts";
import { presentUntil } from "../kernel/staleness.ts";
import { createPause } from "../kernel/time-slices.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { inBatches } from "./batches.ts";
import { type Call, turnOf } from "./context.ts";
import type { Hooks } from "./feature.ts";
import { refuseKind, refuseRow, seesSomeRows, withinLimits } from "./limits.ts";
import { cursorOf, filtersOf, isIdOf, placeAt } from "./list-query.ts";
import { createLongList } from "./long-list.ts";
import type { OperationInput } from "./operation.ts";
import type { LazyRow, Store, StoredRow } from "./ports/rows.ts";
import { completed, renderRow, unsaved, viewOf } from "./render.ts";
import { enterScan } from "./scans.ts";
import { TextAnswer } from "./text-answer.ts";

export interface ReadingOptions {
  readonly store: Store;
  readonly hooks: Hooks;
  /** Most rows in one list. */
  readonly listCap: number;
}

/** Lists with more rows than this are not worth their memory once they are sent. */
const longList = 1_001;
/** A longer text of a list is made anew, so that it does not push everybody else's rows out. */
const longText = 1_048_576;

/** A JSON text holds one byte a character, or two where it has letters beyond Latin-1. */
const maxCharacters = 16 * 1_024 * 1_024;
/** Most lists whose digests are kept: some 200 bytes each. */
const maxDigests = 10_000;

/** A text of rows, or its digest, that holds until time alone makes them read something else. */
interface Rendered {
  readonly text: string;
  /** Milliseconds since 1970; Infinity for ever. */
  readonly until: number;
  /** Of a row: whether time alone has moved nothing of it since its settings were written. */
  readonly isSteady?: boolean;
  /** Of a row: the tag of the text, once somebody asked. */
  tag?: string;
}

/** Reads rows and lists, and keeps what was rendered of them while memory lasts. */
export class Reading {
  readonly #store: Store;
  readonly #hooks: ReadingOptions["hooks"];
  readonly #listCap: number;
  /** Texts by keys that name all that they depend on but time. */
  readonly #rendered = new LRUCache<string, Rendered>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
  /** Digests of lists by the same keys: of those too whose texts are too long to be kept. */
  readonly #digests = new LRUCache<string, Rendered>({ max: maxDigests });

  constructor({ store, hooks, listCap }: ReadingOptions) {
    this.#store = store;
    this.#hooks = hooks;
    this.#listCap = listCap;
  }

  /**
   * One row with its ETag; 304 and nothing of it when If-None-Match names the present version, 412 with it when
   * If-Match names another (RFC 9110 §13.1.1, §13.1.2).
   */
  async get(
    call: Call,
    definition: Kind,
    id: string,
    conditions: Conditions = {},
  ): Promise<TextAnswer<string>> {
    const row = await this.#store.find(call.caller.organization.id, definition.kind, id);
    if (row === undefined && definition.shape !== "setting") throw notFound(definition);
    if (call.caller.limits !== undefined)
      refuseRow(call.caller, definition, row?.read() ?? unsavedSetting(call, definition));
    const etag = etagOf(row?.revision ?? unsaved);
    const stored = row?.read ?? (() => unsavedSetting(call, definition));
    if (failsMatch(conditions, etag))
      throw stale("If-Match", conditions, await this.show(call, definition, stored()), etag);
    const [rendering] = await this.#renderingsOf(call, definition, [row ?? unsavedRow(stored())]);
    const shown = rendering as Rendered;
    shown.tag ??= etagOf(digestOf(shown.text));
    const { text, until, tag } = shown;
    // A row that was moved, and moved back, reads as it did; its ETag was answered with another text in between.
    const hasMoved = row === undefined ? definition.initial !== undefined : row.moved !== false;
    const held = isHeld(conditions, shown.isSteady === true && !hasMoved ? [etag, tag] : [tag]);
    return new TextAnswer(held ? 304 : 200, held ? "{}" : text, etag, row?.managedBy, tag, until);
  }

  /** Rows as JSON, in order. @param keep as of renderingsOf */
  async texts(call: Call, definition: Kind, rows: readonly LazyRow[], keep = true): Promise<string[]> {
    return (await this.#renderingsOf(call, definition, rows, keep)).map(({ text }) => text);
  }

  /**
   * Where time is nothing to it, or nothing yet, a row is rendered once for each version.
   * @param keep false where they are so many that nothing else would be kept next to them
   */
  async #renderingsOf(
    call: Call,
    definition: Kind,
    rows: readonly LazyRow[],
    keep = true,
  ): Promise<readonly Rendered[]> {
    const { id } = call.caller.organization;
    const revealed = await this.#revealedOf(call, definition, rows);
    return rows.map((row, index) => {
      const render = () => renderedRow(definition, row, call.now, revealed?.[index]);
      if (!keep) return render();
      const key = `${id} ${definition.kind} ${row.id} ${row.version} ${JSON.stringify(revealed?.[index])}`;
      const known = this.#rendered.get(key);
      if (known !== undefined && textNow(known, call.now) !== undefined) return known;
      const fresh = render();
      this.#rendered.set(key, fresh);
      return fresh;
    });
  }

  /**
   * A list with its weak ETag, which is the digest of the text: equal exactly where the text is, on every node and
   * whatever moved. 304 where If-None-Match names it. Where the version of the rows leads to a digest that was taken
   * before, no row is read or rendered for that (docs/decisions/0027-tags-of-lists.md).
   */
  async list(
    call: Call,
    definition: Kind,
    query: Pick<OperationInput, "filters" | "etags" | "managedBy" | "limit" | "cursor" | keyof Conditions>,
  ): Promise<TextAnswer> {
    const filters = filtersOf(definition, query.filters ?? {});
    const cap = Math.min(query.limit ?? this.#listCap, this.#listCap);
    const place =
      query.cursor === undefined ? undefined : placeAt(query.cursor, (id) => isIdOf(definition, id));
    const { id, slug, name } = call.caller.organization;
    const head = JSON.stringify({ organization: { id, slug, name } }).slice(0, -1);
    const order = definition.order === "newest_first" ? "newest_first" : "sort_key";
    const limit = cap + 1;
    // What is revealed of a row differs with the level of who reads.
    const level = this.#hooks.of(definition.kind).reveal && call.caller.level;
    const keyOf = (version: string) =>
      `${head} ${definition.kind} list ${query.etags === true} ${query.limit} ${call.isBrief} ${level} ${version}`;
    refuseKind(call.caller, definition);
    const whole =
      filters.length === 0 &&
      query.managedBy === undefined &&
      place === undefined &&
      !seesSomeRows(call.caller);
    if (whole) {
      const key = keyOf(await this.#store.listVersion(id, definition.kind, order, limit, call.now));
      const digest = textNow(this.#digests.get(key), call.now);
      const tag = digest === undefined ? undefined : weakTag(digest);
      if (tag !== undefined && listIsHeld(query, tag)) return notModified(tag);
      const text = textNow(this.#rendered.get(key), call.now);
      if (text !== undefined && tag !== undefined) return new TextAnswer(200, text, undefined, null, tag);
    }
    const leave = await enterScan(call, "unless_kept");
    try {
      const readAll = (after: LazyRow | undefined, most: number) =>
        this.#store.list(id, definition.kind, order, filters, most, call.now, query.managedBy, after);
      const read = withinLimits(call.caller, definition, readAll);
      const { text, until, versions } = await this.#listText(
        call,
        definition,
        head,
        (after, most) => read(after ?? place, most),
        { cap, withEtags: query.etags === true, isPaged: query.limit !== undefined || place !== undefined },
      );
      const digest = digestOf(text);
      if (whole && versions !== undefined) {
        const key = keyOf(listVersion(versions));
        this.#digests.set(key, { text: digest, until });
        if (versions.length <= longList && text.length <= longText) this.#rendered.set(key, { text, until });
      }
      const tag = weakTag(digest);
      return listIsHeld(query, tag) ? notModified(tag) : new TextAnswer(200, text, undefined, null, tag);
    } finally {
      leave();
    }
  }

  /**
   * A list's JSON, and the versions of its rows; undefined where there are more rows than it has room for.
   * @param head the JSON that it begins with, without its end
   */
  async #listText(
    call: Call,
    definition: Kind,
    head: string,
    read: (after: LazyRow | undefined, limit: number) => Promise<readonly LazyRow[]>,
    {
      cap,
      withEtags,
      isPaged,
    }: { readonly cap: number; readonly withEtags: boolean; readonly isPaged: boolean },
  ): Promise<Rendered & { readonly versions: readonly string[] | undefined }> {
    const turn = turnOf(call);
    const pause = createPause(turn);
    const data = createLongList(call);
    const versions: string[] = [];
    const etags: Record<string, string> = {};
    let until = Number.POSITIVE_INFINITY;
    const batches = inBatches<LazyRow>({
      read,
      lengthOf: ({ length }) => length,
      most: cap + 1,
      turn,
    });
    let last: LazyRow | undefined;
    reading: for await (const batch of batches) {
      const shown = batch.slice(0, cap - data.length);
      const renderings = await this.#renderingsOf(call, definition, shown, versions.length < longList);
      versions.push(...batch.map(({ version }) => version));
      for (const [index, row] of shown.entries()) {
        const rendering = renderings[index] as Rendered;
        if (!data.add(rendering.text)) break reading;
        last = row;
        until = Math.min(until, rendering.until);
        if (withEtags) etags[row.id] = etagOf(row.revision);
      }
      await pause();
    }
    const truncated = data.isCut || versions.length > cap;
    const next = isPaged ? { next_cursor: truncated && last ? cursorOf(last) : null } : {};
    const rest = JSON.stringify({ truncated, ...next, ...(withEtags ? { etags } : {}) });
    const text = `${head},"data":${data.text()},${rest.slice(1)}`;
    return { text, until, versions: data.isCut ? undefined : versions };
  }

  /** A row as every door shows it. */
  async show(call: Call, definition: Kind, row: StoredRow): Promise<JsonObject> {
    return renderRow(definition, row, call.now, await this.revealed(call, definition, row));
  }

  /** What the kind's feature makes of the row for the caller; undefined where that is nothing. */
  async revealed({ caller }: Call, { kind }: Kind, row: StoredRow): Promise<JsonObject | undefined> {
    return this.#hooks.of(kind).reveal?.(caller.organization.id, row, caller.level);
  }

  /** Undefined where the kind reveals nothing. */
  #revealedOf(call: Call, definition: Kind, rows: readonly LazyRow[]) {
    if (this.#hooks.of(definition.kind).reveal === undefined) return undefined;
    return Promise.all(rows.map((row) => this.revealed(call, definition, row.read())));
  }
}

function renderedRow(definition: Kind, row: LazyRow, now: Date, revealed: JsonObject | undefined): Rendered {
  const stored = row.read();
  const shown = renderRow(definition, stored, now, revealed);
  const text = JSON.stringify(shown);
  const holds = (at: Date) =>
    Math.min(
      presentUntil(definition.fields, shown, at.getTime()),
      // A moment before it says something else.
      (definition.derivedUntil?.(viewOf(definition, stored), at)?.getTime() ?? Number.POSITIVE_INFINITY) - 1,
    );
  return { text, until: holds(now), isSteady: holds(stored.updatedAt) >= now.getTime() };
}

/** A setting that was never saved, as a row that was read. What its defaults follow from may move. */
function unsavedRow(row: StoredRow): LazyRow {
  const { id, revision, managedBy, configuration } = row;
  return { id, revision, managedBy, version: JSON.stringify(configuration), length: 0, read: () => row };
}

/** What a setting that was never saved is: its defaults. */
export function unsavedSetting(call: Call, definition: Kind): StoredRow {
  const epoch = new Date(0);
  return {
    kind: definition.kind,
    id: definition.kind,
    naturalKey: null,
    configuration: completed(definition, definition.initial?.(call.caller.organization) ?? {}),
    secrets: {},
    state: {},
    revision: unsaved,
    managedBy: null,
    createdAt: epoch,
    updatedAt: epoch,
  };
}

const staleMessages = {
  "If-Match":
    "The row changed after the version that If-Match names; read current, and send its ETag to go on.",
  "If-None-Match":
    "There is a row already, in the version that If-None-Match rules out; it is in current, and nothing was changed.",
} as const;

/**
 * Holds a request to its conditions where it is made to what has no ETag, or a weak one: there is one, and no tag of
 * If-Match names it (RFC 9110 §13.1.1, §13.1.2).
 */
export function refuseUntagged(conditions: Conditions): void {
  const failed = failedCondition(conditions, undefined, true);
  if (failed !== undefined) throw untagged(failed);
}

/**
 * Refuses an If-Match that an action cannot be held to, because what it is about has no ETag: to pass over it would
 * guard nothing.
 */
export function refuseIfMatch({ ifMatch }: Conditions): void {
  if (ifMatch === undefined || ifMatch.any) return;
  throw new Refusal(
    "bad_request",
    "If-Match: what this call is about has no ETag, so there is no version to compare; leave it out.",
    { field: "If-Match" },
  );
}

const untaggedMessages = {
  "If-Match":
    "If-Match: this has no strong ETag that it could name; leave it out, or send it with a call on one row.",
  "If-None-Match":
    "If-None-Match: this call has nothing that could be there already, so that * means nothing; leave it out. A POST never overwrites a row.",
} as const;

function untagged(failed: keyof typeof untaggedMessages): Refusal {
  return new Refusal("precondition_failed", untaggedMessages[failed], { field: failed });
}

/** Whether the caller of a read has what the weak tag stands for already. */
function listIsHeld(conditions: Conditions, tag: string): boolean {
  if (failsMatch(conditions, tag)) throw untagged("If-Match");
  return isHeld(conditions, [tag]);
}

/** The text, where it holds at `now` still. */
function textNow(rendered: Rendered | undefined, now: Date): string | undefined {
  return rendered !== undefined && now.getTime() <= rendered.until ? rendered.text : undefined;
}

/** Differs whenever the text does: 132 bits, which nobody who writes rows can bring to collide. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** The version of a list: of its rows' versions, in order. */
function listVersion(versions: readonly string[]): string {
  return createHash("md5").update(versions.join(" ")).digest("hex");
}

function notModified(tag: string): TextAnswer {
  return new TextAnswer(304, "{}", undefined, null, tag);
}

/** A condition that does not hold, with the row as it is. */
export function stale(
  failed: keyof typeof staleMessages,
  { ifMatch }: Conditions,
  current: JsonObject,
  etag: string,
): Refusal {
  const weak = ifMatch?.any === false ? ifMatch.tags.find((tag) => tag.startsWith("W/")) : undefined;
  if (failed === "If-Match" && weak !== undefined)
    return new Refusal("precondition_failed", weakMessage(weak, etag), { current, etag });
  return new Refusal("precondition_failed", staleMessages[failed], { current, etag });
}

/** A row's own tag is never weak. */
function weakMessage(weak: string, etag: string): string {
  const shown = weak.length > 100 ? `${weak.slice(0, 100)}…` : weak;
  return `If-Match has the weak tag ${shown}, and a weak tag never matches (RFC 9110 §13.1.1). This service gives rows strong tags; a proxy that compresses or changes answers makes weak ones of them, which its operator can switch off. The row's tag is ${etag}: read current, and send that to go on.`;
}

/** The same answer for a row that never was and one of another organization (docs/contract.md, "Order of refusal"). */
export function notFound(definition: Kind): Refusal {
  const hint =
    definition.shape === "setting" ? `; a setting's id is ${definition.kind}` : idsHint(definition.kind);
  return new Refusal("not_found", `There is no such row of ${definition.kind}${hint}.`);
}
