/** Tidewater, an online shop, as its people would have set it up: rows of the kinds, each after those it names. */
import { aiRows } from "./ai.ts";
import { alertingRows } from "./alerting.ts";
import { bindingRows } from "./bindings.ts";
import { checkRows } from "./checks.ts";
import { deployRows } from "./deploys.ts";
import { integrationRows } from "./integrations.ts";
import { correctionRows, objectiveRows } from "./objectives.ts";
import { changePolicyRows, onCallRows } from "./on-call.ts";
import { organizationRows } from "./organization.ts";
import { behaviourTestRows, routingRows } from "./routing.ts";
import type { SeedRow } from "./row.ts";
import { statusPageRows } from "./status-page.ts";
import { telemetryRows } from "./telemetry.ts";
import { ticketRows } from "./tickets.ts";

export const demoRows: readonly SeedRow[] = [
  ...organizationRows,
  ...integrationRows,
  ...telemetryRows,
  ...objectiveRows,
  ...checkRows,
  ...bindingRows,
  ...alertingRows,
  ...routingRows,
  ...onCallRows,
  ...deployRows,
  ...behaviourTestRows,
  ...ticketRows,
  ...statusPageRows,
  ...correctionRows,
  ...aiRows,
  ...changePolicyRows,
];
