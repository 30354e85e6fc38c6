/** Which version of an engine runs, and whether one is older than another. */
import type { Renderer, RendererRows, Target } from "./renderer.ts";

/**
 * What a connector's engine runs: what its metadata says, else what its agent saw, else the oldest that is tested. What
 * an agent says needs less of a level than rows do: a version older than that one has no say, as it could drop rows.
 */
export function versionOf(
  { id, configuration: { metadata } }: RendererRows["connectors"][number],
  seenVersions: Target["seenVersions"],
  { oldestVersion }: Pick<Renderer, "oldestVersion">,
): string {
  const seen = seenVersions.get(id) ?? oldestVersion;
  return metadata.version ?? (isBefore(seen, oldestVersion) ? oldestVersion : seen);
}

/** Whether a version of an engine, such as 0.23.1, is older than another. What is no number counts as 0. */
export function isBefore(version: string, other: string): boolean {
  const [one, two] = [partsOf(version), partsOf(other)];
  const at = one.findIndex((part, index) => part !== (two[index] ?? 0));
  if (at >= 0) return (one[at] ?? 0) < (two[at] ?? 0);
  return two.slice(one.length).some((part) => part > 0);
}

function partsOf(version: string): number[] {
  return version
    .replace(/^v/, "")
    .split(".")
    .map((part) => Number.parseInt(part, 10) || 0);
}
