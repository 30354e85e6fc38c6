import { createHash } from "node:crypto";
import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, computed, list, object, text, timestamp } from "../kernel/field.ts";
import { type Finding, scanInPieces } from "../prompt-scanner/index.ts";
import { nameField } from "./parts.ts";

/** Approvals that are remembered: content that comes back after more others is reviewed anew. */
const maxApprovals = 100;

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
      description: "The passages of the content that the scanner matches, for the reviewer.",
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
    approved_hashes: list({
      description: "The same of the contents that were approved, the latest last.",
      max: maxApprovals,
      items: text({ description: "A SHA-256." }),
    }),
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
    const stands = before?.configuration.content === content && isApproved(content, before);
    return stands ? undefined : { text: content, work: scanInPieces(content) };
  },
  prepare(after, before, _context, examined) {
    const { content, enabled } = after.configuration;
    if (examined === undefined) return {};
    const matches = examined as Finding[];
    const same = before?.configuration.content === content;
    const flagged_patterns = matches
      .slice(0, maxPatterns)
      .map(({ category, excerpt }) => ({ category, excerpt }));
    // A reviewer approved it before, whatever stood here meanwhile.
    if (isApproved(content, before)) return { state: { review_status: "approved", flagged_patterns } };
    if (matches.length === 0) {
      // A clean scan approves what is new and never clears what was flagged or rejected before.
      if (before === undefined) return { state: { review_status: "approved", flagged_patterns } };
      return same ? {} : { state: { flagged_patterns } };
    }
    // What a reviewer or an earlier scan said of this very content stands.
    if (before !== undefined && isHeld(before.state) && same) return {};
    // A request to enable what was held already, or what was off and still matches, is for check to refuse.
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

interface Approvals {
  readonly approved_hash?: string | null;
  readonly approved_hashes?: readonly string[];
}

/** Whether a reviewer approved this very content, and none rejected it since. */
function isApproved(content: string, before: { readonly state: Approvals } | undefined): boolean {
  return before !== undefined && approvalsOf(before.state).includes(contentHash(content));
}

/** Rows from before approvals were remembered have the latest one alone. */
function approvalsOf({ approved_hash, approved_hashes = [] }: Approvals): readonly string[] {
  if (typeof approved_hash !== "string" || approved_hashes.includes(approved_hash)) return approved_hashes;
  return [...approved_hashes, approved_hash];
}

/** The approvals after a verdict on this content. */
export function approvalsAfter(state: Approvals, content: string, approved: boolean): Required<Approvals> {
  const hash = contentHash(content);
  const others = approvalsOf(state).filter((one) => one !== hash);
  return {
    approved_hash: approved ? hash : null,
    approved_hashes: (approved ? [...others, hash] : others).slice(-maxApprovals),
  };
}

/** What an approval is bound to: this very content, and no other. */
function contentHash(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Flagged or rejected: only a review lets such a template be served. */
export function isHeld(state: { readonly review_status?: string }): boolean {
  return state.review_status === "flagged" || state.review_status === "rejected";
}
