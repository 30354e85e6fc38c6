/** Objects as YAML documents that parsers of YAML 1.1 read alike: Go's are of that version. */
import { Document, type Scalar, visit } from "yaml";
import { oneLine } from "../../kernel/one-line.ts";
import type { OpenSloObject } from "./document.ts";

/** Parsers refuse these characters as they are (YAML 1.2 §5.1), or take them for the end of a line (YAML 1.1 §5.4). */
const special = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/gu;

/** One document, with the mark that begins it. */
export function yamlOf(object: OpenSloObject): string {
  const document = new Document(object, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value === "string" && node.value.search(special) >= 0) node.type = "QUOTE_DOUBLE";
    },
  });
  return `---\n${document.toString({ lineWidth: 0 }).replace(special, escaped)}`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const longestComment = 4_000;

/** Lines of a comment. */
export function commentOf(lines: readonly string[]): string {
  return lines.map((line) => `# ${oneLine(line, longestComment)}\n`).join("");
}
