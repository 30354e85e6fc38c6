/**
 * Rows as they would be after the writes that were decided so far. The steps of a write run on it as they run on the
 * database; a commit is kept here, in order, and nothing is stored.
 */

import { sameJson } from "../../kernel/equal.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Written } from "../feature.ts";
import type { Link, PlanRowsReader, RowName } from "../ports/plans.ts";
import {
  type Change,
  type Commit,
  type LinkTarget,
  type Reader,
  type ReferenceLink,
  ServiceNameTaken,
  type StoredRow,
  type WriteRows,
} from "../ports/rows.ts";
import type { Target } from "../write/target.ts";

/** A commit that is kept, with what the kind's hooks write next to it. */
export interface StagedCommit {
  readonly commit: Commit;
  /** What the commit was answered with here. */
  readonly revisions: readonly string[];
  written?: { readonly target: Target; readonly written: Written };
}

/** A row that the stage knows: as it was found, and as it would be. */
export interface StagedRow {
  readonly kind: string;
  readonly id: string;
  readonly before: StoredRow | undefined;
  now: StoredRow | undefined;
}

export interface StageOptions {
  readonly reader: Reader;
  readonly rows: PlanRowsReader;
  readonly organizationId: string;
  readonly now: Date;
}

export class Stage implements WriteRows {
  readonly commits: StagedCommit[] = [];
  readonly #options: StageOptions;
  readonly #known = new Map<string, StagedRow>();
  /** The row that holds a natural key in the database; null: none does. */
  readonly #holders = new Map<string, string | null>();
  /** The row that held it until it ended by itself. */
  readonly #ended = new Map<string, StoredRow>();
  /** The row that would hold it, where that was decided here. */
  readonly #nextHolders = new Map<string, string>();
  readonly #matching = new Map<string, readonly StoredRow[]>();
  readonly #existing = new Map<string, boolean>();
  readonly #links = new Map<string, readonly Link[]>();
  /** By kind, the rows that were changed here. */
  readonly #changed = new Map<string, Set<StagedRow>>();
  /** By row, whom the rows that were changed here point at; and by target, which of them do. */
  readonly #pointing = new Map<string, readonly ReferenceLink[]>();
  readonly #pointedAt = new Map<string, Set<StagedRow>>();
  /** Rows that a decision is still to come of. */
  readonly #awaited = new Set<string>();
  #revisions = 0;

  constructor(options: StageOptions) {
    this.#options = options;
  }

  get executor() {
    return this.#options.reader.executor;
  }

  /** The rows that were changed here, kind by kind. */
  get changed(): readonly StagedRow[] {
    return [...this.#changed.values()].flatMap((rows) => [...rows]);
  }

  /**
   * Decisions on these rows are still to come. Until then no rule compares another row with what they were: they are
   * compared with it when it is their turn.
   */
  expect(rows: readonly RowName[]): void {
    for (const { kind, id } of rows) this.#awaited.add(nameOf(kind, id));
  }

  /** The row is being decided. */
  settle({ kind, id }: RowName): void {
    this.#awaited.delete(nameOf(kind, id));
  }

  /** What the stage knows of a row already. */
  peek(kind: string, id: string): StagedRow | undefined {
    return this.#known.get(nameOf(kind, id));
  }

  /** The id of the row that holds a natural key in the database, as far as the stage has read it. */
  holderOf(kind: string, key: string): string | undefined {
    return this.#holders.get(nameOf(kind, key)) ?? undefined;
  }

  /** The row that had a natural key until it ended by itself, as far as the stage has read it. */
  endedHolderOf(kind: string, key: string): StoredRow | undefined {
    return this.#ended.get(nameOf(kind, key));
  }

  /** Rows that were read in one go, so that the steps need not ask for each. */
  learn(rows: readonly StoredRow[]): void {
    for (const row of rows) {
      this.#remember(row.kind, row.id, row);
      if (row.naturalKey !== null) this.#holders.set(nameOf(row.kind, row.naturalKey), row.id);
    }
  }

  /** Reads the holders of these natural keys in one go. */
  async learnKeys(keys: readonly { readonly kind: string; readonly key: string }[]): Promise<void> {
    const unknown = distinct(keys, ({ kind, key }) => nameOf(kind, key), this.#holders);
    if (unknown.length === 0) return;
    for (const { kind, key } of unknown) this.#holders.set(nameOf(kind, key), null);
    const { rows, organizationId, now } = this.#options;
    const found = await rows.byKeys(organizationId, unknown, now);
    this.learn(found.flatMap(({ row, ended }) => (ended ? [] : [row])));
    for (const { row, ended } of found) {
      if (!ended || row.naturalKey === null) continue;
      this.#remember(row.kind, row.id, row);
      this.#ended.set(nameOf(row.kind, row.naturalKey), row);
    }
  }

  /** Reads these rows in one go. */
  async learnRows(names: readonly RowName[]): Promise<void> {
    const unknown = distinct(names, ({ kind, id }) => nameOf(kind, id), this.#known);
    if (unknown.length === 0) return;
    this.learn(await this.#options.rows.byIds(this.#options.organizationId, unknown));
    for (const { kind, id } of unknown) this.#remember(kind, id, undefined);
  }

  /** Reads whether these rows are there, in one go. */
  async learnExisting(names: readonly LinkTarget[]): Promise<void> {
    const unread = distinct(names, ({ toKind, toId }) => nameOf(toKind, toId), this.#existing);
    const unknown = unread.filter(({ toKind, toId }) => !this.#known.get(nameOf(toKind, toId))?.before);
    if (unknown.length === 0) return;
    const found = await this.#options.reader.existing(this.#options.organizationId, unknown);
    for (const { toKind, toId } of unknown)
      this.#existing.set(nameOf(toKind, toId), found.has(`${toKind}/${toId}`));
  }

  /** Reads who points at these rows, in one go, and the rows among them that would go with these. */
  async learnReferrers(names: readonly RowName[]): Promise<void> {
    const unknown = distinct(names, ({ kind, id }) => nameOf(kind, id), this.#links);
    if (unknown.length === 0) return;
    for (const { kind, id } of unknown) this.#links.set(nameOf(kind, id), []);
    for (const link of await this.#options.rows.referrers(this.#options.organizationId, unknown)) {
      const name = nameOf(link.toKind, link.toId);
      this.#links.set(name, [...(this.#links.get(name) ?? []), link]);
    }
    const following = unknown.flatMap(({ kind, id }) => this.#links.get(nameOf(kind, id)) ?? []);
    await this.learnRows(following.filter(({ cascade }) => cascade));
  }

  /** A row that would be there if its own problems were fixed: what points at it has no problem for that. */
  assume(kind: string, id: string): void {
    this.#existing.set(nameOf(kind, id), true);
  }

  async row(_organizationId: string, kind: string, id: string): Promise<StoredRow | undefined> {
    await this.learnRows([{ kind, id }]);
    return this.#known.get(nameOf(kind, id))?.now;
  }

  async rowByKey(_organizationId: string, kind: string, naturalKey: string): Promise<StoredRow | undefined> {
    const name = nameOf(kind, naturalKey);
    await this.learnKeys([{ kind, key: naturalKey }]);
    const next = this.#nextHolders.get(name);
    const id = next ?? this.#holders.get(name);
    if (id === null || id === undefined) return undefined;
    const row = this.#known.get(nameOf(kind, id))?.now;
    return row?.naturalKey === naturalKey ? row : undefined;
  }

  async rowsMatching(organizationId: string, kind: string, match: JsonObject): Promise<readonly StoredRow[]> {
    const name = nameOf(kind, JSON.stringify(match));
    const stored =
      this.#matching.get(name) ?? (await this.#options.reader.rowsMatching(organizationId, kind, match));
    this.#matching.set(name, stored);
    this.learn(stored);
    const changed = [...(this.#changed.get(kind) ?? [])];
    const moved = new Set(changed.map(({ id }) => id));
    const matching = changed.flatMap(({ now }) =>
      now !== undefined &&
      Object.entries(match).every(([field, value]) => sameJson(now.configuration[field] ?? null, value))
        ? [now]
        : [],
    );
    const standing = stored.filter(({ id }) => !moved.has(id) && !this.#awaited.has(nameOf(kind, id)));
    return [...standing, ...matching];
  }

  /** As they are stored: no step of a write asks. */
  keysLike(organizationId: string, kind: string, keys: readonly string[]) {
    return this.#options.reader.keysLike(organizationId, kind, keys);
  }

  /** As they are stored: what the whole plan comes to is counted when all of it is decided. */
  count(organizationId: string, kind: string): Promise<number> {
    return this.#options.reader.count(organizationId, kind);
  }

  async existing(_organizationId: string, targets: readonly LinkTarget[]): Promise<ReadonlySet<string>> {
    await this.learnExisting(targets);
    const there = targets.filter(({ toKind, toId }) => {
      const known = this.#known.get(nameOf(toKind, toId));
      if (known?.now !== undefined) return true;
      return known?.before === undefined && this.#existing.get(nameOf(toKind, toId)) === true;
    });
    return new Set(there.map(({ toKind, toId }) => `${toKind}/${toId}`));
  }

  async referrers(_organizationId: string, kind: string, id: string): ReturnType<Reader["referrers"]> {
    await this.learnReferrers([{ kind, id }]);
    const stored = (this.#links.get(nameOf(kind, id)) ?? []).filter((link) => {
      const known = this.#known.get(nameOf(link.kind, link.id));
      return known === undefined || known.now === known.before;
    });
    const fresh = [...(this.#pointedAt.get(nameOf(kind, id)) ?? [])].flatMap((row) =>
      (this.#pointing.get(nameOf(row.kind, row.id)) ?? [])
        .filter(({ toKind, toId }) => toKind === kind && toId === id)
        .map(({ field, cascade }) => ({ kind: row.kind, id: row.id, field, cascade })),
    );
    return [...stored, ...fresh];
  }

  async commit(commit: Commit): Promise<readonly string[]> {
    const { organizationId, serviceName } = commit;
    if (serviceName !== undefined && serviceName.value !== null) {
      if (await this.#options.rows.isTaken(organizationId, serviceName)) throw new ServiceNameTaken();
    }
    const revisions = commit.changes.map((change) => this.#apply(change));
    this.commits.push({ commit, revisions });
    return revisions;
  }

  /** Keeps what is written next to the row of the last commit, to be done when that is stored. */
  keep(target: Target, written: Written): void {
    const last = this.commits.at(-1);
    if (last === undefined) throw new Error("nothing was committed yet");
    last.written = { target, written };
  }

  #apply(change: Change): string {
    const { kind, id } = "row" in change ? change.row : change;
    const staged = this.#known.get(nameOf(kind, id)) ?? this.#remember(kind, id, undefined);
    this.#changed.set(kind, (this.#changed.get(kind) ?? new Set()).add(staged));
    if (change.op === "delete") {
      staged.now = undefined;
      this.#point(staged, []);
      return change.expected;
    }
    if (change.op === "state")
      throw new Error(`a plan moves no state by itself, as ${change.audit.action} would`);
    const { row } = change;
    this.#revisions += 1;
    const revision = `${stagedMark}${this.#revisions}`;
    const { naturalKey, configuration, secrets, at } = row;
    staged.now = {
      kind,
      id,
      naturalKey,
      configuration,
      secrets,
      state: { ...staged.now?.state, ...row.state },
      revision,
      managedBy: staged.now?.managedBy ?? null,
      createdAt: staged.now?.createdAt ?? at,
      updatedAt: at,
    };
    if (naturalKey !== null) this.#nextHolders.set(nameOf(kind, naturalKey), id);
    this.#point(staged, row.references);
    return revision;
  }

  #point(row: StagedRow, links: readonly ReferenceLink[]): void {
    this.#pointing.set(nameOf(row.kind, row.id), links);
    for (const { toKind, toId } of links) {
      const name = nameOf(toKind, toId);
      this.#pointedAt.set(name, (this.#pointedAt.get(name) ?? new Set()).add(row));
    }
  }

  #remember(kind: string, id: string, row: StoredRow | undefined): StagedRow {
    const name = nameOf(kind, id);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const staged: StagedRow = { kind, id, before: row, now: row };
    this.#known.set(name, staged);
    return staged;
  }
}

/** What revisions begin with that no row has yet. */
const stagedMark = "staged ";

function nameOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** Those that are not known yet, each once: a request may name one row a thousand times, and it is read once. */
function distinct<T>(all: readonly T[], name: (one: T) => string, known: ReadonlyMap<string, unknown>): T[] {
  const unknown = all.filter((one) => !known.has(name(one)));
  return [...new Map(unknown.map((one) => [name(one), one])).values()];
}
