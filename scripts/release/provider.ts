/**
 * Builds the Terraform provider's release, by default all of it into dist/provider/release:
 *
 *     npm run release:provider -- [executables|package] [--platforms linux_amd64,…] [--home FOLDER] [--unsigned]
 *
 * `executables` builds the programs only, `package` packs and signs those that are built. docs/releasing.md says more.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../../provider/version.ts";
import { bundleProvider } from "../provider-bundle.mjs";
import { buildExecutable } from "./executables.ts";
import { contents, unpackedFolder } from "./layout.ts";
import { thirdPartyLicences } from "./licences.ts";
import { lacksMacSignature, packRelease } from "./package.ts";
import { isPlatform, type Platform, platforms } from "./platforms.ts";
import { checkKey, takeSigningKey } from "./signature.ts";

const unsignedForMac =
  "macOS has not signed the executable, and Macs with Apple's processor refuse to start it. Sign it on a Mac with `codesign --sign -` before this step, leave it out with --platforms, or give --unsigned";
const root = fileURLToPath(new URL("../..", import.meta.url));

interface Task {
  readonly steps: readonly string[];
  readonly platforms: readonly Platform[];
  readonly home: string;
  readonly unsigned: boolean;
}

/** @throws when the command line makes no sense */
function readTask(): Task {
  const { values, positionals } = parseArgs({
    options: {
      platforms: { type: "string", default: platforms.join(",") },
      home: { type: "string", default: join(root, "dist/provider/release") },
      unsigned: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const steps = positionals.length === 0 ? ["executables", "package"] : positionals;
  const strange = steps.find((step) => step !== "executables" && step !== "package");
  if (strange !== undefined)
    throw new Error(`${strange} is no step: use executables or package, or leave it out`);
  const named = values.platforms.split(",");
  const unknown = named.find((name) => !isPlatform(name));
  if (unknown !== undefined) throw new Error(`${unknown} is no platform: use ${platforms.join(", ")}`);
  return {
    steps,
    platforms: named.filter(isPlatform),
    home: resolve(values.home),
    unsigned: values.unsigned,
  };
}

async function release({ steps, platforms, home, unsigned }: Task): Promise<void> {
  const given = takeSigningKey(process.env);
  const key = unsigned ? undefined : given;
  const packs = steps.includes("package");
  if (packs && key === undefined && !unsigned)
    throw new Error(
      "there is no key to sign with: set GPG_PRIVATE_KEY (and GPG_PASSPHRASE), or give --unsigned for a release that no registry takes",
    );
  if (packs && key !== undefined) checkKey(key);
  if (steps.includes("executables")) await buildExecutables(home, platforms);
  if (packs) {
    const dead = platforms.filter((platform) => lacksMacSignature(home, platform));
    if (dead.length > 0 && !unsigned) throw new Error(`${dead.join(" and ")}: ${unsignedForMac}`);
    await packRelease(home, platforms, key);
    if (key === undefined) say("UNSIGNED: the sums have no signature, and no registry takes this release.");
    for (const platform of dead) say(`UNSIGNED ${platform}: ${unsignedForMac}`);
  }
  say(`built the Terraform provider ${version} for ${platforms.join(", ")}: ${home}`);
}

async function buildExecutables(home: string, platforms: readonly Platform[]): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "release-bundle-"));
  const bundle = join(work, "orgconfig.cjs");
  const licences = await bundleProvider(bundle).then(({ packages }) => thirdPartyLicences(packages));
  for (const platform of platforms) {
    const folder = unpackedFolder(home, platform);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const { program, licence, others } = contents(home, platform);
    await buildExecutable(platform, bundle, program.file);
    copyFileSync(join(root, "LICENSE"), licence.file);
    writeFileSync(others.file, licences);
  }
  rmSync(work, { recursive: true });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await release(readTask());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
