/** Rows in the order of their positions: moving one, and the positions that a new order takes. */

export interface Placed {
  readonly id: string;
  readonly position: number;
}

/** The ids with one of them elsewhere; a place beyond the ends is the end. */
export function moved(ids: readonly string[], id: string, to: number): readonly string[] {
  const others = ids.filter((other) => other !== id);
  const at = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/**
 * The positions for this order: the rows share out those that there are, so that rows outside of the move keep theirs.
 * Rows at the same position come apart.
 */
export function newPositions(rows: readonly Placed[], ids: readonly string[]): readonly Placed[] {
  const places = rows.map(({ position }) => position).sort((a, b) => a - b);
  let last = -1;
  return ids.map((id, index) => {
    last = Math.max(places[index] ?? 0, last + 1);
    return { id, position: last };
  });
}
