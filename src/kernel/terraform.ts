/**
 * What Terraform calls a kind and its fields. The export writes these names and the provider's schema reads
 * them back, so that neither can change one alone.
 */
import type { Kind } from "./kind.ts";

/** The name of a kind's resource type and data source: `orgconfig_team`. */
export function terraformType({ singular }: Pick<Kind, "singular">): string {
  return `orgconfig_${singular}`;
}

/** The argument in which a field stands; one that Terraform would take for its own gets `_name` behind it. */
export function argumentName(field: string): string {
  return metaArguments.has(field) ? `${field}_name` : field;
}

/** The arguments in which a secret is written, and the attribute that shows whether one is stored. */
export function secretArguments(field: string): { value: string; version: string; set: string } {
  return { value: `${field}_wo`, version: `${field}_wo_version`, set: `${field}_set` };
}

/** Every resource block may hold these, whatever its schema. */
const metaArguments: ReadonlySet<string> = new Set([
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
]);
