/**
 * Layers of which several decide at once as rotations of which the last decides. Those that overlap get roles of their own,
 * which are on call together; those above them stand in every role, so that they hide all that is below.
 */
import { firstRole } from "../../../../resources/on-call-rotas.ts";
import type { Layer } from "./layer.ts";
import { common } from "./week.ts";

/** @param levels layers that are on call together, the lowest level first */
export function inRoles<L extends Layer>(levels: readonly (readonly L[])[]): L[] {
  const parted = levels.map(withoutOverlaps);
  const roles = Math.max(0, ...parted.map((parts) => parts.length));
  return Array.from({ length: roles }, (_, place) => place).flatMap((place) =>
    parted.flatMap((parts, level) => {
      const own = parts[place] ?? [];
      const others = level === 0 ? [] : parts.filter((_, other) => other !== place).flat();
      return [...others, ...own].map((layer) => ({ ...layer, role: roleOf(place) }));
    }),
  );
}

export function roleOf(place: number): string {
  return place === 0 ? firstRole : `${firstRole}-${place + 1}`;
}

/** The layers in as few parts as are found at once, in each of which they do not overlap. */
function withoutOverlaps<L extends Layer>(layers: readonly L[]): L[][] {
  const parts: L[][] = [];
  for (const layer of layers) {
    const free = parts.find((part) => !part.some((other) => overlap(layer, other)));
    if (free === undefined) parts.push([layer]);
    else free.push(layer);
  }
  return parts;
}

function overlap(one: Layer, other: Layer): boolean {
  const [oneEnds, otherEnds] = [one, other].map(({ until }) => until ?? Number.POSITIVE_INFINITY) as [
    number,
    number,
  ];
  if (one.from >= otherEnds || other.from >= oneEnds) return false;
  return (
    one.covers === undefined || other.covers === undefined || common(one.covers, other.covers).length > 0
  );
}
