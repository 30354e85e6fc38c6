/** Every backend there is. */
import { alertmanager } from "./alertmanager/index.ts";
import { blackboxBackend } from "./blackbox/index.ts";
import { prometheus } from "./prometheus/index.ts";
import type { Backend } from "./renderer.ts";

const backends: readonly Backend[] = [blackboxBackend, prometheus, alertmanager];

const byType = new Map<string, Backend>();
for (const backend of backends)
  for (const type of backend.connectorTypes) {
    const known = byType.get(type);
    byType.set(type, known === undefined ? backend : together(known, backend));
  }

/** The backend for a type of connector; undefined for a connector that nothing is rendered for. */
export function backendFor(connectorType: string): Backend | undefined {
  return byType.get(connectorType);
}

/** An engine that is two, such as Mimir, is given the files of both; its version is the first one's. */
function together(one: Backend, other: Backend): Backend {
  return {
    ...one,
    render(rows, target) {
      const made = [one, other].map((backend) => backend.render(rows, target));
      return {
        files: made.flatMap(({ files }) => files).sort((a, b) => (a.name < b.name ? -1 : 1)),
        refusals: made.flatMap(({ refusals }) => refusals),
        evaluated: made.flatMap(({ evaluated }) => evaluated),
        wholeKinds: made.flatMap(({ wholeKinds = [] }) => wholeKinds),
      };
    },
  };
}
