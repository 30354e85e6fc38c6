/** Rules for Prometheus, and for what evaluates the same files. */
import { ruleConnectors, ruleConnectorTypes } from "../assignment.ts";
import type { Renderer } from "../renderer.ts";
import { certificateRules } from "./certificates.ts";
import { checkRules } from "./checks.ts";
import { ruleFile } from "./rule-file.ts";
import { renderSlos } from "./slos.ts";

/** In the order of the kinds that they are about. */
const parts = [
  { name: "certificates.rules.yml", make: certificateRules },
  { name: "slos.rules.yml", make: renderSlos },
  { name: "checks.rules.yml", make: checkRules },
] as const;

const nothing = { content: ruleFile([]), refusals: [], evaluated: [] } as const;

export const prometheus: Renderer = {
  connectorTypes: ruleConnectorTypes,
  oldestVersion: "2.42",
  render(rows, target) {
    // One that is switched off evaluates nothing. Its files are there all the same, for who reads each by its URL.
    const on = ruleConnectors(rows).some(({ id }) => id === target.connectorId);
    const made = parts.map(({ name, make }) => ({ name, ...(on ? make(rows, target) : nothing) }));
    return {
      files: made
        .map(({ name, content }) => ({ name, content }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
      refusals: made.flatMap(({ refusals }) => refusals),
      evaluated: made.flatMap(({ evaluated }) => evaluated).filter(({ ids }) => ids.length > 0),
    };
  },
};
