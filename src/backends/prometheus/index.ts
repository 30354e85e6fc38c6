/** Rules for Prometheus, and for what evaluates the same files. */
import { ruleConnectors, ruleConnectorTypes } from "../assignment.ts";
import type { Backend } from "../backend.ts";
import { renderSlos } from "./slos.ts";

export const prometheus: Backend = {
  connectorTypes: ruleConnectorTypes,
  oldestVersion: "2.42",
  render(rows, target) {
    // A connector that is switched off evaluates nothing, and its files go away.
    if (!ruleConnectors(rows).some(({ id }) => id === target.connectorId)) return { files: [], refusals: [] };
    return renderSlos(rows, target);
  },
};
