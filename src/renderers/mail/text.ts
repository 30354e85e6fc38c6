/** A mail as plain text, which reads well in a terminal. */
import { oneLine } from "../../kernel/one-line.ts";
import { chartText } from "./chart.ts";
import type { MailContent, MailFact, MailSection } from "./content.ts";
import { footerLength, headingLength, linksOf, prose, valueLength } from "./parts.ts";

const lineLength = 78;
/** Next to a longer label its value begins further to the right. */
const widestLabel = 24;

export function mailText(content: MailContent): string {
  const { heading, lead, facts, text, chart, sections = [], details, footer, footerLink } = content;
  const title = oneLine(heading, headingLength);
  const listed = sections.map(sectionText);
  const links = linksOf(content).map(({ label, url }) => `${label}:\n${url}`);
  const end = [
    `-- \n${wrap(oneLine(footer, footerLength))}`,
    ...(footerLink === undefined ? [] : [`${footerLink.label}:\n${footerLink.url}`]),
  ];
  const blocks = [
    `${wrap(title)}\n${"=".repeat(Math.min(lineLength, Array.from(title).length))}`,
    lead === undefined ? "" : wrap(oneLine(lead, valueLength)),
    factLines(facts),
    text === null ? "" : prose(text),
    ...(content.linksFirst ? [...links, ...listed] : [...listed, ...links]),
    chart === undefined ? "" : `${wrap(chart.title)}\n${chartText(chart.values)}\n${wrap(chart.caption)}`,
    details === undefined ? "" : `${details.title}\n${factLines(details.facts)}`,
    end.join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function factLines(facts: readonly MailFact[]): string {
  const labels = facts.map(({ label }) => oneLine(label, valueLength));
  const width = Math.min(widestLabel, Math.max(0, ...labels.map(({ length }) => length)));
  return facts
    .map(({ value }, index) => `${(labels[index] ?? "").padEnd(width)}  ${hanging(value, width + 2)}`)
    .join("\n");
}

function sectionText({ title, lines }: MailSection): string {
  const listed = lines.map(({ text, url }) => {
    const below = url === undefined ? "" : `\n  ${url}`;
    return `- ${hanging(text, 2)}${below}`;
  });
  return [...(title === "" ? [] : [wrap(oneLine(title, headingLength))]), ...listed].join("\n");
}

/** A value whose further lines stand below its first. */
function hanging(value: string, indent: number): string {
  return wrap(oneLine(value, valueLength), lineLength - indent).replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** Lines of so many characters at most, broken between words; an address is never broken. */
function wrap(text: string, length = lineLength): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > length) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}
