/** Who would be notified of an alert, each once, in the order in which they are. Pure. */
import type { Resolution } from "../../api/alert-shapes.ts";

type Recipient = Resolution["recipients"][number];

/** Somebody whom several rows name is notified by the first of them. */
export function inOrderOfTime(recipients: readonly Recipient[]): readonly Recipient[] {
  const sorted = recipients.toSorted((one, other) => one.first_at_seconds - other.first_at_seconds);
  return sorted.filter(
    ({ target, kind }, index) =>
      sorted.findIndex((one) => one.target === target && one.kind === kind) === index,
  );
}
