/** Every renderer there is. */
import { alertmanager } from "./alertmanager/index.ts";
import { blackboxRenderer } from "./blackbox/index.ts";
import { prometheus } from "./prometheus/index.ts";
import type { Renderer } from "./renderer.ts";

const renderers: readonly Renderer[] = [blackboxRenderer, prometheus, alertmanager];

const byType = new Map<string, Renderer>();
for (const renderer of renderers)
  for (const type of renderer.connectorTypes) {
    const known = byType.get(type);
    byType.set(type, known === undefined ? renderer : merged(known, renderer));
  }

/** The renderer for a type of connector; undefined for a connector that nothing is rendered for. */
export function rendererFor(connectorType: string): Renderer | undefined {
  return byType.get(connectorType);
}

/** An engine that is two, such as Mimir, is given the files of both; its version is the first one's. */
function merged(one: Renderer, other: Renderer): Renderer {
  return {
    ...one,
    render(rows, target) {
      const made = [one, other].map((renderer) => renderer.render(rows, target));
      return {
        files: made.flatMap(({ files }) => files).sort((a, b) => (a.name < b.name ? -1 : 1)),
        refusals: made.flatMap(({ refusals }) => refusals),
        evaluated: made.flatMap(({ evaluated }) => evaluated),
        wholeKinds: made.flatMap(({ wholeKinds = [] }) => wholeKinds),
      };
    },
  };
}
