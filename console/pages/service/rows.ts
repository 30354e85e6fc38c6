/** What of a service's rows stands where on its page. Pure. */
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { KindRows } from "../../api/service-shapes.ts";
import { rankOf, troubleOf } from "../../parts/tones.ts";

export function rowsOf(found: readonly KindRows[], kind: string): readonly JsonObject[] {
  return found.find((one) => one.kind === kind)?.data ?? [];
}

/** Whether one of the rows needs a look: it is never folded away. */
export function isInTrouble({ fields }: Definition, rows: readonly JsonObject[]): boolean {
  return rows.some((row) => {
    const trouble = troubleOf(fields, row);
    return trouble !== undefined && rankOf(trouble.tone) < 2;
  });
}
