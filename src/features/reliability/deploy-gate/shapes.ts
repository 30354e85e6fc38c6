/** What the gate's calls take and answer. */
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

const serviceField = text({ description: "The service.", max: defaultLimits.name });

export const resolveInput = {
  service: serviceField,
  dry_run: boolean({
    description:
      "Answers what the policy says by itself, as if there were no override. Nothing is enforced by asking.",
    default: false,
  }),
} as const;

export const overrideInput = {
  service: serviceField,
  allow: boolean({ description: "Lets the service's deploys through (true) or holds them (false)." }),
  reason: text({ description: "Why; shown in the audit log and in the gate's answer.", says: true }),
} as const;

export const clearInput = { service: serviceField } as const;

const reason = object({
  description:
    "One thing that holds deploys, with its figures; stale_figures says how old an SLO's figures are, or that it was never measured, and holds deploys only where the policy's on_stale is hold; corrected says what an SLO's budget leaves out, or does not yet, and holds nothing.",
  fields: {
    code: choice({
      description: "What it is.",
      choices: [
        "frozen",
        "error_budget",
        "burn_rate",
        "incident",
        "stale_figures",
        "corrected",
        "unknown_service",
      ],
    }),
    holds: boolean({ description: "Whether it holds deploys, or would but for the override." }),
    message: text({ description: "The same in a sentence.", max: 4_000 }),
    meant: text({ description: "The service that was likely meant.", optional: true }),
    freeze_until: timestamp({ description: "When the freeze ends.", nullable: true, optional: true }),
    freeze_reason: text({ description: "Why deploys are frozen.", nullable: true, optional: true }),
    slo_id: text({ description: "The SLO's id.", optional: true }),
    slo: text({ description: "The SLO's name.", optional: true }),
    error_budget_remaining_percent: number({
      description: "How much of its error budget is left.",
      optional: true,
    }),
    burn_rate: number({
      description: "How fast its error budget burns, over the last hour.",
      optional: true,
    }),
    threshold: number({ description: "Where deploys begin to be held.", optional: true }),
    last_evaluated_at: timestamp({
      description: "When the oldest of the old figures was measured.",
      optional: true,
    }),
    age_seconds: integer({
      description: "How old that figure is.",
      min: 0,
      unit: "seconds",
      optional: true,
    }),
    incident_id: text({ description: "The incident's id.", optional: true }),
    title: text({ description: "The incident's title.", optional: true }),
    status: text({ description: "The incident's status.", optional: true }),
    impact: text({ description: "The incident's impact.", optional: true }),
  },
});

export const decisionFields = {
  service: serviceField,
  known: boolean({
    description:
      "Whether any row names the service, or an override decides for it. Where none does, look for the right name: what is allowed then is what the defaults say.",
  }),
  did_you_mean: text({
    description:
      "The service that was likely meant: where known is false, or where rows write the name in another case too, and that service is held. Until that is settled nothing is allowed; a deploy policy makes an unknown name known.",
    optional: true,
  }),
  allowed: boolean({ description: "Whether the service may be deployed now." }),
  reasons: list({
    description:
      "What holds its deploys, with an override what would hold them without it, and which figures are old.",
    max: 10_000,
    items: reason,
  }),
  decided_by: choice({
    description: "What decided: the service's policy, the defaults where it has none, or an override.",
    choices: ["policy", "default", "override"],
  }),
  override: object({
    description: "The override, where one decided.",
    optional: true,
    fields: {
      allow: boolean({ description: "Whether it lets deploys through or holds them." }),
      reason: overrideInput.reason,
      by: text({ description: "Who set it." }),
      until: timestamp({ description: "When it ends by itself." }),
    },
  }),
  dry_run: boolean({ description: "True where the answer is a dry run's.", optional: true }),
} as const;

const anything = Number.MAX_SAFE_INTEGER;
const count = (description: string) => integer({ description, min: 0 });
const newly = {
  newly_held: count("How often a deploy was allowed and would have been held."),
  newly_allowed: count("How often a deploy was held and would have been allowed."),
} as const;

/** What a replay says of the gate. */
export const gateReplayFields = {
  gate: object({
    description:
      "What it would have meant at the deploy gate: what pipelines were answered in these days, decided by the rows as they are and as they would be, with the figures and incidents of that time. Dry runs and what people look at in the console are left out.",
    fields: newly,
  }),
  gate_verdicts: object({
    description:
      "On what that was decided. Null where nothing changes that decides at the gate, so that it was not looked at.",
    nullable: true,
    fields: {
      asked: count("How often the gate was asked in these days, as far as that is known."),
      cut: boolean({
        description:
          "True where not all answers of these days are known: there were more than are kept or looked at, or they were not kept yet.",
      }),
      drift: count(
        "How often something else was answered than the rows as they are say, because the rows were others then.",
      ),
      by_service: list({
        description: "The services of which something differs; those first of which most does.",
        max: anything,
        items: object({
          description: "One service.",
          fields: {
            service: text({ description: "The service.", max: anything }),
            asked: count("How often it was asked for."),
            ...newly,
            because: list({
              description: "The codes of the reasons that would hold newly, or no longer.",
              max: anything,
              items: text({ description: "A code, such as frozen." }),
            }),
          },
        }),
      }),
    },
  }),
} as const;
