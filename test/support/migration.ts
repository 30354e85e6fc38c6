/** Other tools' resources, and what `orgconfig migrate terraform` makes of them. */
import type { Migration, Options } from "../../src/features/changes/migrations/mapping.ts";
import type { SourceResource } from "../../src/features/changes/migrations/resource.ts";
import { mapTerraform } from "../../src/features/changes/migrations/terraform/index.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

/** Maps as the command does. */
export const mapped = (sources: readonly SourceResource[], options: Options = {}) =>
  mapTerraform(sources, options);

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
