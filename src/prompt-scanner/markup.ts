import type { Passage } from "./finding.ts";

/** The delimiters of chat formats, which a template has no business to carry: they forge a turn. */
export function findMarkup(content: string): Passage[] {
  return patterns.flatMap((pattern) =>
    Array.from(content.matchAll(pattern), (match) => ({
      category: "chat_markup" as const,
      start: match.index + match[0].search(/\S/),
      end: match.index + match[0].trimEnd().length,
    })),
  );
}

const roles = "system|user|assistant|developer|tool|human|ai|model|bot|function|ipython";

/** Every quantifier is bounded. Blanks within a delimiter are an evasion, so a few of them are read over. */
const patterns: readonly RegExp[] = [
  // ChatML, Llama 3, Phi and others: <|im_start|>, <|system|>, <|eot_id|>.
  /<[ \t]{0,2}[|｜│∣][ \t]{0,2}\/?[a-z][a-z0-9_ ▁-]{1,30}[ \t]{0,2}[|｜│∣][ \t]{0,2}>/giu,
  // Llama 2 and Mistral.
  /\[[ \t]{0,2}\/?[ \t]{0,2}(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)[ \t]{0,2}\]/g,
  /<<[ \t]{0,2}\/?[ \t]{0,2}SYS[ \t]{0,2}>>/gi,
  // Gemma, and the turns of other formats.
  /<\/?(?:start_of_turn|end_of_turn|bos|eos|begin_of_text|end_of_text|sys|im_start|im_end|startoftext|endoftext|fim_prefix|fim_suffix|assistant_response|system_prompt|system_message|system_instruction|system_instructions|system-prompt|system-message|system-reminder|system-instructions|function_results|function_calls|tool_result|antml:[a-z_]{1,30})>/gi,
  /<\/s>[ \t]{0,4}(?:\n[ \t]{0,4}){0,2}(?:<s>|\[)|<s>[ \t]{0,4}\[/gi,
  // A pair of tags that names a role and addresses the model.
  /<(?:system|assistant|developer)>(?=[^<]{0,400}\b(?:you|your|ignore|instructions?|assistant|must|rules|prompt)\b)/gi,
  /<\/(?:system|user|assistant|developer|human)>\s{0,4}<(?:system|user|assistant|developer|human)>/gi,
  // Alpaca and Vicuna: "### Instruction:", "### Assistant:".
  new RegExp(
    `^[ \\t]{0,3}#{2,4}[ \\t]{0,3}(?:${roles}|instruction|new instruction|response)[ \\t]{0,2}:`,
    "gim",
  ),
  /^[ \t]{0,3}#{1,4}[ \t]{0,3}(?:system|developer) (?:message|prompt|override|instructions?)[ \t]{0,2}:?[ \t]{0,3}$/gim,
  // The turns of a completion prompt, one after the other.
  /(?:^|\n)[ \t]{0,3}human:[^\n]{0,400}\n{1,3}[ \t]{0,3}(?:assistant|ai):/gi,
  /(?:^|\n)[ \t]{0,3}\[?(?:system|developer)\]?(?: (?:message|prompt|override|note|instruction))?[ \t]{0,2}(?:\]|:)[ \t]{0,3}(?=[^\n]{0,200}\b(?:you|your|ignore|instructions?|assistant|must|rules|override|mode|comply|user)\b)/gi,
  /(?:^|\n)[ \t]{0,3}\[(?:system|assistant|user|developer)\](?:[ \t]{0,3}\n|\(#)/gi,
  /\[(?:system|assistant|developer|user)\]\(#[a-z_]{1,30}\)/gi,
  // The messages of a chat API.
  /["']?role["']?\s{0,3}[:=]\s{0,3}["'](?:system|assistant|developer)["']\s{0,3},\s{0,6}["']?content["']?\s{0,3}[:=]/gi,
  /["']?content["']?\s{0,3}[:=]\s{0,3}["'][^"'\n]{0,400}["']\s{0,3},\s{0,6}["']?role["']?\s{0,3}[:=]\s{0,3}["'](?:system|assistant|developer)["']/gi,
  /[-=*_#~]{3,12}[ \t]{0,3}(?:BEGIN|START|END)(?: OF)?(?: THE)?(?: NEW)? (?:SYSTEM|DEVELOPER|ADMIN|USER|ASSISTANT)[ _](?:PROMPT|MESSAGE|INSTRUCTIONS?|INPUT|TURN)\b/gi,
];
