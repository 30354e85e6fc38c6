/** What a plan would have meant at the gate: what pipelines were answered, decided again by its rows. */
import { type Call, turnOf } from "../../engine/context.ts";
import { rowsAfter } from "../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../engine/plan/stage.ts";
import type { StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import { createThreads } from "../../engine/threads.ts";
import type { Kind } from "../../kernel/kind.ts";
import { inPieces } from "../../kernel/time-slices.ts";
import { deployPolicies } from "../../resources/deploy-policies.ts";
import { slos } from "../../resources/slos.ts";
import type { Ground } from "../ground.ts";
import { type GateReplayRequest, type GateRows, type ReplayedGate, replayGate } from "./past-verdicts.ts";
import type { VerdictStore } from "./verdict-store.ts";
import type { Verdicts } from "./verdicts.ts";

/** Verdicts of one replay: the newest. */
const mostVerdicts = 100_000;
/** So many are decided in pieces between other calls, in less time than a thread takes to start. */
const mostInPieces = 2_000;
/** More rows than any kind has. */
const all = 2_147_483_647;

const bounds = { atOnce: 2, waiting: 8, waitingMs: 5_000, runningMs: 20_000, memoryMb: 512 };

/** Why it was not made. */
class NotReplayed extends Error {}

const inThread = createThreads<GateReplayRequest, ReplayedGate>(import.meta.url, bounds, {
  busy: () => new NotReplayed("many replays are made now; plan again in a moment"),
  tooLarge: (what) => new NotReplayed(`the replay takes ${what}; send fewer replay_days`),
});

export type GateReplay = ReplayedGate & {
  /** Whether not all verdicts of these days are known. */
  readonly cut: boolean;
};

/** Undefined where nothing changes that decides at the gate; a sentence where it cannot be said. */
export type ReplayOfGate = (
  call: Call,
  changed: readonly StagedRow[],
  since: Date,
) => Promise<GateReplay | string | undefined>;

export function createGateReplay(
  { store }: Pick<Ground, "store">,
  table: VerdictStore,
  verdicts: Pick<Verdicts, "write">,
): ReplayOfGate {
  return async (call, changed, since) => {
    if (!changed.some(decidesAtGate)) return undefined;
    await verdicts.write();
    const { id: organizationId } = call.caller.organization;
    const [texts, count] = await pastOf(table, organizationId, since);
    const cutAt = await table.cutAt(organizationId);
    const cut = count === mostVerdicts || (cutAt !== undefined && cutAt > since);
    const request = { verdicts: texts, ...(await rowsOf(store, organizationId, changed, call.now)) };
    try {
      const replayed =
        count <= mostInPieces
          ? await inPieces(replayGate(request), turnOf(call))
          : await inThread(request, turnOf(call));
      return { ...replayed, cut };
    } catch (error) {
      if (!(error instanceof NotReplayed)) throw error;
      return error.message;
    }
  };
}

/** A policy, or an SLO that measures another service than before, or none: of a new one there are no figures of the past. */
function decidesAtGate({ kind, before, now }: StagedRow): boolean {
  if (kind === deployPolicies.kind) return true;
  return kind === slos.kind && before !== undefined && measuredBy(before) !== (now && measuredBy(now));
}

/** The service whose deploys an SLO may hold; undefined where it is switched off. */
function measuredBy({ configuration }: Pick<StoredRow, "configuration">): string | undefined {
  const { enabled, service } = completed(slos, configuration);
  return enabled ? service : undefined;
}

async function pastOf(
  table: VerdictStore,
  organizationId: string,
  since: Date,
): Promise<readonly [texts: readonly string[], count: number]> {
  const texts: string[] = [];
  let total = 0;
  for await (const { content, count } of table.past(organizationId, since, mostVerdicts)) {
    texts.push(content);
    total += count;
  }
  return [texts, total];
}

async function rowsOf(
  store: Ground["store"],
  organizationId: string,
  changed: readonly StagedRow[],
  now: Date,
): Promise<Pick<GateReplayRequest, "before" | "after">> {
  const stored = async ({ kind }: Kind) =>
    (await store.list(organizationId, kind, "sort_key", [], all, now)).map((row) => row.read());
  const [policies, measures] = [await stored(deployPolicies), await stored(slos)];
  return {
    before: asGateRows(policies, measures),
    after: asGateRows(
      rowsAfter(deployPolicies, policies, changed, (row) => row),
      rowsAfter(slos, measures, changed, (row) => row),
    ),
  };
}

function asGateRows(policies: readonly StoredRow[], measures: readonly StoredRow[]): GateRows {
  return {
    policies: new Map(
      policies.map(({ configuration, state }) => [
        completed(deployPolicies, configuration).service,
        { configuration, state, secrets: {} },
      ]),
    ),
    slos: new Map(
      measures.flatMap((row) => {
        const service = measuredBy(row);
        return service === undefined ? [] : [[row.id, service] as const];
      }),
    ),
  };
}
