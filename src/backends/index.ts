/** Every backend there is. */
import type { Backend } from "./backend.ts";
import { blackboxBackend } from "./blackbox/index.ts";
import { prometheus } from "./prometheus/index.ts";

const backends: readonly Backend[] = [blackboxBackend, prometheus];

/** The backend for a type of connector; undefined for a connector that nothing is rendered for. */
export function backendFor(connectorType: string): Backend | undefined {
  return backends.find(({ connectorTypes }) => connectorTypes.includes(connectorType));
}
