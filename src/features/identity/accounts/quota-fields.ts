/** Quotas as the operator writes and reads them. */
import type { Registry } from "../../../engine/feature.ts";
import { integer, object } from "../../../kernel/field.ts";

const most = 1_000_000_000;

function limit(description: string, min = 0) {
  return integer({ description, min, max: most, nullable: true, optional: true });
}

/** An object with a member for each quota; null is no limit, and one that is left out says nothing. */
export function quotasField(definitions: Registry, description: string) {
  const collections = Object.values(definitions).filter(({ shape }) => shape === "collection");
  return object({
    description,
    fields: {
      rows_per_kind: limit("Rows of each kind that rows does not name."),
      rows: object({
        description: "Rows of single kinds.",
        optional: true,
        fields: Object.fromEntries(collections.map(({ kind }) => [kind, limit(`Rows of ${kind}.`)])),
      }),
      alerts_per_minute: limit(
        "Alerts that begin and are taken in within a minute; those beyond are merged into one.",
        1,
      ),
      page_subscribers: limit("Confirmed subscribers of its status page."),
      requests_per_second: limit("Requests of all its credentials together.", 1),
    },
  });
}
