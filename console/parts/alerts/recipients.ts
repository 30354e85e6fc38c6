/** Who would be notified of an alert, each once, in the order in which they are. Pure. */
import type { Resolution } from "../../api/alert-shapes.ts";

type Recipient = Pick<Resolution["recipients"][number], "target" | "kind" | "first_at_seconds">;

/** Somebody whom several rows name is notified by the first of them. */
export function inOrderOfTime<R extends Recipient>(recipients: readonly R[]): readonly R[] {
  const sorted = recipients.toSorted((one, other) => one.first_at_seconds - other.first_at_seconds);
  return sorted.filter(
    ({ target, kind }, index) =>
      sorted.findIndex((one) => one.target === target && one.kind === kind) === index,
  );
}
