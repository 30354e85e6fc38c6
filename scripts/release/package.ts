/** Packs executables that are built as a registry and mirrors want them: zips, sums, signature, manifest, indexes. */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../provider/version.ts";
import { PROVIDER_PROTOCOL } from "../../provider/wire/handshake.ts";
import { contents, isReleaseFile, packedFolder, packedMirror, releaseName } from "./layout.ts";
import { isSignedForMac } from "./mach-o.ts";
import type { Platform } from "./platforms.ts";
import { type SigningKey, sign } from "./signature.ts";
import { h1Of, sumLines, sumOf } from "./sums.ts";
import { writeZip } from "./zip.ts";

interface Archive {
  readonly platform: Platform;
  readonly name: string;
  /** SHA-256 in hex. */
  readonly sum: string;
  readonly h1: string;
}

/**
 * Whether this is a program for macOS that macOS has not signed.
 * @throws when it is not built
 */
export function lacksMacSignature(home: string, platform: Platform): boolean {
  const { file } = contents(home, platform).program;
  if (!existsSync(file))
    throw new Error(
      `there is no executable for ${platform}: build it with \`npm run release:provider -- executables --platforms ${platform}\``,
    );
  return platform.startsWith("darwin") && !isSignedForMac(readFileSync(file));
}

/** Writes everything of the release but the executables, in the place of what was there. */
export async function packRelease(
  home: string,
  platforms: readonly Platform[],
  key: SigningKey | undefined,
): Promise<void> {
  rmSync(packedMirror(home), { recursive: true, force: true });
  for (const name of readdirSync(home).filter(isReleaseFile)) rmSync(join(home, name));
  const archives: Archive[] = [];
  for (const platform of platforms) archives.push(await pack(home, platform));
  const manifest = releaseName("manifest.json");
  writeJson(join(home, manifest), {
    version: 1,
    metadata: { protocol_versions: [`${PROVIDER_PROTOCOL}.0`] },
  });
  const sums = new Map(archives.map(({ name, sum }) => [name, sum]));
  sums.set(manifest, await sumOf(join(home, manifest)));
  const sumFile = join(home, releaseName("SHA256SUMS"));
  writeFileSync(sumFile, sumLines(sums));
  if (key !== undefined) sign(sumFile, `${sumFile}.sig`, key);
  writeMirror(home, archives);
}

async function pack(home: string, platform: Platform): Promise<Archive> {
  const packed = Object.values(contents(home, platform));
  const name = releaseName(`${platform}.zip`);
  await writeZip(join(home, name), packed);
  return { platform, name, sum: await sumOf(join(home, name)), h1: await h1Of(packed) };
}

/**
 * The zips once more, in the folders that a packed `filesystem_mirror` has, with the two documents that Terraform's
 * provider network mirror protocol asks for.
 */
function writeMirror(home: string, archives: readonly Archive[]): void {
  const folder = packedFolder(home);
  mkdirSync(folder, { recursive: true });
  for (const { name } of archives) linkSync(join(home, name), join(folder, name));
  const entries = archives.map(({ platform, name, sum, h1 }) => [
    platform,
    { url: name, hashes: [h1, `zh:${sum}`] },
  ]);
  writeJson(join(folder, "index.json"), { versions: { [version]: {} } });
  writeJson(join(folder, `${version}.json`), { archives: Object.fromEntries(entries) });
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
