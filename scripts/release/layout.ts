/** Where a release's files are, below its folder. */
import { join } from "node:path";
import { version } from "../../provider/version.ts";
import { providerSource } from "../provider-bundle.mjs";
import type { Platform } from "./platforms.ts";
import type { Packed } from "./zip.ts";

const program = "terraform-provider-orgconfig";

/** The name of a file of this release, such as `terraform-provider-orgconfig_0.1.0_SHA256SUMS`. */
export function releaseName(end: string): string {
  return `${program}_${version}_${end}`;
}

/** Whether a file in the release's folder is of this release or an earlier one. */
export function isReleaseFile(name: string): boolean {
  return name.startsWith(`${program}_`);
}

/** A folder for Terraform's `filesystem_mirror`, with the executables as they are. */
export function unpackedMirror(home: string): string {
  return join(home, "unpacked");
}

/** A folder with the zips, for `filesystem_mirror` and, behind a web server, for `network_mirror`. */
export function packedMirror(home: string): string {
  return join(home, "packed");
}

/** The folder in the packed mirror that has the zips. */
export function packedFolder(home: string): string {
  return join(packedMirror(home), providerSource);
}

export function unpackedFolder(home: string, platform: Platform): string {
  return join(unpackedMirror(home), providerSource, version, platform);
}

/** What a platform's zip holds, from the unpacked mirror, so that both have the same `h1:` hash. */
export function contents(home: string, platform: Platform): Record<"program" | "licence" | "others", Packed> {
  const folder = unpackedFolder(home, platform);
  const entry = (name: string, mode: number) => ({ name, file: join(folder, name), mode });
  const executable = `${program}_v${version}${platform.startsWith("windows") ? ".exe" : ""}`;
  return {
    program: entry(executable, 0o755),
    licence: entry("LICENSE", 0o644),
    others: entry("THIRD-PARTY-LICENSES.txt", 0o644),
  };
}
