/** The provider in JavaScript, as `npm run build:provider` makes it, and the program in it that Terraform starts. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";

export function buildMirror(mirror: string): void {
  execFileSync(process.execPath, ["scripts/build-provider.mjs", mirror]);
}

export function launcherIn(mirror: string) {
  const versions = join(mirror, "registry.terraform.io/orgconfig/orgconfig");
  const [version = ""] = readdirSync(versions);
  const folder = join(versions, version, `${platform()}_${arch() === "x64" ? "amd64" : arch()}`);
  const path = join(folder, `terraform-provider-orgconfig_v${version}`);
  return {
    folder,
    path,
    text: readFileSync(path, "utf8"),
    /** Where it looks for node besides the PATH. */
    places: / \/\S+\/node\b/g,
  };
}
