/** The program in a mirror that Terraform starts. */
import { readdirSync, readFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";

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
