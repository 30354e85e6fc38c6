import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, integer, reference } from "../kernel/field.ts";
import { defineSetting } from "../kernel/resource.ts";
import { severities } from "./parts.ts";

export const overseerSettings = defineSetting({
  kind: "overseer_settings",
  title: "Overseer",
  group: "AI",
  description:
    "How far the overseer may go on its own: what it investigates, whether it acts on what it finds, whom it asks first, and how much it does at once.",
  level: "admin",
  fields: {
    enabled: boolean({ description: "Whether the overseer works at all.", default: false }),
    autonomy: choice({
      description:
        "How far it goes: observe only investigates, suggest proposes a fix, approve applies one after a person agrees, auto applies it by itself.",
      choices: ["observe", "suggest", "approve", "auto"],
      default: "suggest",
    }),
    investigate_alerts: boolean({ description: "Whether an alert starts an investigation.", default: true }),
    investigate_incidents: boolean({
      description: "Whether an incident starts an investigation.",
      default: true,
    }),
    min_severity: choice({
      description: "What is less severe than this is left alone.",
      choices: severities,
      default: "warning",
    }),
    cooldown_minutes: integer({
      description: "How long after an investigation the same cause starts no other; 0 never waits.",
      min: 0,
      max: 1_440,
      unit: "minutes",
      default: 30,
    }),
    max_concurrent: integer({
      description: "Most investigations that run at one time; further ones wait.",
      min: 1,
      max: 25,
      default: 3,
    }),
    daily_fix_limit: integer({
      description: "Most fixes that it applies in one UTC day; 0 applies none.",
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
