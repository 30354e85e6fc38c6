/**
 * Decides what edits of many rows would do, by the steps of the single writes, over rows in memory. Nothing is
 * written. All problems are found, not only the first; a decision shows as many as a reader can use.
 */

import { createPause } from "../../kernel/time-slices.ts";
import { type Call, turnOf } from "../context.ts";
import type { PlanRowsReader } from "../ports/plans.ts";
import type { Reader } from "../ports/rows.ts";
import type { Decision } from "./decision.ts";
import type { PlanRequest } from "./edits.ts";
import { identify, type Save } from "./identify.ts";
import { inTurn } from "./order.ts";
import { shownOf } from "./problems.ts";
import { problemsOfQuotas } from "./quota-problems.ts";
import { looksRenamed } from "./renames.ts";
import { type DecideDeps, type Delete, type Readable, RowDecisions } from "./row-decisions.ts";
import { adoptedIn } from "./sets.ts";
import { Stage } from "./stage.ts";
import { notCompared } from "./standing.ts";

/** Where the rows are read: on the database, or in the transaction that will write them. */
export interface DecideFrom {
  readonly reader: Reader;
  readonly rows: PlanRowsReader;
}

/**
 * @param ids ids that were given to rows by a decision before, so that they keep them
 */
export async function decide(
  deps: DecideDeps,
  from: DecideFrom,
  call: Call,
  request: PlanRequest,
  ids: ReadonlyMap<Save, string> = new Map(),
): Promise<Decision> {
  const organizationId = call.caller.organization.id;
  const stage = new Stage({ ...from, organizationId, now: call.now });
  const pause = createPause(turnOf(call));
  const { identified, resolve } = await identify(stage, deps.ordered, request.edits, ids, pause);
  const adopted = adoptedIn(request, deps.definitions, resolve);
  const run = new RowDecisions({ deps, stage, call, request, identified, adopted });
  const readable: Readable[] = [];
  for (const one of identified) {
    const read = run.read(one);
    if (read !== undefined) readable.push(read);
    await pause();
  }
  await run.learnReferences(readable);
  const explicit = request.edits.filter((edit): edit is Delete => edit.op === "delete");
  const prunes = request.set !== undefined && (request.prune ?? "none") !== "none";
  const owned = prunes ? await from.rows.ofSet(organizationId, request.set, call.now) : [];
  const going = run.leaving(explicit, owned);
  // Rows that are still to move or to go stand in nobody's way as they were. Of single fields nobody knows that.
  const moving = readable.filter(({ moves, one }) => moves && one.edit.means === "whole");
  stage.expect([...moving.map(({ one: { definition, id } }) => ({ kind: definition.kind, id })), ...going]);
  const places = new Set(
    identified.map(({ definition: { kind }, takesPlaceOf }) => `${kind}/${takesPlaceOf}`),
  );
  const first = going.filter(({ kind, id }) => places.has(`${kind}/${id}`));
  await run.remove(first, pause);
  for (const read of inTurn(readable)) {
    await run.save(read);
    await pause();
  }
  run.refuseDisplaced(readable);
  await run.remove(
    going.filter((row) => !first.includes(row)),
    pause,
  );
  run.refuseUnknownAdoptions();
  const beyond = await problemsOfQuotas(deps.definitions, from.reader, call, stage.changed);
  const missed = [...run.uncompared.values()].reduce((sum, names) => sum + names.length, 0);
  return {
    stage,
    moves: run.moves,
    problems: shownOf([...(request.problems ?? []), ...run.problems, ...beyond]),
    warnings: [
      ...(request.warnings ?? []),
      ...run.warnings,
      ...looksRenamed(deps.definitions, stage.changed),
      ...(missed === 0 ? [] : [notCompared(missed)]),
    ],
    named: run.named(),
    pruneLeft: run.pruneLeft,
    sound: run.sound,
    uncompared: run.uncompared,
    ids: new Map(identified.map(({ edit, id }) => [edit, id])),
  };
}
