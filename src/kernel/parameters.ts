import { unprocessable } from "./problem.ts";
import { clipped, unknownField } from "./validate.ts";

/**
 * 422 for a query parameter that the call does not know, naming the one that was likely meant, and for one that
 * is there twice: of two values one would be dropped in silence.
 */
export function refuseParameters(sent: readonly string[], known: readonly string[]): void {
  const unknown = sent.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const { field, message } = unknownField(clipped(unknown), unknown, known, "query parameter");
    const offer =
      known.length === 0 ? "this call takes no query parameters" : `this call takes ${known.join(", ")}`;
    throw unprocessable([{ field, message: `${message} (${offer})` }]);
  }
  // All are known, so that one of the first few comes again.
  const twice = sent.find((name, index) => sent.indexOf(name) !== index);
  if (twice !== undefined) throw unprocessable([{ field: twice, message: "is given twice; send it once" }]);
}
