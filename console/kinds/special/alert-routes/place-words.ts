/** Where a row stands among others that are in order of their positions, in a sentence. Pure. */

export interface Placed {
  readonly name: string;
  readonly position: number;
}

/** Undefined where there is no other. */
export function placeWords(own: Placed, others: readonly Placed[]): string | undefined {
  const isBefore = (one: Placed, other: Placed) =>
    one.position === other.position ? one.name < other.name : one.position < other.position;
  const order = [...others].sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const above = order.filter((other) => isBefore(other, own));
  const below = order.slice(above.length);
  const [first, last] = [order[0], order.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (below.length > 0) {
    const after = above.length === 0 ? "First" : `After ${listed([...above].reverse())}`;
    return `${after}, before ${listed(below)}.`;
  }
  const moved =
    order.length === 1 || first.position === last.position
      ? `below ${first.position} it would come before ${listed(order)}`
      : `below ${last.position} it would come before ${last.name}, below ${first.position} before all of them`;
  return `Last, after ${listed([...order].reverse())}. With a position ${moved}.`;
}

const mostNamed = 3;

function listed(rows: readonly Placed[]): string {
  const names = rows.slice(0, mostNamed).map(({ name }) => name);
  const more = rows.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

export interface PlacedRow extends Placed {
  readonly id: string;
}

/** In the order in which they are tried. */
export function inOrder<P extends Placed>(rows: readonly P[]): readonly P[] {
  return [...rows].sort((one, other) =>
    one.position === other.position ? (one.name < other.name ? -1 : 1) : one.position - other.position,
  );
}

export interface NewPlace {
  readonly position: number;
  /** Others that move so that there is a number between its neighbours. */
  readonly moves: readonly { readonly id: string; readonly position: number }[];
}

/**
 * The position by which a row stands before the one at `index` of the others, or last.
 * @param others in order
 */
export function placeBefore(others: readonly PlacedRow[], index: number): NewPlace {
  const [before, next] = [others[index - 1], others[index]];
  if (before === undefined) return { position: next === undefined ? 0 : next.position - 1, moves: [] };
  const position = before.position + 1;
  if (next === undefined) return { position, moves: [] };
  const room = next.position - before.position;
  if (room > 1) return { position: before.position + Math.floor(room / 2), moves: [] };
  const moves: { id: string; position: number }[] = [];
  let last = position;
  for (const other of others.slice(index)) {
    if (other.position > last) break;
    last += 1;
    moves.push({ id: other.id, position: last });
  }
  return { position, moves };
}
