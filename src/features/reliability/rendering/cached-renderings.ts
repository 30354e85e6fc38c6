/** Renderings that are kept in memory: in bounds, whatever is asked for and however often. */
import { LRUCache } from "lru-cache";
import type { Rendering } from "../../../renderers/renderer.ts";

/** Of all organizations together, in characters of their files; what was asked for least lately goes first. */
const maxCharacters = 64 * 1024 * 1024;

/** What a rendering takes next to its files. */
const overhead = 4_096;

export interface KeptRenderings<R> {
  /**
   * Answers what is kept in a place, or else makes it and keeps it there.
   * @param state what the rendering follows from: of another state, the one that is kept is made anew
   */
  at(place: string, state: string, make: () => R): R;
}

export function createKeptRenderings<R extends Pick<Rendering, "files">>(
  max = maxCharacters,
): KeptRenderings<R> {
  const kept = new LRUCache<string, { readonly state: string; readonly rendering: R }>({
    maxSize: max,
    sizeCalculation: ({ rendering }) =>
      rendering.files.reduce((sum, { content }) => sum + content.length, overhead),
  });
  return {
    at(place, state, make) {
      const known = kept.get(place);
      if (known?.state === state) return known.rendering;
      const rendering = make();
      kept.set(place, { state, rendering });
      return rendering;
    },
  };
}
