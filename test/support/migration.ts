/** Other tools' resources, and what `orgconfig migrate terraform` makes of them. */
import { grafanaMappings } from "../../src/cli/migrate/grafana.ts";
import { type Migration, migrate, type Options } from "../../src/cli/migrate/mapping.ts";
import { pagerdutyMappings } from "../../src/cli/migrate/pagerduty.ts";
import type { SourceResource } from "../../src/cli/migrate/source.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

const mappings = [...grafanaMappings, ...pagerdutyMappings];
/** Maps as the command does. */
export const mapped = (sources: readonly SourceResource[], options: Options = {}) =>
  migrate(sources, mappings, ["grafana_", "pagerduty_"], options);

/** A resource of the other tool; its type is the first part of its address, after that of its file. */
export function source(place: string, values: JsonObject, sensitive: JsonObject = {}): SourceResource {
  const [address = "", file = ""] = place.split(": ").reverse();
  const isData = address.startsWith("data.");
  const [type = "", label = ""] = address.replace("data.", "").split(".");
  return { address: place, mode: isData ? "data" : "managed", type, label, values, sensitive, file };
}

/** What is said of a resource. */
export function entry(migration: Migration, address: string) {
  return migration.entries.find((one) => one.address === address);
}
