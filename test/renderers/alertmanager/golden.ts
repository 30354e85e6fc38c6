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

const night = { days: ["fri", "sat"], start: "22:00", end: "06:00", time_zone: "Europe/Berlin" };

/** What keeps alerts back, and what is sent to nobody. */
const withheld = {
  ...everything,
  ...oneSlo,
  alertRoutes: {
    ...everything.alertRoutes,
    route_dropped: { name: "dropped", position: 8, matchers: ["severity=none"], drop: true },
    route_rest: { name: "rest", position: 9, matchers: [], destinations: [{ email: "desk@example.com" }] },
  },
  alertInhibitions: {
    inhib_down: {
      name: "down",
      source_matchers: ["alertname=ClusterDown"],
      target_matchers: ['severity=~"info|warning"', "alertname!=ClusterDown"],
      equal: ["cluster"],
    },
    inhib_off: { name: "off", enabled: false, source_matchers: ["a=b"], target_matchers: ["b=c"] },
  },
  alertMutes: {
    mute_rest: { route_ids: ["route_rest"], reason: "at night", schedule: [night] },
    mute_batch: {
      matchers: ["job=batch"],
      reason: "batches",
      schedule: [{ ...night, days: [], start: "00:00", end: "24:00" }],
    },
    mute_critical: { matchers: ["severity=critical"], reason: "exercise", schedule: [night] },
  },
};

/** By their names below test/golden. */
export const goldenRoutes: Readonly<Record<string, () => string>> = {
  "backends/alertmanager/alertmanager.yml": () => fileOf(organization(everything), "0.25"),
  "backends/alertmanager/burn-alerts.yml": () => fileOf(organization({ ...everything, ...oneSlo }), "0.25"),
  "backends/alertmanager/native.yml": () => fileOf(organization(everything, natively), "0.25"),
  "backends/alertmanager/since-0.27.yml": () => fileOf(organization(newNames), "0.27"),
  "backends/alertmanager/withheld.yml": () => fileOf(organization(withheld), "0.25"),
  "backends/alertmanager/mimir.yml": () => fileOf(organization(everything), "2.10", mimirTarget),
};

function fileOf(rows: RendererRows, version: string, to: Target = alertmanagerTarget): string {
  return alertmanager.render(rows, { ...to, version }).files[0]?.content ?? "";
}
