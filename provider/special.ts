/** What single kinds need beyond their definition. */
import { hasReason } from "../src/kernel/reasons.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import type { Answer } from "./client.ts";
import { warning } from "./refusals.ts";
import type { Diagnostic } from "./wire/diagnostics.ts";
import type { ObjectValue } from "./wire/values.ts";

interface Special {
  /** The body to send in place of one that was refused; undefined lets the refusal stand. */
  instead?(answer: Answer, sent: JsonObject): JsonObject | undefined;
  /** Attributes that stay as planned although the service answered otherwise, and what is said of it. */
  settled?(body: JsonObject, planned: ObjectValue): Settled | undefined;
}

interface Settled {
  readonly kept: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
}

export const specials: Readonly<Record<string, Special>> = {
  prompt_templates: {
    // Everything but the switch is written; a held template is enabled by the apply after its approval.
    instead: ({ status, body }, sent) =>
      status === 422 && hasReason(body, "flagged") && sent.enabled === true
        ? { ...sent, enabled: false }
        : undefined,
    settled: (body, planned) =>
      planned.enabled === true && body.enabled === false
        ? { kept: { enabled: true }, diagnostics: [heldWarning(body)] }
        : undefined,
  },
};

function heldWarning({ name, review_status, flagged_patterns }: JsonObject): Diagnostic {
  const passages = (Array.isArray(flagged_patterns) ? flagged_patterns : [])
    .filter(isObject)
    .map(({ category, excerpt }) => `  - ${String(category)}: ${String(excerpt)}`);
  return {
    ...warning(
      `Prompt template "${String(name)}" is ${String(review_status)} and stays disabled`,
      [
        "What it says looks like an attack on the model that reads it:",
        ...passages,
        "Until a person approves it in the console it is served to nobody, and plans go on to show that enabled differs.",
      ].join("\n"),
    ),
    path: ["content"],
  };
}
