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
