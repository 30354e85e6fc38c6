import { defineSetting } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, integer, reference } from "../kernel/field.ts";
import { severities } from "./parts.ts";

export const overseerSettings = defineSetting({
  kind: "overseer_settings",
  title: "Overseer",
  group: "AI",
  description:
    "These settings say how much the overseer may do by itself: what it investigates, whether it applies fixes, who has to approve them, and how much runs at the same time.",
  level: "admin",
  fields: {
    enabled: boolean({ description: "Whether the overseer works at all.", default: false, switch: true }),
    autonomy: choice({
      description:
        "What it does: observe only investigates, suggest proposes a fix, approve applies one after a person agrees, auto applies it by itself.",
      choices: ["observe", "suggest", "approve", "auto"],
      default: "suggest",
    }),
    investigate_alerts: boolean({ description: "Whether an alert starts an investigation.", default: true }),
    investigate_incidents: boolean({
      description: "Whether an incident starts an investigation.",
      default: true,
    }),
    min_severity: choice({
      description: "The least severity that is investigated; what is below it is left alone.",
      choices: severities,
      default: "warning",
    }),
    cooldown_minutes: integer({
      description:
        "How long after an investigation the same cause does not start another one; 0 never waits.",
      min: 0,
      max: 1_440,
      unit: "minutes",
      suggested: [0, 30, 60],
      default: 30,
      section: "When",
    }),
    max_concurrent: integer({
      description: "The most investigations that run at the same time; further ones wait.",
      min: 1,
      max: 25,
      default: 3,
    }),
    daily_fix_limit: integer({
      description: "The most fixes that it applies in one UTC day; 0 applies none.",
      min: 0,
      max: 500,
      unit: "fixes",
      default: 25,
    }),
    approver_team_id: reference({
      description: "The team that is asked to approve fixes; null asks every organization administrator.",
      to: "teams",
      nullable: true,
    }),
    approval_ttl_minutes: integer({
      description: "How long a request for approval stays open; unanswered by then, the fix is not applied.",
      min: 5,
      max: 10_080,
      unit: "minutes",
      suggested: [60, 240, 1_440],
      default: 240,
    }),
    auto_resolve_verified: boolean({
      description: "Whether an incident is resolved without a person once its fix is verified.",
      default: false,
    }),
  },
  example: {
    enabled: true,
    autonomy: "approve",
    approver_team_id: exampleOf("teams"),
  },
});
