import { defineSetting } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, integer, list, reference } from "../kernel/field.ts";

export const aiSettings = defineSetting({
  kind: "ai_settings",
  title: "AI settings",
  group: "AI",
  description:
    "These settings say whether AI work is done at all, with which provider, what it may read, and how much it may spend in a day.",
  level: "admin",
  fields: {
    enabled: boolean({
      description: "Whether AI work is done at all; while it is off, no model is called.",
      default: false,
      switch: true,
    }),
    default_provider_id: reference({
      description: "The provider that AI work runs on; null leaves it to the provider marked as the default.",
      to: "ai_providers",
      nullable: true,
    }),
    daily_token_limit: integer({
      description: "Tokens that AI work may use in one UTC day; 0 pauses it, null sets no limit.",
      min: 0,
      unit: "tokens",
      nullable: true,
    }),
    allowed_data: list({
      description: "The kinds of data that prompts may carry to a provider; empty allows none of them.",
      items: choice({ description: "A kind of data.", choices: ["logs", "metrics", "traces", "code"] }),
    }),
    redact_secrets: boolean({
      description: "Whether text that looks like a credential is redacted before data is sent to a provider.",
      default: true,
    }),
    log_retention_days: integer({
      description: "How long prompts and answers are kept.",
      min: 1,
      max: 365,
      unit: "days",
      suggested: [7, 30, 90],
      default: 30,
    }),
  },
  example: {
    enabled: true,
    default_provider_id: exampleOf("ai_providers"),
    daily_token_limit: 2_000_000,
    allowed_data: ["logs", "metrics"],
  },
});
