/** What the calls about services take and answer. */

import { placeInput, placeOutput } from "../../../engine/page.ts";
import {
  boolean,
  choice,
  defaultLimits,
  integer,
  list,
  number,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { severityRanks } from "../../../renderers/alerting/facts.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { slos } from "../../../resources/slos.ts";
import { syntheticChecks } from "../../../resources/synthetic-checks.ts";
import { decisionFields } from "../../reliability/index.ts";

/** From the least to the worst. */
export const severities = Object.entries(severityRanks)
  .sort(([, a], [, b]) => a - b)
  .map(([severity]) => severity);

const most = Number.MAX_SAFE_INTEGER;

export const listInput = {
  q: text({
    description: "A part of the name, in any case.",
    max: defaultLimits.name,
    default: "",
  }),
  in_trouble: boolean({
    description: "Only those in trouble: with alerts, or bad or warning rows.",
    default: false,
  }),
  sort: choice({
    description: "By name, or what is in trouble first.",
    choices: ["name", "worst"],
    default: "name",
  }),
  details: boolean({
    description: "Adds budgets, checks, gates and owners.",
    default: false,
  }),
  ...placeInput,
  limit: integer({ description: "Most services on a page.", min: 1, max: 200, default: 50 }),
} as const;

/** Rows of each kind, or alerts, that an answer shows. */
export const mostShown = 50;

const owners = list({
  description: "The teams that own any of the rows.",
  max: most,
  items: object({
    description: "A team.",
    fields: { id: text({ description: "Its id." }), name: text({ description: "Its name." }) },
  }),
});

const details = object({
  description: "Where details are asked for.",
  optional: true,
  fields: {
    budget: object({
      description: "The enabled SLO with the least error budget left; null where none was ever measured.",
      nullable: true,
      fields: {
        slo_id: text({ description: "The SLO." }),
        name: text({ description: "Its name." }),
        status: slos.fields.status.shape,
        remaining_percent: number({ description: "What is left; below 0 where more was spent." }),
        measured_at: timestamp({ description: "When that was measured." }),
      },
    }),
    checks: list({
      description: `Its enabled synthetic checks; list_figures has their uptime. At most ${mostShown}.`,
      max: mostShown,
      items: object({
        description: "A check.",
        fields: {
          id: text({ description: "Its id." }),
          name: text({ description: "Its name." }),
          status: syntheticChecks.fields.status.shape,
        },
      }),
    }),
    gate: object({
      description: "Whether it may be deployed now.",
      fields: {
        allowed: boolean({ description: "Whether deploys are let through." }),
        decided_by: decisionFields.decided_by,
        why: text({ description: "Why they are held; null where they are not.", nullable: true }),
      },
    }),
    owners,
  },
});

export const listOutput = {
  data: list({
    description: "The services, by name.",
    max: 200,
    items: object({
      description: "A service.",
      fields: {
        service: text({ description: "Its name.", max: most }),
        rows: list({
          description: "How many rows of each kind name it; none where only alerts do.",
          max: most,
          items: object({
            description: "A kind.",
            fields: {
              kind: text({ description: "The kind." }),
              count: integer({ description: "Its rows.", min: 1 }),
            },
          }),
        }),
        bad: integer({ description: "Those rows that are in a bad state.", min: 0 }),
        warning: integer({ description: "Those that are in a state that warns.", min: 0 }),
        good: integer({
          description: "Those that were measured of late, and are well; 0 where nothing was measured.",
          min: 0,
        }),
        unknown: integer({
          description: "Those whose state nobody has reported for more than 10 minutes, or ever.",
          min: 0,
        }),
        open_alerts: integer({ description: "Its open alerts.", min: 0 }),
        worst_severity: choice({
          description: "The worst severity of its open alerts.",
          choices: severities,
          nullable: true,
        }),
        details,
      },
    }),
  }),
  total: integer({ description: "How many services are found, on all pages.", min: 0 }),
  ...placeOutput,
  limit: integer({ description: "Most services on a page.", min: 1 }),
} as const;

export const getInput = {
  service: text({ description: "The service's exact name.", max: defaultLimits.query }),
} as const;

const anyObject = (description: string) => object({ description, open: true, fields: {} });

const rowsByKind = (description: string) =>
  list({
    description,
    max: most,
    items: object({
      description: "One kind.",
      fields: {
        kind: text({ description: "The kind." }),
        total: integer({ description: "How many rows there are.", min: 0 }),
        data: list({
          description: `The first ${mostShown}.`,
          max: mostShown,
          items: anyObject("A row, with the fields of its kind."),
        }),
      },
    }),
  });

export const getOutput = {
  service: text({ description: "Its name.", max: most }),
  known: boolean({ description: "Whether any row or open alert names it." }),
  rows: rowsByKind("The rows that name it."),
  near: rowsByKind(
    "The rows that those point at or that point at those, such as an incident of a component.",
  ),
  takers: list({
    description:
      "The routes that can take its alerts, in their order, its heartbeats with destinations of their own, the rules, and the mutes that hold now.",
    max: most,
    items: object({
      description: "One of them.",
      fields: {
        kind: text({ description: "The kind." }),
        id: text({ description: "Its id." }),
        name: text({ description: "Its name; of a mute its pattern or matchers.", max: most }),
        named: boolean({ description: "Whether it speaks of the service, and not of any." }),
        conditions: list({
          description: "What an alert of the service has to meet besides.",
          max: most,
          items: text({ description: "A matcher.", max: most }),
        }),
        behind: text({
          description: "The route before it that takes all of the service's alerts, and does not continue.",
          nullable: true,
        }),
        unreachable: alertRoutes.fields.unreachable.shape,
        expires_at: timestamp({ description: "When the mute ends.", nullable: true }),
      },
    }),
  }),
  gate: anyObject("Whether it may be deployed now, as resolve_deploy_gate answers."),
  bindings: list({
    description:
      "What it is called in each telemetry backend, by environment, as resolve_service_bindings answers.",
    max: mostShown,
    items: anyObject("One environment."),
  }),
  alerts: list({
    description: `Its open alerts, as list_alerts shows them: the newest ${mostShown}.`,
    max: mostShown,
    items: anyObject("An alert."),
  }),
  more_alerts: boolean({ description: "Whether more of them are open." }),
  owners,
} as const;
