/** What a plan says of corrections: how much budget comes back, as far as the kept figures show. */
import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { completed } from "../../../engine/render.ts";
import { percent, readable } from "../../../kernel/readable.ts";
import { corrects } from "../../../renderers/prometheus/corrections.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import { slos } from "../../../resources/slos.ts";
import { type Correction, correctionOf } from "./corrections.ts";
import type { FigureStore } from "./store.ts";

/** SLOs that a warning names one by one. */
const mostNamed = 5;
const step = 300;
const field = "error_budget_remaining_percent";

export function judgeCorrections({ figures }: { readonly figures: Pick<FigureStore, "points"> }): Judge {
  return {
    kinds: [sloCorrections.kind],
    async judge(reader, call, changed) {
      const moves = changed.filter(({ kind }) => kind === sloCorrections.kind);
      if (moves.length === 0) return [];
      const { id: organizationId } = call.caller.organization;
      const all = (await reader.rowsMatching(organizationId, slos.kind, {})).map(({ id, configuration }) => ({
        id,
        ...completed(slos, configuration),
      }));
      const said: Judgement[] = [];
      for (const move of moves) {
        const row = move.now ?? move.before;
        if (row === undefined || !movesBudget(move)) continue;
        const correction = correctionOf(row);
        const meant = all.filter((slo) => corrects(correction.configuration, slo));
        const named = await Promise.all(
          meant.slice(0, mostNamed).map(async ({ id, service, name }) => {
            const spent = await spentIn(figures, organizationId, id, correction, call.now);
            return `${service}/${name}${spent === undefined ? "" : ` (about ${percent(spent)})`}`;
          }),
        );
        const more = meant.length > mostNamed ? ` and ${meant.length - mostNamed} more` : "";
        const slo = meant.length === 0 ? "no SLO that is there" : `${named.join(", ")}${more}`;
        const what =
          move.now === undefined
            ? "brings the bad events back into the error budget of"
            : "takes the bad events out of the error budget of";
        said.push({
          kind: move.kind,
          id: move.id,
          field: "",
          reason: "budget_given_back",
          message: `${what} ${slo}, from ${readable(correction.from)} to ${readable(correction.until)}`,
        });
      }
      return said;
    },
  };
}

/** A new reason alone gives nothing back. */
function movesBudget({ before, now }: RowMove): boolean {
  if (before === undefined || now === undefined) return true;
  const budget = (row: typeof before) => {
    const { service, slo_ids, starts_at, ends_at } = completed(sloCorrections, row.configuration);
    return JSON.stringify([service, slo_ids, starts_at, ends_at]);
  };
  return budget(before) !== budget(now);
}

/** How much of its budget an SLO spent in that time, in percent; undefined where no figures show it. */
async function spentIn(
  figures: Pick<FigureStore, "points">,
  organizationId: string,
  id: string,
  { from, until }: Correction,
  now: Date,
): Promise<number | undefined> {
  if (from >= now) return undefined;
  const range = { since: from, until: until < now ? until : now, step };
  const points = (await figures.points(organizationId, { kind: slos.kind, id }, range)).filter(
    (point) => point.field === field,
  );
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  return Math.max(Math.round((first.most - last.least) * 10) / 10, 0);
}
