/**
 * The labels le and quantile are numbers, which Prometheus 3 stores in one form, whatever was written where they came
 * from (prometheus.io/docs/prometheus/latest/migration, "le and quantile label values"): a selector that writes another
 * form finds nothing.
 */
import { RE2JS } from "re2js";
import type { Expression, Matcher } from "./promql-tree.ts";
import type { QueryWarning } from "./query-warnings.ts";

const numberLabels: readonly string[] = ["le", "quantile"];

export function storedNumberWarnings({ selectors }: Expression): QueryWarning[] {
  return selectors.flatMap(({ matchers }) => matchers.flatMap((matcher) => warningOf(matcher) ?? []));
}

function warningOf({ label, op, value }: Matcher): QueryWarning | undefined {
  if (!numberLabels.includes(label)) return undefined;
  const isPattern = op.endsWith("~");
  const written = isPattern ? value.split("|") : [value];
  const stored = written.map(storedForm);
  // A pattern may take both spellings: then it goes on finding what is stored.
  const finds = isPattern ? matching(value) : (form: string) => form === value;
  if (stored.every((form, index) => form === written[index] || finds(form))) return undefined;
  const [old, right] = [written.join("|"), stored.join("|")];
  const both = [...new Set([...written, ...stored])].join("|");
  const effect = op.startsWith("!") ? "leaves nothing out" : "finds nothing";
  const pattern = op.startsWith("!") ? "!~" : "=~";
  return {
    reason: "stored_number",
    message: `${label}${op}"${old}" ${effect} at Prometheus 3 and newer, which stores ${right}; write ${label}${op}"${right}", or ${label}${pattern}"${both}" while an older one runs`,
  };
}

/** Whether the whole text matches, as Prometheus anchors a pattern; one that it does not read matches nothing. */
function matching(pattern: string): (text: string) => boolean {
  return (text) => {
    try {
      return RE2JS.matches(pattern, text);
    } catch {
      return false;
    }
  };
}

/** A number as Prometheus 3 stores it, such as 1.0 for 1; what is no number stays as it is. */
export function storedForm(written: string): string {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(written)) return written;
  const number = Number(written);
  const exponent = Number(number.toExponential().split("e")[1]);
  // The shortest form that Go's %g writes, with an exponent of at least two digits.
  if (exponent < -4 || exponent > 5) return number.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  const plain = String(number);
  return plain.includes(".") ? plain : `${plain}.0`;
}
