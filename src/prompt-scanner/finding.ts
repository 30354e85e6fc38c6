/** What a template is flagged for; the order is the order of publication and means nothing else. */
export const scannerCategories = [
  "instruction_override",
  "prompt_extraction",
  "role_reassignment",
  "jailbreak",
  "constraint_removal",
  "chat_markup",
  "encoding_evasion",
  "hidden_text",
  "exfiltration",
] as const;

export type ScannerCategory = (typeof scannerCategories)[number];

/** One flagged passage: `start` and `end` count UTF-16 units of the scanned content. */
export interface Finding {
  readonly category: ScannerCategory;
  readonly excerpt: string;
  readonly start: number;
  readonly end: number;
}

/** A passage before it becomes a finding: offsets only. */
export interface Passage {
  readonly category: ScannerCategory;
  readonly start: number;
  readonly end: number;
}
