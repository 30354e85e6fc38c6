/** YAML as the engines read it: every text is quoted, so that none is taken for a number or a boolean. */
import { Document, isScalar, Scalar, visit } from "yaml";

/**
 * A YAML document of plain values. Texts of `literalKeys` are written as they are, a line a line: they hold what we
 * wrote ourselves, such as PromQL.
 */
export function yamlOf(value: unknown, literalKeys: readonly string[] = []): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_, { key, value: written }) {
      if (!isScalar(key) || !isScalar(written) || typeof written.value !== "string") return;
      const literal = literalKeys.includes(String(key.value)) && written.value.includes("\n");
      written.type = literal ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
    },
    Seq(_, list) {
      // A list of numbers is one line: two hundred statuses are nothing to scroll through.
      if (list.items.every((item) => isScalar(item) && typeof item.value === "number")) list.flow = true;
    },
  });
  const text = document.toString({ lineWidth: 0, defaultKeyType: "PLAIN", defaultStringType: "QUOTE_DOUBLE" });
  return text.replaceAll(unprintable, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/**
 * What Go's YAML refuses unless it is escaped (YAML 1.2 §5.1), or takes for the end of a line (YAML 1.1 §5.4). These
 * stand only in quoted texts.
 */
const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
