/**
 * What alerts come from is deleted, or switched off, while some of them are open: nobody could say when those end. They
 * end with it, on record as what they are, and not as though somebody had measured it.
 */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import type { Judge, Judgement, KindHooks, RowMove, Written } from "../../../engine/feature.ts";
import type { StoredRow, Writer } from "../../../engine/ports/rows.ts";
import { nothingMore } from "../delivery/index.ts";
import { type AlertDeps, lockOf } from "./deps.ts";
import type { AlertSource } from "./held-ends-store.ts";
import { endAlerts } from "./upkeep.ts";

/** Alerts that are ended in one go. */
const batch = 1_000;

/** A kind of rows that alerts come from, and what one is called. */
interface Kind {
  readonly kind: string;
  readonly noun: string;
}

/** @param of rows whose ids stand at their alerts as `connector_id`; whether they raise them, or pass on those of others */
export function endsWithSource(deps: AlertDeps, of: OfSources) {
  return endsWith(deps, of, (id) => ({ connectorId: id }), endsSource(of));
}

function endsSource({ raises }: { readonly raises: boolean }) {
  return (move: Move) => isDeleted(move) || (raises && isSwitchedOff(move));
}

const endsRow = (move: Move) => isDeleted(move) || isSwitchedOff(move);

type OfSources = Kind & { readonly raises: boolean };
type OfRows = Kind & { readonly label: string };

/** Says of what goes how many open alerts end with it. */
export function judgeSources(
  { heldEnds }: Pick<AlertDeps, "heldEnds">,
  sources: readonly OfSources[],
  aboutRows: readonly OfRows[],
): Judge {
  const known = new Map<string, { isEnd: (move: Move) => boolean; of: (id: string) => AlertSource }>([
    ...sources.map(
      (of) => [of.kind, { isEnd: endsSource(of), of: (id: string) => ({ connectorId: id }) }] as const,
    ),
    ...aboutRows.map(
      ({ kind, label }) => [kind, { isEnd: endsRow, of: (rowId: string) => ({ label, rowId }) }] as const,
    ),
  ]);
  return {
    kinds: [...known.keys()],
    async judge(reader, call, moves) {
      const found: Judgement[] = [];
      for (const move of moves) {
        const source = known.get(move.kind);
        if (source === undefined || !source.isEnd(move)) continue;
        const open = await heldEnds.in(reader).countOpenOf(call.caller.organization.id, source.of(move.id));
        const [field, how] = move.now === undefined ? ["id", deleted] : ["enabled", off];
        const { kind, id } = move;
        if (open > 0) found.push({ kind, id, field, reason: "open_alerts", message: stakeText(open, how) });
      }
      return found;
    },
  };
}

/**
 * Rows that engines have rules of. The rules go at the agent's next poll; until then Alertmanager repeats the alerts,
 * which opens nothing.
 *
 * @param of with the label that has a row's id
 */
export function endsWithRow(deps: AlertDeps, of: OfRows) {
  const sourceOf = (rowId: string) => ({ label: of.label, rowId });
  const ends = endsWith(deps, of, sourceOf, endsRow);
  const isBegin = ({ before, after }: Written) =>
    after !== undefined && !isOff(after) && (before === undefined || isOff(before));
  return {
    ...ends,
    follows: (written) => ends.follows(written) || isBegin(written),
    async onWrite(writer, call, written) {
      const { after } = written;
      await ends.onWrite(writer, call, written);
      if (after === undefined || !isBegin(written)) return;
      const { id: organizationId } = call.caller.organization;
      await deps.heldEnds.in(writer).takeAgain(organizationId, sourceOf(after.id));
    },
  } satisfies KindHooks;
}

type Move = Pick<RowMove, "before"> & { readonly now: StoredRow | undefined };

function endsWith(
  deps: AlertDeps,
  { noun }: Kind,
  sourceOf: (id: string) => AlertSource,
  isEnd: (move: Move) => boolean,
) {
  const follows = ({ before, after }: Written) => isEnd({ before, now: after });
  return {
    follows,
    async onWrite(writer: Writer, call: Call, written: Written) {
      const { before, after } = written;
      if (before === undefined || !follows(written)) return;
      const { done } = after === undefined ? deleted : off;
      const { name, hostname } = before.configuration;
      const because = `its ${noun} ${name ?? hostname} was ${done}`;
      const count = await endAll(deps, writer, call, sourceOf(before.id), { done, because });
      if (count === 0) return;
      const changes = [
        { field: "open_alerts", before: count, after: 0 },
        { field: "because", before: null, after: because },
      ];
      const record = entry(call, "resolve_alert", "alerts", before.id, changes);
      await deps.alerts.in(writer).record(call.caller.organization.id, record);
    },
  } satisfies KindHooks;
}

function isDeleted({ before, now }: Move): boolean {
  return before !== undefined && now === undefined;
}

function isSwitchedOff({ before, now }: Move): boolean {
  return before !== undefined && now !== undefined && !isOff(before) && isOff(now);
}

function isOff({ configuration }: StoredRow): boolean {
  return configuration.enabled === false;
}

/** How it goes: in a question before it, and on record after it. */
interface How {
  readonly doing: string;
  readonly done: string;
}

const deleted: How = { doing: "deleting it", done: "deleted" };
const off: How = { doing: "switching it off", done: "switched off" };

function stakeText(open: number, { doing }: How): string {
  const [alerts, which] = open === 1 ? ["an open alert", "it"] : [`${open} open alerts`, "them"];
  return `has ${alerts}: ${doing} ends ${which}, takes back what waits to be sent about ${which}, and notifies of the end whoever was notified`;
}

/**
 * Under the locks of the connectors that sent them: what is being taken in is taken in before, and is ended too.
 *
 * @returns how many ended
 */
async function endAll(
  deps: AlertDeps,
  writer: Writer,
  call: Call,
  source: AlertSource,
  { done, because }: Pick<How, "done"> & { readonly because: string },
): Promise<number> {
  const { id: organizationId } = call.caller.organization;
  const own = deps.heldEnds.in(writer);
  const locked = new Set<string>();
  const lock = async (connectorIds: readonly string[]) => {
    for (const one of connectorIds) await writer.lock(lockOf(organizationId, one));
    for (const one of connectorIds) locked.add(one);
  };
  if ("connectorId" in source) await lock([source.connectorId]);
  let count = 0;
  for (;;) {
    const open = await own.openOf(organizationId, source, batch);
    const senders = new Set(open.map(({ connectorId }) => connectorId));
    const unlocked = [...senders].filter((one) => !locked.has(one)).sort();
    // What was open before the lock may have ended meanwhile.
    if (unlocked.length > 0) {
      await lock(unlocked);
      continue;
    }
    if (open.length === 0) return count;
    const ids = open.map((one) => one.id);
    count += ids.length;
    await own.takeBack(organizationId, ids, `what raised the alert was ${done}; ${nothingMore}`);
    const ends = ids.map((one) => ({ id: one, at: call.now, because }));
    await endAlerts(deps, writer, call, ends);
    if ("label" in source)
      for (const one of ids) await deps.heldFirings.in(writer).letGoOn(organizationId, one);
  }
}
