import { defineCollection } from "../kernel/define-kind.ts";
import {
  boolean,
  choice,
  computed,
  type ItemField,
  list,
  number,
  object,
  text,
  timestamp,
} from "../kernel/field.ts";
import { momentOf, nextOf } from "../kernel/timestamps.ts";
import { impacts, serviceName } from "./parts.ts";

export const staleAnswers = ["last", "hold", "allow"] as const;

export const deployPolicies = defineCollection({
  kind: "deploy_policies",
  decides: true,
  title: "Deploy policies",
  group: "Deploys",
  description:
    "A deploy policy says when one service's deploys are held: by a freeze, by a spent error budget, by a fast burn rate, by an open incident. A service without a policy is gated by the defaults of these fields.",
  level: "admin",
  idPrefix: "depol",
  naturalKey: ["service"],
  listColumns: [
    "service",
    "frozen",
    "enabled",
    "error_budget_threshold",
    "burn_rate_block_enabled",
    "incident_block_enabled",
    "freeze_until",
  ],
  fields: {
    service: serviceName("The service whose deploys it controls; one policy per service.", { fixed: true }),
    enabled: boolean({
      description: "Whether the deploy gate enforces the policy; a disabled one holds nothing.",
      default: true,
      switch: true,
    }),
    error_budget_threshold: number({
      description: "Deploys are held while less than this share of the error budget is left.",
      min: 0,
      max: 100,
      unit: "percent",
      suggested: [0, 5, 10, 25],
      default: 10,
    }),
    burn_rate_block_enabled: boolean({
      description: "Whether deploys are held while the error budget burns too fast.",
      default: true,
    }),
    incident_block_enabled: boolean({
      description:
        "Whether deploys are held while a status page incident on a component of the service is open, of an impact in incident_impacts. It is open once it has begun, until it is resolved or completed.",
      default: true,
    }),
    incident_impacts: list({
      description:
        "The impacts of open incidents that hold deploys: by default every impact but none. An incident of another impact holds none; an empty list lets every incident pass.",
      items: choice({ description: "An impact of an incident.", choices: impacts }),
      max: impacts.length,
      default: impacts.filter((impact) => impact !== "none"),
    }),
    on_stale: choice({
      description:
        "What figures do that were measured more than 10 minutes ago. last: what they held stays held, and what they left open stays open. hold: deploys are held until the SLO is measured again, also where it never was, and as soon as it gives no data. allow: they hold nothing. The reasons say it.",
      choices: staleAnswers,
      default: "last",
    }),
    frozen: computed({
      description:
        "Whether the policy's freeze holds deploys now: it is enabled, and freeze_until is in the future.",
      shape: boolean({ description: "Whether a freeze is in force now.", tones: { true: "warning" } }),
      from: "derived",
      movedBy: ["enabled", "freeze_until"],
    }),
    freeze_reason: text({
      description: "Why deploys are frozen; shown to people whose deploy is held.",
      nullable: true,
      section: "When",
    }),
    freeze_until: timestamp({
      description:
        "Freezes deploys until this moment, which has to be in the future when it is set; null ends the freeze. A time that has passed stays readable and holds nothing.",
      nullable: true,
      section: "When",
    }),
    override_active: override(
      boolean({
        description:
          "Whether somebody has overridden the gate for now. An override lasts 72 hours and is set at the gate, not here.",
        default: false,
        tones: { true: "warning" },
      }),
    ),
    override_allow: override(
      boolean({
        description: "Whether the override lets deploys through (true) or holds them.",
        default: false,
      }),
    ),
    override_by: override(text({ description: "Who set the override; null without one.", nullable: true })),
    override_until: override(
      timestamp({ description: "When the override ends; null without one.", nullable: true }),
    ),
  },
  hiddenState: {
    override: object({
      description: "What overrides the gate of its service, or did so last.",
      nullable: true,
      fields: {
        allow: boolean({ description: "Whether it lets deploys through." }),
        by: text({ description: "Who set it." }),
        until: timestamp({ description: "When it ends." }),
      },
    }),
  },
  example: {
    service: "checkout",
    error_budget_threshold: 5,
    freeze_until: "2099-01-02T06:00:00Z",
    freeze_reason: "Holidays",
  },
  check(after, before, { now }) {
    const until = momentOf(after.configuration.freeze_until);
    if (until === undefined || now === undefined || until > now) return [];
    // A freeze that ran out is no reason to refuse later changes to other fields.
    if (momentOf(before?.configuration.freeze_until)?.getTime() === until.getTime()) return [];
    return [
      {
        field: "freeze_until",
        message: "must be in the future; send a later time, or null for no freeze",
      },
    ];
  },
  derive({ configuration, state }, now) {
    const until = momentOf(configuration.freeze_until);
    const held = state.override ?? null;
    const override = held !== null && (momentOf(held.until) ?? now) > now ? held : null;
    return {
      frozen: configuration.enabled && until !== undefined && until > now,
      override_active: override !== null,
      override_allow: override?.allow ?? false,
      override_by: override?.by ?? null,
      override_until: override?.until ?? null,
    };
  },
  derivedUntil({ configuration, state }, now) {
    return nextOf([momentOf(configuration.freeze_until), momentOf(state.override?.until)], now);
  },
});

function override<const S extends ItemField>(shape: S) {
  return computed({ shape, from: "derived" });
}
