import { createHash } from "node:crypto";
import { boolean, choice, computed, list, object, text, timestamp } from "../kernel/field.ts";
import { defineCollection } from "../kernel/resource.ts";
import { type Finding, scanInPieces } from "../prompt-scanner/index.ts";
import { nameField } from "./parts.ts";

/** Reviewers read the first of a text's matches; a text with more is no less flagged. */
const maxPatterns = 100;

export const promptTemplates = defineCollection({
  kind: "prompt_templates",
  title: "Prompt templates",
  group: "AI",
  description:
    "A prompt template is a prompt that the organization's AI work runs on. Every write is scanned for injection: content that matches is flagged and disabled until a person approves it in the console. The model is served the approved and enabled default of a type; without one, the built-in prompt.",
  level: "admin",
  idPrefix: "ptpl",
  naturalKey: ["name"],
  listColumns: ["name", "review_status", "enabled", "prompt_type", "is_default", "flagged_patterns"],
  oneDefault: { field: "is_default", per: ["prompt_type"] },
  refusals: { empty: true },
  fields: {
    name: nameField(),
    description: text({ description: "What the prompt is for.", nullable: true }),
    content: text({
      description:
        "The prompt itself. What the scanner cannot read in time, because it decodes or normalises to far more text than is written, is flagged.",
      max: 10_000,
      multiline: true,
      prose: true,
      example: "You investigate incidents. Name the evidence for everything that you say.",
    }),
    prompt_type: choice({
      description: "What the prompt is used for.",
      choices: [
        "investigation_system",
        "investigation_user",
        "rca_system",
        "rca_user",
        "chat_system",
        "chat_user",
        "custom",
      ],
      fixed: true,
    }),
    is_default: boolean({
      description: "Whether it is the default for its type. Setting it replaces the previous default.",
      default: false,
    }),
    enabled: boolean({
      description: "Whether it may be served. Stays false while the template is flagged or rejected.",
      default: true,
      switch: true,
    }),
    review_status: computed({
      description:
        "The decision of the scanner, or of a reviewer after it: only an approved template is served. Reviews happen in the console.",
      shape: choice({
        description: "The outcome.",
        choices: ["approved", "flagged", "rejected"],
        tones: { approved: "good", flagged: "warning", rejected: "bad" },
        needsDecision: ["flagged"],
      }),
      from: "state",
      // Every write scans, and a newer scanner may find what an older one did not.
      movedBy: "any change",
      routine: false,
    }),
    flagged_patterns: computed({
      description: "The passages that the scanner last matched, for the reviewer.",
      shape: list({
        description: "The matches, in the order of the text.",
        max: maxPatterns,
        items: object({
          description: "One match.",
          fields: {
            category: text({ description: "The kind of attack that it looks like." }),
            excerpt: text({ description: "The passage that matched." }),
          },
        }),
      }),
      from: "state",
      movedBy: "any change",
      routine: false,
    }),
  },
  hiddenState: {
    approved_hash: text({ description: "SHA-256 of the content that a reviewer approved.", nullable: true }),
    reviewed_by: text({ description: "The reviewer's name." }),
    reviewed_at: timestamp({ description: "When it was last reviewed." }),
    review_note: text({ description: "What the reviewer wrote.", nullable: true }),
  },
  example: {
    name: "Root cause analysis",
    prompt_type: "rca_system",
    content:
      "You write root cause analyses for engineers. Name the change that began it, and the evidence for that.",
    is_default: true,
  },
  examine({ configuration: { content } }, before) {
    return isApproved(content, before) ? undefined : { text: content, work: scanInPieces(content) };
  },
  prepare(after, before, _context, examined) {
    const { content, enabled } = after.configuration;
    if (isApproved(content, before)) return {};
    const matches = examined as Finding[];
    if (matches.length === 0) {
      // A clean scan approves what is new and never clears what was flagged or rejected before.
      return before === undefined ? { state: { review_status: "approved", flagged_patterns: [] } } : {};
    }
    const same = before?.configuration.content === content;
    // What a reviewer or an earlier scan said of this very content stands.
    if (before !== undefined && isHeld(before.state) && same) return {};
    const flagged_patterns = matches
      .slice(0, maxPatterns)
      .map(({ category, excerpt }) => ({ category, excerpt }));
    // Asking to enable what was held already, or what was off and still matches, is for check to refuse.
    const asksAnyway =
      before !== undefined && (isHeld(before.state) || (same && !before.configuration.enabled));
    return {
      state: { review_status: "flagged", flagged_patterns },
      configuration: { enabled: asksAnyway && enabled },
    };
  },
  check({ configuration: { enabled }, state }) {
    if (!enabled || !isHeld(state)) return [];
    return [
      {
        field: "enabled",
        message: `cannot be true while the template is ${state.review_status}; a person has to approve its content in the console first`,
        reason: "flagged",
      },
    ];
  },
});

/** Whether a reviewer approved this very content. */
function isApproved(
  content: string,
  before: { readonly state: { readonly approved_hash?: string | null } } | undefined,
): boolean {
  return before !== undefined && before.state.approved_hash === contentHash(content);
}

/** What an approval is bound to: this very content, and no other. */
function contentHash(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Flagged or rejected: only a review lets such a template be served. */
export function isHeld(state: { readonly review_status?: string }): boolean {
  return state.review_status === "flagged" || state.review_status === "rejected";
}
