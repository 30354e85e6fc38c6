/** Every backend there is. */
import { alertmanager } from "./alertmanager/index.ts";
import type { Backend } from "./backend.ts";
import { blackboxBackend } from "./blackbox/index.ts";
import { prometheus } from "./prometheus/index.ts";

/** Of a type that several render for, such as mimir, the first one's version counts. */
const backends: readonly Backend[] = [blackboxBackend, prometheus, alertmanager];

const byType: ReadonlyMap<string, Backend> = new Map(
  backends
    .flatMap(({ connectorTypes }) => connectorTypes)
    .map((type) => [type, together(backends.filter(({ connectorTypes }) => connectorTypes.includes(type)))]),
);

/** The backend for a type of connector; undefined for a connector that nothing is rendered for. */
export function backendFor(connectorType: string): Backend | undefined {
  return byType.get(connectorType);
}

/** An engine with several parts is given the files of each. */
function together(parts: readonly Backend[]): Backend {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first as Backend;
  return {
    ...first,
    render(rows, target) {
      const made = parts.map((part) => part.render(rows, target));
      return {
        files: made.flatMap(({ files }) => files).sort((one, other) => (one.name < other.name ? -1 : 1)),
        refusals: made.flatMap(({ refusals }) => refusals),
        evaluated: made.flatMap(({ evaluated }) => evaluated),
      };
    },
  };
}
