/** The files of one organization's routes, as Alertmanager and Mimir get them. */
import { alertmanager } from "../../../src/renderers/alertmanager/index.ts";
import type { RendererRows, Target } from "../../../src/renderers/renderer.ts";
import {
  alertmanagerTarget,
  everything,
  mimirTarget,
  natively,
  oneSlo,
  organization,
} from "./organization.ts";

const newNames = {
  ...everything,
  alertRoutes: {
    ...everything.alertRoutes,
    route_words: {
      name: "words",
      position: 9,
      matchers: ['"betalsätt"="kort"', '"a b"!=""'],
      destinations: [{ email: "kassa@example.com" }],
      group_by: ["betalsätt", "service"],
    },
  },
};

/** By their names below test/golden. */
export const goldenRoutes: Readonly<Record<string, () => string>> = {
  "backends/alertmanager/alertmanager.yml": () => fileOf(organization(everything), "0.25"),
  "backends/alertmanager/burn-alerts.yml": () => fileOf(organization({ ...everything, ...oneSlo }), "0.25"),
  "backends/alertmanager/native.yml": () => fileOf(organization(everything, natively), "0.25"),
  "backends/alertmanager/since-0.27.yml": () => fileOf(organization(newNames), "0.27"),
  "backends/alertmanager/mimir.yml": () => fileOf(organization(everything), "2.10", mimirTarget),
};

function fileOf(rows: RendererRows, version: string, to: Target = alertmanagerTarget): string {
  return alertmanager.render(rows, { ...to, version }).files[0]?.content ?? "";
}
