/** What a new row begins with that is made after another one. */
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";

/** The settable values of the row, without secrets, and without the last text of its natural key: no two rows share it. */
export function copiedFrom({ fields, naturalKey }: Definition, row: JsonObject): JsonObject {
  const own = naturalKey.findLast((name) => fields[name]?.type === "text");
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const type = fields[name]?.type;
      return type !== undefined && type !== "secret" && type !== "computed" && name !== own;
    }),
  );
}
