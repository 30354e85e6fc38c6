/** Rules for Prometheus, and for what evaluates the same files. */
import { ruleConnectors, ruleConnectorTypes } from "../assignment.ts";
import type { Backend, RenderedFile } from "../backend.ts";
import { certificateRules } from "./certificates.ts";
import { checkRules } from "./checks.ts";
import type { RuleContent } from "./probed.ts";
import { renderSlos } from "./slos.ts";

export const prometheus: Backend = {
  connectorTypes: ruleConnectorTypes,
  oldestVersion: "2.42",
  render(rows, target) {
    // A connector that is switched off evaluates nothing, and its files go away.
    if (!ruleConnectors(rows).some(({ id }) => id === target.connectorId)) return { files: [], refusals: [] };
    const certificates = certificateRules(rows, target);
    const checks = checkRules(rows, target);
    const slos = renderSlos(rows, target);
    return {
      files: [
        ...fileOf("certificates.rules.yml", certificates),
        ...fileOf("checks.rules.yml", checks),
        ...slos.files,
      ],
      refusals: [...certificates.refusals, ...slos.refusals, ...checks.refusals],
    };
  },
};

function fileOf(name: string, { content }: RuleContent): readonly RenderedFile[] {
  return content === undefined ? [] : [{ name, content }];
}
