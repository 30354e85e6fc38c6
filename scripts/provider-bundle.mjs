// The provider in one file of JavaScript: what the developers' mirror and the release's executables both hold.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The address under which configurations name the provider, and the folder of its mirrors. */
export const providerSource = "registry.terraform.io/orgconfig/orgconfig";

/** The oldest Node whose JavaScript the bundle is written in. */
export const oldestNode = 20;

/** @returns the version that the provider itself knows */
export function providerVersion() {
  const [, version] = /version = "([^"]+)"/.exec(readFileSync(join(root, "provider/version.ts"), "utf8"));
  return version;
}

/** Writes the bundle. @returns the folders of the packages that are in it, from this repository's root */
export async function bundleProvider(outfile) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["provider/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: `node${oldestNode}`,
    format: "cjs",
    // Names stay as they are: keeping them next to shorter ones costs at every call of a function.
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    logLevel: "error",
    plugins: [withoutScanner],
  });
  const folders = Object.keys(metafile.inputs).map((file) =>
    /^(.*node_modules\/(@[^/]+\/)?[^/]+)/.exec(file),
  );
  return {
    packages: [...new Set(folders.filter((found) => found !== null).map(([folder]) => folder))].sort(),
  };
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
