// Builds dist/provider/mirror/ (or the folder given), which Terraform's filesystem_mirror takes as it is: per platform the
// provider in one file of JavaScript, and a launcher that finds the node to run it with.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { loader, makeCache, ownPlatform } from "./provider-cache.mjs";
import { usedValidators } from "./used-validators.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const platforms = ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"];
const source = "registry.terraform.io/orgconfig/orgconfig";
const oldestNode = 20;

/** Writes the mirror into `home`, replacing what was there. */
export async function buildProvider(home = join(root, "dist/provider/mirror")) {
  const [, version] = /version = "([^"]+)"/.exec(readFileSync(join(root, "provider/version.ts"), "utf8"));
  rmSync(home, { recursive: true, force: true });
  const [first, ...others] = platforms.map((platform) => join(home, source, version, platform));
  for (const folder of [first, ...others]) mkdirSync(folder, { recursive: true });
  const bundle = join(first, "orgconfig.cjs");
  await build({
    entryPoints: [join(root, "provider/main.ts")],
    outfile: bundle,
    bundle: true,
    platform: "node",
    target: `node${oldestNode}`,
    format: "cjs",
    // Names stay as they are: keeping them beside shorter ones costs at every call of a function.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "error",
    plugins: [withoutScanner, usedValidators],
  });
  for (const folder of others) copyFileSync(bundle, join(folder, "orgconfig.cjs"));
  for (const folder of [first, ...others]) {
    writeFileSync(join(folder, "start.cjs"), starter);
    const file = join(folder, `terraform-provider-orgconfig_v${version}`);
    writeFileSync(file, launcher(version));
    chmodSync(file, 0o755);
  }
  if (platforms.includes(ownPlatform)) makeCache(join(home, source, version, ownPlatform));
  return { home, version, bundle };
}

// The service judges prompts, never the provider, and the scanner's tables would take most of its start.
const withoutScanner = {
  name: "without-scanner",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /prompt-scanner\/index\.ts$/ }, () => ({ path: "no-scanner", namespace: "stub" }));
    onLoad({ filter: /./, namespace: "stub" }, () => ({
      contents: "export function* scanInPieces() { return []; }",
    }));
  },
};

// Terraform shows its user the first line of standard output when it is no handshake, and nothing else.
const needs = `the provider orgconfig runs on Node.js ${oldestNode} or newer`;
const remedy = "Install it, put it on the PATH, or name it in ORGCONFIG_NODE.";

// A file named …_v0.1.0 is no JavaScript to node, hence the shell. NODE_OPTIONS of the user's own shell is
// meant for other programs and can keep this one from starting.
function launcher(version) {
  return `#!/bin/sh
# The Terraform provider orgconfig ${version}. It runs on Node.js ${oldestNode} or newer.
unset NODE_OPTIONS
for node in "\${ORGCONFIG_NODE:-}" "$(command -v node)" /usr/local/bin/node /opt/homebrew/bin/node /usr/bin/node; do
  [ -x "$node" ] && exec "$node" "\${0%/*}/start.cjs" "$@"
done
message="There is no node here: ${needs}. ${remedy}"
echo "$message"
echo "$message" >&2
exit 1
`;
}

// An older node could not even read the bundle, so a file of its own looks first.
const starter = `"use strict";
var version = process.versions.node;
if (Number(version.split(".")[0]) < ${oldestNode}) {
  console.log("This node is version " + version + ": ${needs}. ${remedy}");
  process.exit(1);
}
${loader}`;

const [, script, home] = process.argv;
if (script === fileURLToPath(import.meta.url)) {
  const built = await buildProvider(home);
  console.log(`built the Terraform provider ${built.version} for ${platforms.join(", ")}: ${built.home}`);
}
