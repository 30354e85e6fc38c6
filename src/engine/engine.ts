/**
 * The only path by which rows are read or changed, at every door. A write goes through these steps, in
 * this order, whatever the kind: parse → load → precondition → conflict → prepare → check → references
 * → commit. Authentication, address, plan and level come before, at the gate.
 */

import { sameJson } from "../kernel/equal.ts";
import { type Conditions, etagOf, failedCondition } from "../kernel/etag.ts";
import { newId } from "../kernel/ids.ts";
import { idsHint, type Problem, Refusal, unprocessable } from "../kernel/problem.ts";
import { fieldsOf, type Resource } from "../kernel/resource.ts";
import type { PartialConfigurationOf, StateOf } from "../kernel/row-types.ts";
import { type JsonObject, type Parsed, parseBody } from "../kernel/validate.ts";
import type { Call } from "./context.ts";
import { type Draft, draftOf, echoProblems, type Findings, newRowOf, viewOfDraft } from "./draft.ts";
import type {
  AuditEntry,
  Change,
  FieldChange,
  Reader,
  ReferenceLink,
  Store,
  StoredRow,
  Vault,
  Writer,
} from "./ports/rows.ts";
import {
  createReading,
  isPreloaded,
  notFound,
  type ReadingOptions,
  refuseUntagged,
  stale,
  unsavedSetting,
} from "./reading.ts";
import { completed, renderRow, unsaved, viewOf } from "./render.ts";
import { naturalKeyOf, pointing, referencesOf } from "./row-facts.ts";

export interface EngineOptions extends ReadingOptions {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly store: Store;
  readonly vault: Vault;
  /** Told after every commit, so that sealing and deliveries need not wait for their timer. */
  readonly onCommit?: () => void;
}

export interface RowAnswer {
  readonly status: 200 | 201;
  readonly row: JsonObject;
  readonly etag: string;
}

/** What an action that is no verb makes of one row. */
export interface Amendment<D extends Resource = Resource> {
  /** The action's name, for the record. */
  readonly action: string;
  readonly conditions?: Conditions;
  /** Sees the row as it stands; called again when another writer was faster. */
  of(row: StoredRow): {
    readonly state: StateOf<D>;
    /** Settings that move too. Without any, not even an empty object, the ETag and updated_at stay. */
    readonly configuration?: PartialConfigurationOf<D>;
    readonly changes: readonly FieldChange[];
  };
}

/** Load-and-decide rounds before a write that keeps losing its race takes the row's lock. */
const optimisticAttempts = 3;
const maxAttempts = 10;

export type Engine = ReturnType<typeof createEngine>;

export function createEngine(options: EngineOptions) {
  const { resources, store, vault, capabilities } = options;
  const { get, list, show, joinedOf } = createReading(options);

  async function create(
    call: Call,
    resource: Resource,
    body: JsonObject,
    conditions: Conditions = {},
  ): Promise<RowAnswer> {
    const parsed = parseBody(fieldsOf(resource), body, "create");
    if (parsed.problems.length > 0) throw unprocessable(parsed.problems);
    refuseUntagged(conditions);
    const id =
      resource.derivedId === undefined
        ? newId(resource.idPrefix)
        : resource.derivedId.format(resource.naturalKey.map((name) => String(parsed.configuration[name])));
    // Nothing of it depends on what is stored, and it may take long: no transaction waits for it.
    const fresh = { id, before: undefined, parsed, findings: new Map() };
    const draft = await draftOf(resource, vault, { ...request(call), ...fresh });
    return decide(call, resource, parsed, async (writer) => {
      await refuseTakenKey(writer, call, resource, draft);
      return finish(writer, call, resource, draft, "create");
    });
  }

  async function update(
    call: Call,
    resource: Resource,
    id: string,
    body: JsonObject,
    conditions: Conditions = {},
  ): Promise<RowAnswer> {
    const parsed = await parseUpdate(call, resource, id, body);
    const named = Object.keys({ ...parsed.configuration, ...parsed.secrets });
    if (resource.refusals?.empty && named.length === 0) throw nothingNamed();
    const findings: Findings = new Map();
    const drafted = (before: StoredRow) =>
      draftOf(resource, vault, { ...request(call), id, before, parsed, findings });
    if (resource.examine !== undefined) {
      // What takes long is looked at here, because in a transaction it would keep a connection from others.
      const row = await load(store, call, resource, id, call.preloaded);
      if (row !== undefined) {
        await refuseStale(call, resource, row, conditions);
        await drafted(row);
      }
    }
    let preloaded = call.preloaded;
    return decide(call, resource, parsed, async (writer) => {
      const before = await load(writer, call, resource, id, preloaded);
      preloaded = undefined; // a second round must see the row as it is by then
      if (before === undefined) return upsert(writer, call, resource, id, parsed, conditions);
      await refuseStale(call, resource, before, conditions);
      const draft = await drafted(before);
      const renamed =
        naturalKeyOf(resource, before.configuration) !== naturalKeyOf(resource, draft.configuration);
      if (renamed) await refuseTakenKey(writer, call, resource, draft);
      const joined = await joinedOf(call, resource, before);
      const problems = echoProblems(resource, before, parsed, call.now, joined);
      if (problems.length > 0) throw unprocessable(problems);
      if (resource.refusals?.empty && named.every((name) => resource.fields[name]?.fixed))
        throw nothingNamed();
      const [key] = resource.naturalKey;
      if (resource.refusals?.sameKey && key !== undefined && key in parsed.configuration && !renamed) {
        throw unprocessableFor(
          "no_change",
          key,
          `is already "${String(parsed.configuration[key])}"; send another value`,
        );
      }
      // The first save keeps what the caller wrote, defaults or not, so that the export has it.
      const saves = before.revision === unsaved && named.length > 0;
      if (draft.changes.length === 0 && !saves) {
        return {
          status: 200,
          row: renderRow(resource, before, call.now, joined),
          etag: etagOf(before.revision),
        };
      }
      return finish(writer, call, resource, draft, "update");
    });
  }

  async function remove(
    call: Call,
    resource: Resource,
    id: string,
    conditions: Conditions = {},
  ): Promise<JsonObject> {
    let preloaded = call.preloaded;
    const gone = await attempt(resource, [], async (writer) => {
      const row = await load(writer, call, resource, id, preloaded);
      preloaded = undefined;
      if (row === undefined) throw notFound(resource, id);
      await refuseStale(call, resource, row, conditions);
      const referrers = await writer.referrers(call.caller.organization.id, resource.kind, id);
      const holding = referrers.filter((referrer) => !referrer.cascade);
      if (holding.length > 0) throw inUse(resource, await show(call, resource, row), row, holding);
      const changes: Change[] = [];
      for (const { resource: kind, id: followerId } of referrers) {
        const follower = await writer.row(call.caller.organization.id, kind, followerId);
        if (follower !== undefined)
          changes.push(deletion(call, follower, resources[kind]?.actionNames.delete ?? kind));
      }
      changes.push(deletion(call, row, resource.actionNames.delete));
      const done = await writer.commit({ organizationId: call.caller.organization.id, changes });
      if (typeof done === "string") return undefined;
      await capabilities[resource.kind]?.alongside?.(call, { before: row, after: undefined });
      return row;
    });
    options.onCommit?.();
    return (await capabilities[resource.kind]?.deleted?.(call, gone)) ?? { id, deleted: true };
  }

  /** A change of one row, with its record, that no verb makes. */
  function amend<D extends Resource>(
    call: Call,
    resource: D,
    id: string,
    amendment: Amendment<D>,
  ): Promise<RowAnswer>;
  async function amend(call: Call, resource: Resource, id: string, amendment: Amendment): Promise<RowAnswer> {
    const amended = await attempt(resource, [], async (writer) => {
      const before = await load(writer, call, resource, id, undefined);
      if (before === undefined) throw notFound(resource, id);
      await refuseStale(call, resource, before, amendment.conditions ?? {});
      const { state, configuration, changes } = amendment.of(before);
      const audit = entry(call, amendment.action, resource.kind, id, changes);
      const rewritten = { ...completed(resource, before.configuration), ...configuration };
      const draft = { id, before, configuration: rewritten, secrets: before.secrets, state, changes };
      const row = newRowOf(resource, draft, call.now);
      const fresh = before.revision === unsaved;
      const change: Change =
        configuration === undefined
          ? { op: "state", kind: resource.kind, id, state, expected: before.revision, audit }
          : fresh
            ? { op: "insert", row, audit }
            : { op: "update", row, expected: before.revision, audit };
      const revisions = await writer.commit({
        organizationId: call.caller.organization.id,
        changes: [change],
      });
      if (typeof revisions === "string") return undefined;
      const merged = { ...before, state: { ...before.state, ...state } };
      return configuration === undefined
        ? merged
        : { ...merged, configuration: rewritten, revision: revisions[0] as string, updatedAt: call.now };
    });
    options.onCommit?.();
    return { status: 200, row: await show(call, resource, amended), etag: etagOf(amended.revision) };
  }

  /**
   * The fields that an update names. What the row holds already may be sent back as it is, although a rule that
   * came later would refuse it: GET, edit and PUT works at any time.
   */
  async function parseUpdate(call: Call, resource: Resource, id: string, body: JsonObject): Promise<Parsed> {
    const parsed = parseBody(fieldsOf(resource), body, "update");
    if (parsed.problems.length === 0) return parsed;
    const row = await load(store, call, resource, id, call.preloaded);
    const kept = Object.entries(row?.configuration ?? {}).filter(
      ([name, value]) => Object.hasOwn(body, name) && sameJson(value, body[name]),
    );
    const rest = Object.entries(body).filter(([name]) => !kept.some(([same]) => same === name));
    const again = parseBody(fieldsOf(resource), Object.fromEntries(rest), "update");
    if (again.problems.length > 0) throw unprocessable(parsed.problems);
    return { ...again, configuration: { ...again.configuration, ...Object.fromEntries(kept) } };
  }

  /** The row that a write needs; a setting that was never saved stands in with its defaults. */
  async function load(
    reader: Reader,
    call: Call,
    resource: Resource,
    id: string,
    preloaded: Call["preloaded"],
  ): Promise<StoredRow | undefined> {
    const row = isPreloaded(preloaded, resource, id)
      ? preloaded.row?.read()
      : await reader.row(call.caller.organization.id, resource.kind, id);
    return row ?? (resource.shape === "setting" ? unsavedSetting(call, resource) : undefined);
  }

  async function upsert(
    writer: Writer,
    call: Call,
    resource: Resource,
    id: string,
    parsed: Parsed,
    conditions: Conditions,
  ): Promise<RowAnswer | undefined> {
    const key = resource.derivedId?.parse(id);
    if (key === undefined || failedCondition(conditions, undefined) !== undefined)
      throw notFound(resource, id);
    const wrong = Object.entries(parsed.echoes).map(([name]) => ({
      field: name,
      message: "is read-only; leave it out",
    }));
    for (const [name, value] of Object.entries(key)) {
      const sent = parsed.configuration[name];
      if (sent !== undefined && sent !== value)
        wrong.push({ field: name, message: `must be what the id says: "${String(value)}"` });
    }
    if (wrong.length > 0) throw unprocessable(wrong);
    const whole = parseBody(
      resource.fields,
      { ...parsed.configuration, ...parsed.secrets, ...key },
      "create",
    );
    if (whole.problems.length > 0) throw unprocessable(whole.problems);
    const fresh = { id, before: undefined, parsed: whole, findings: new Map() };
    const draft = await draftOf(resource, vault, { ...request(call), ...fresh });
    const made = await finish(writer, call, resource, draft, "create");
    // The contract's word for this PUT, whether or not there was a row.
    return made && { ...made, status: 200 };
  }

  /** Rules, references, and the commit itself. Undefined: the race was lost, decide again. */
  async function finish(
    writer: Writer,
    call: Call,
    resource: Resource,
    draft: Draft,
    verb: "create" | "update",
  ): Promise<RowAnswer | undefined> {
    const { organization } = call.caller;
    const before = draft.before === undefined ? undefined : viewOf(resource, draft.before);
    const row = newRowOf(resource, draft, call.now);
    const links = row.references;
    const linksBefore = draft.before === undefined ? [] : referencesOf(resource, draft.before.configuration);
    const neighbours = await neighboursOf(writer, call, resource, draft);
    const problems = [
      ...(resource.check?.(viewOfDraft(resource, draft), before, moment(call), neighbours) ?? []),
    ];
    if (problems.length === 0)
      problems.push(...((await capabilities[resource.kind]?.admit?.(call, draft.configuration)) ?? []));
    if (problems.length === 0)
      problems.push(...(await missingReferences(writer, organization.id, links, linksBefore)));
    if (problems.length > 0) throw unprocessable(problems);

    const fresh = draft.before === undefined || draft.before.revision === unsaved;
    const audit = entry(call, resource.actionNames[verb], resource.kind, draft.id, draft.changes);
    const demoted = await demotions(writer, call, resource, draft);
    const revisions = await writer.commit({
      organizationId: organization.id,
      changes: [
        ...demoted,
        fresh || draft.before === undefined
          ? { op: "insert", row, audit }
          : {
              op: "update",
              row,
              expected: draft.before.revision,
              sameReferences: JSON.stringify(links) === JSON.stringify(linksBefore),
              audit,
            },
      ],
      ...(resource.organization === undefined
        ? {}
        : { organization: resource.organization(draft.configuration) }),
      ...serviceNameOf(resource, draft),
    });
    if (revisions === "raced") return undefined;
    if (revisions === "taken") {
      throw unprocessableFor(
        "taken",
        resource.serviceUnique ?? "",
        "is taken by another organization; choose another",
      );
    }
    const stored: StoredRow = {
      ...row,
      state: { ...draft.before?.state, ...row.state },
      revision: revisions[revisions.length - 1] as string,
      createdAt: fresh ? call.now : (draft.before?.createdAt ?? call.now),
      updatedAt: call.now,
    };
    await capabilities[resource.kind]?.alongside?.(call, { before: draft.before, after: stored });
    return {
      status: fresh ? 201 : 200,
      row: renderRow(resource, stored, call.now, await joinedOf(call, resource, stored)),
      etag: etagOf(stored.revision),
    };
  }

  /** Runs a write until it neither loses a race nor is refused. */
  async function decide(
    call: Call,
    resource: Resource,
    parsed: Parsed,
    work: (writer: Writer) => Promise<RowAnswer | undefined>,
  ): Promise<RowAnswer> {
    const answer = await attempt(resource, locksOf(call, resource, parsed), work);
    options.onCommit?.();
    return answer;
  }

  async function attempt<T>(
    resource: Resource,
    locks: readonly string[],
    work: (writer: Writer) => Promise<T | undefined>,
  ): Promise<T> {
    const joint = capabilities[resource.kind]?.alongside !== undefined;
    for (let round = 1; round <= maxAttempts; round += 1) {
      const locked = joint || locks.length > 0 || round > optimisticAttempts;
      const result = locked ? await store.transaction(locks, work) : await work(store);
      if (result !== undefined) return result;
    }
    throw new Refusal("unavailable", "The row is changing too fast to be written; try again.", {
      retryAfterSeconds: 1,
    });
  }

  /**
   * Refuses a call that names another version of a row than the present one; for what moves no version itself.
   * The row is read anew: in a transaction that locks it, so that it keeps its version to the transaction's end.
   */
  async function hold(call: Call, resource: Resource, id: string, conditions: Conditions): Promise<void> {
    const row = await load(store, call, resource, id, undefined);
    if (row === undefined) throw notFound(resource, id);
    await refuseStale(call, resource, row, conditions);
  }

  async function refuseStale(
    call: Call,
    resource: Resource,
    row: StoredRow,
    conditions: Conditions,
  ): Promise<void> {
    const etag = etagOf(row.revision);
    // To a write that must not overwrite, a setting that was never saved is not there.
    const failed = failedCondition(conditions, etag, row.revision !== unsaved);
    if (failed !== undefined) throw stale(failed, await show(call, resource, row), etag);
  }

  async function refuseTakenKey(reader: Reader, call: Call, resource: Resource, draft: Draft): Promise<void> {
    const key = naturalKeyOf(resource, draft.configuration);
    if (key === null) return;
    const holder = await reader.rowByKey(call.caller.organization.id, resource.kind, key, call.now);
    if (holder === undefined || holder.id === draft.before?.id) return;
    const names = resource.naturalKey.join(" and ");
    throw new Refusal(
      "conflict",
      `A row of ${resource.kind} with this ${names} exists already; it is in current, and nothing was changed.`,
      { current: await show(call, resource, holder), etag: etagOf(holder.revision) },
    );
  }

  return { get, list, create, update, remove, amend, hold, show };
}

function request(call: Call) {
  return { organizationId: call.caller.organization.id, moment: moment(call) };
}

function moment(call: Call) {
  return { now: call.now, actor: call.caller.actor, address: call.address };
}

/** Rules that read several rows take their locks first, so that they neither race nor deadlock. */
function locksOf(call: Call, resource: Resource, parsed: Parsed): string[] {
  const { oneDefault, neighbours } = resource;
  const takesPlace = oneDefault !== undefined && parsed.configuration[oneDefault.field] === true;
  return takesPlace || neighbours !== undefined ? [`${call.caller.organization.id}/${resource.kind}`] : [];
}

async function neighboursOf(
  reader: Reader,
  call: Call,
  resource: Resource,
  draft: Draft,
): Promise<JsonObject[]> {
  if (resource.neighbours === undefined) return [];
  const match = pick(draft.configuration, resource.neighbours);
  const rows = await reader.rowsMatching(call.caller.organization.id, resource.kind, match);
  return rows.filter((row) => row.id !== draft.id).map((row) => completed(resource, row.configuration));
}

/** The row that held the default's place gives it up in the same commit, with a record of its own. */
async function demotions(reader: Reader, call: Call, resource: Resource, draft: Draft): Promise<Change[]> {
  const { oneDefault } = resource;
  if (oneDefault === undefined || draft.configuration[oneDefault.field] !== true) return [];
  const match = { ...pick(draft.configuration, oneDefault.per), [oneDefault.field]: true };
  const holders = await reader.rowsMatching(call.caller.organization.id, resource.kind, match);
  return holders
    .filter((holder) => holder.id !== draft.id)
    .map((holder) => {
      const configuration = { ...holder.configuration, [oneDefault.field]: false };
      const changes = [{ field: oneDefault.field, before: true, after: false }];
      const demoted = {
        id: holder.id,
        before: holder,
        configuration,
        secrets: holder.secrets,
        state: {},
        changes,
      };
      return {
        op: "update",
        row: newRowOf(resource, demoted, call.now),
        expected: holder.revision,
        audit: entry(call, resource.actionNames.update, resource.kind, holder.id, changes),
      };
    });
}

async function missingReferences(
  reader: Reader,
  organizationId: string,
  links: readonly ReferenceLink[],
  before: readonly ReferenceLink[],
): Promise<Problem[]> {
  const known = new Set(before.map((link) => `${link.toKind}/${link.toId}`));
  const fresh = links.filter((link) => !known.has(`${link.toKind}/${link.toId}`));
  if (fresh.length === 0) return [];
  const existing = await reader.existing(organizationId, fresh);
  return fresh
    .filter((link) => !existing.has(`${link.toKind}/${link.toId}`))
    .map((link) => ({
      field: link.field,
      message: `names no row of ${link.toKind}${idsHint(link.toKind)}`,
      reason: "missing_reference",
    }));
}

function serviceNameOf(resource: Resource, draft: Draft) {
  const field = resource.serviceUnique;
  if (field === undefined) return {};
  const value = draft.configuration[field];
  return { serviceName: { kind: resource.kind, field, value: typeof value === "string" ? value : null } };
}

function deletion(call: Call, row: StoredRow, action: string): Change {
  const changes: FieldChange[] = [
    ...Object.entries(row.configuration).flatMap(([field, before]) =>
      before === null ? [] : [{ field, before, after: null }],
    ),
    ...Object.keys(row.secrets).map((field) => ({ field, secret: "cleared" as const })),
  ];
  return {
    op: "delete",
    kind: row.kind,
    id: row.id,
    expected: row.revision,
    audit: entry(call, action, row.kind, row.id, changes),
  };
}

/** The audit record of what this call did, or was refused. */
export function entry(
  call: Call,
  action: string,
  resource: string,
  rowId: string,
  changes: readonly FieldChange[],
  outcome: AuditEntry["outcome"] = "success",
): AuditEntry {
  const { door, requestId, address } = call;
  return {
    at: call.now,
    actor: call.caller.actor,
    door,
    action,
    resource,
    rowId,
    outcome,
    changes,
    requestId,
    address,
  };
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
}

function inUse(
  resource: Resource,
  current: JsonObject,
  row: StoredRow,
  references: readonly { resource: string; id: string; field: string }[],
): Refusal {
  return new Refusal(
    "conflict",
    `This row of ${resource.kind} cannot be deleted: ${pointing(references)} at it; see references, and change those first.`,
    {
      reason: "in_use",
      current,
      etag: etagOf(row.revision),
      references: references.map(({ resource, id, field }) => ({ resource, id, field })),
    },
  );
}

function nothingNamed(): Refusal {
  return unprocessableFor("no_fields", "id", "name at least one field to change beside the id");
}

function unprocessableFor(reason: string, field: string, message: string): Refusal {
  return unprocessable([{ field, message, reason }]);
}
