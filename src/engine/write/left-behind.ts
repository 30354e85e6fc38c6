/** Secrets that a change of a row's address leaves behind, said alike of a write and of a plan. */
import type { Kind } from "../../kernel/kind.ts";
import { leftBehind } from "../../kernel/secret-addresses.ts";
import type { StoredRow } from "../ports/rows.ts";
import { completed } from "../render.ts";

type Holding = Pick<StoredRow, "configuration" | "secrets" | "state">;

export function secretsLeftBehind(definition: Kind, before: Holding | undefined, after: Holding) {
  const whole = ({ configuration, secrets, state }: Holding) => ({
    configuration: completed(definition, configuration),
    secrets,
    state,
  });
  return leftBehind(definition.fields, before && whole(before), whole(after));
}
