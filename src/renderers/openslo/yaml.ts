/** Objects as YAML documents that parsers of YAML 1.1 read alike: Go's are of that version. */
import { Document, type Scalar, visit } from "yaml";
import { oneLine } from "../../kernel/one-line.ts";
import { special, withEscapes } from "../yaml.ts";
import type { OpenSloObject } from "./document.ts";

/** One document, with the mark that begins it. */
export function yamlOf(object: OpenSloObject): string {
  const document = new Document(object, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value === "string" && special.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return `---\n${withEscapes(document.toString({ lineWidth: 0 }))}`;
}

const longestComment = 4_000;

/** Lines of a comment. */
export function commentOf(lines: readonly string[]): string {
  return lines.map((line) => `# ${oneLine(line, longestComment)}\n`).join("");
}
