/** How a statement finds the records about a service: by the rows as they are, and by what a change holds. */
import { jsonText } from "../../../database/json-text.ts";
import type { ServiceNamed } from "../../../engine/ports/audit.ts";

/** All lists have one entry a place: the kind, what settings contain, and what the changes of a record contain before and after. */
export function recordsNaming(places: ServiceNamed["places"]) {
  const changed = (when: "before" | "after") =>
    places.map(({ match }) =>
      jsonText(Object.entries(match).map(([field, value]) => ({ field, [when]: value }))),
    );
  return {
    naming: places.map(({ kind }) => kind),
    matches: places.map(({ match }) => jsonText(match)),
    befores: changed("before"),
    afters: changed("after"),
  };
}
