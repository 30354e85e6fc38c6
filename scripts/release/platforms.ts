/** The platforms that a release is for, as Terraform spells them. */
import { arch, platform } from "node:os";

export const platforms = [
  "darwin_amd64",
  "darwin_arm64",
  "linux_amd64",
  "linux_arm64",
  "windows_amd64",
  "windows_arm64",
] as const;

export type Platform = (typeof platforms)[number];

export function isPlatform(text: string): text is Platform {
  return platforms.some((platform) => platform === text);
}

/** The platform of this machine. @throws where no release is for it */
export function ownPlatform(): Platform {
  const own = `${platform() === "win32" ? "windows" : platform()}_${arch() === "x64" ? "amd64" : arch()}`;
  if (!isPlatform(own))
    throw new Error(`the provider is not released for ${own}, nor built there: use Linux on amd64`);
  return own;
}
