/** The files of one organization's checks and certificate monitors, as the engines get them. */
import { blackboxRenderer } from "../../../src/renderers/blackbox/index.ts";
import { certificateRules } from "../../../src/renderers/prometheus/certificates.ts";
import { checkRules } from "../../../src/renderers/prometheus/checks.ts";
import { allTargets, blackbox, everything, organization, prometheus } from "./organization.ts";

const rows = organization(everything);

/** By their names below test/golden. */
export const goldenProbes: Readonly<Record<string, () => string>> = {
  "backends/blackbox/blackbox.yml": () => blackboxRenderer.render(rows, blackbox).files[0]?.content ?? "",
  "backends/blackbox/certificates.rules.yml": () => certificateRules(rows, prometheus).content,
  "backends/blackbox/checks.rules.yml": () => checkRules(rows, prometheus).content,
  "backends/blackbox/targets.json": () => `${JSON.stringify(allTargets(rows, blackbox), null, 2)}\n`,
};
