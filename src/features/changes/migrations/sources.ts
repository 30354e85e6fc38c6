/** Every source, in the order in which help and documents show them. */
import { alertmanager } from "./alertmanager/index.ts";
import { grafanaOncall } from "./grafana-oncall.ts";
import { healthchecks } from "./healthchecks.ts";
import { ical } from "./ical.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { openslo } from "./slos/openslo.ts";
import { prometheusRules } from "./slos/prometheus-rules.ts";
import { pyrra } from "./slos/pyrra.ts";
import { sloth } from "./slos/sloth.ts";
import type { MigrationSource } from "./source.ts";
import { statuspage } from "./statuspage.ts";
import { terraform } from "./terraform/index.ts";

export const migrationSources: readonly MigrationSource[] = [
  alertmanager,
  prometheusRules,
  sloth,
  pyrra,
  openslo,
  terraform,
  statuspage,
  healthchecks,
  pagerduty,
  opsgenie,
  grafanaOncall,
  ical,
];
