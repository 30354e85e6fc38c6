/** Bundles the fixture's provider into one CommonJS file in a mirror that terraform can install from. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";

export interface Fixture {
  readonly directory: string;
  /** The bundle, to be run with node. */
  readonly bundle: string;
  /** What a `filesystem_mirror` takes as its path. */
  readonly mirror: string;
}

/** Builds the fixture into a new directory, which the caller removes. */
export function buildFixture(): Fixture {
  const directory = mkdtempSync(join(tmpdir(), "wire-fixture-"));
  const mirror = join(directory, "mirror");
  const home = join(mirror, "registry.terraform.io/orgconfig/orgconfig/0.1.0", goPlatform());
  const bundle = join(home, "provider.cjs");
  mkdirSync(home, { recursive: true });
  buildSync({
    entryPoints: [join(import.meta.dirname, "fixture/main.ts")],
    outfile: bundle,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    keepNames: true,
    logLevel: "error",
  });
  // A shell's NODE_OPTIONS is meant for other programs and can stop this one from starting.
  const launcher = join(home, "terraform-provider-orgconfig_v0.1.0");
  const script = `#!/bin/sh\nunset NODE_OPTIONS\nexec "${process.execPath}" "\${0%/*}/provider.cjs"\n`;
  writeFileSync(launcher, script);
  chmodSync(launcher, 0o755);
  return { directory, bundle, mirror };
}

/** The platform as terraform spells it. */
function goPlatform(): string {
  return `${platform() === "win32" ? "windows" : platform()}_${arch() === "x64" ? "amd64" : arch()}`;
}
