/** A plan as Markdown, for a comment on a pull request. */

import { countOf } from "../../kernel/words.ts";
import type { Change, Difference } from "./answers.ts";
import { type Kinds, planSentence } from "./draw.ts";
import { effectLines } from "./effects.ts";
import { linesOfChange, type Mark } from "./lines.ts";

/** GitHub draws a line of a diff by its first character; ! is one that changes. */
const marks: Readonly<Record<Mark, string>> = { "+": "+", "-": "-", "~": "!", " ": " " };
/** GitHub takes 65,536 characters; whoever posts it may add a line or two. */
const longest = 65_000;
/** For the fence, and the sentence about lines that were left out. */
const spare = 100;
/** Lines of what would follow. */
const mostEffects = 200;

export interface Notes {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** What a plan would do, or what stands against it. */
export function commentOnPlan(difference: Difference, kinds: Kinds, { problems, warnings }: Notes): string {
  const changes = (difference.changes as readonly Change[]).flatMap((change, index) => [
    ...(index === 0 ? [] : [""]),
    ...linesOfChange(change, kinds.get(change.resource)).map(
      ({ mark, depth, text }) => `${marks[mark]} ${"    ".repeat(depth)}${text}`,
    ),
  ]);
  const invalid = problems.length > 0;
  return comment(
    invalid
      ? `This cannot be applied: ${countOf(problems.length, "problem")}.`
      : planSentence(difference.summary),
    [
      { title: "Problems", language: "text", lines: listed(problems) },
      {
        title: "Effects",
        language: "text",
        lines: invalid ? [] : listed(effectLines(difference)),
        most: mostEffects,
      },
      { title: "Warnings", language: "text", lines: listed(warnings) },
      { title: "Changes", language: "diff", lines: invalid ? [] : changes },
    ],
  );
}

/** What keeps the files from being a bundle. */
export function commentOnFaults(faults: readonly string[]): string {
  const sentence = `The files cannot be read: ${countOf(faults.length, "problem")}.`;
  return comment(sentence, [{ title: "Problems", language: "text", lines: listed(faults) }]);
}

interface Block {
  readonly title: string;
  readonly language: string;
  readonly lines: readonly string[];
  /** Of them, where that is fewer than fit. */
  readonly most?: number;
}

function listed(texts: readonly string[]): string[] {
  return texts.map((text) => `- ${text}`);
}

/**
 * What others wrote stands in code blocks alone, where it can mention nobody and bring no markup. Every line of a block
 * that is not empty begins with a mark, so that none can end it. Lines that are too many for a comment are left out, and it says so.
 */
function comment(sentence: string, blocks: readonly Block[]): string {
  let drawn = `### orgconfig\n\n**${sentence}**\n`;
  for (const { title, language, lines, most } of blocks) {
    if (lines.length === 0) continue;
    const head = `\n${title}:\n\n\`\`\`${language}\n`;
    const shown = fitting(lines.slice(0, most), longest - drawn.length - head.length - spare);
    const left = lines.length - shown.length;
    const cut =
      left === 0 ? "" : `\n${countOf(left, "more line")} did not fit; the log of the run has all.\n`;
    drawn += `${head}${shown.map((line) => `${line}\n`).join("")}\`\`\`\n${cut}`;
  }
  return drawn;
}

function fitting(lines: readonly string[], room: number): readonly string[] {
  let used = 0;
  const end = lines.findIndex((line) => {
    used += line.length + 1;
    return used > room;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
