/** What a plan would have meant at the gate: what pipelines were answered, decided again by its rows. */
import type { Call } from "../../../engine/context.ts";
import { createReplaying, NotReplayed } from "../../../engine/plan/replaying.ts";
import { rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import { allRows, type StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { type SharedText, sharedText } from "../../../kernel/shared-text.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { slos } from "../../../resources/slos.ts";
import type { Ground } from "../../ground.ts";
import { type GateReplayRequest, type GateRows, type ReplayedGate, replayGate } from "./past-verdicts.ts";
import type { VerdictStore } from "./verdict-store.ts";
import type { Verdicts } from "./verdicts.ts";

/** Verdicts of one replay: the newest. */
const mostVerdicts = 100_000;
const replay = createReplaying<GateReplayRequest, ReplayedGate>(import.meta.url, replayGate, {
  inPieces: 2_000,
  memoryMb: 512,
});

export type GateReplay = ReplayedGate & {
  /** Whether not all verdicts of these days are known. */
  readonly cut: boolean;
};

/** Undefined where nothing changes that decides at the gate. */
export type ReplayOfGate = (
  call: Call,
  changed: readonly StagedRow[],
  since: Date,
) => Promise<GateReplay | NotReplayed | undefined>;

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
    const replayed = await replay(call, request, count);
    return replayed instanceof NotReplayed ? replayed : { ...replayed, cut };
  };
}

/** A policy, or an SLO that measures another service than before, or none: of a new one there are no figures of the past. */
export function decidesAtGate({ kind, before, now }: Pick<StagedRow, "kind" | "before" | "now">): boolean {
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
): Promise<readonly [texts: readonly SharedText[], count: number]> {
  const texts: SharedText[] = [];
  let total = 0;
  for await (const { content, count } of table.past(organizationId, since, mostVerdicts)) {
    texts.push(sharedText(content));
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
    (await store.list(organizationId, kind, "sort_key", [], allRows, now)).map((row) => row.read());
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
