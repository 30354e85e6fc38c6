/**
 * The provider as one executable that needs nothing else on the machine: Node with the bundle in it, as Node's
 * documentation of single executable applications describes it.
 */
import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type NodeBinary, nodeFor, nodeToRun } from "./node.ts";
import { ownPlatform, type Platform } from "./platforms.ts";

const run = promisify(execFile);
const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js");

/** The name under which Node looks for what is in it, and the mark that says that there is something. */
export const blobName = "NODE_SEA_BLOB";
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Writes the executable for `platform` with `bundle` in it to `file`. */
export async function buildExecutable(platform: Platform, bundle: string, file: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "release-"));
  try {
    const node = await nodeFor(platform);
    const blob = await prepareBlob(platform, node, bundle, work);
    mkdirSync(dirname(file), { recursive: true });
    await takeNode(platform, node, file);
    const segment = platform.startsWith("darwin") ? ["--macho-segment-name", "NODE_SEA"] : [];
    await run(process.execPath, [postject, file, blobName, blob, "--sentinel-fuse", fuse, ...segment]);
    chmodSync(file, 0o755);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * What is put into the executable, made by a node of its own version. With V8's code cache only where this machine
 * can make it: it holds for one version and one processor.
 */
async function prepareBlob(
  platform: Platform,
  node: NodeBinary,
  bundle: string,
  work: string,
): Promise<string> {
  copyFileSync(bundle, join(work, "orgconfig.cjs"));
  const config = {
    main: "orgconfig.cjs",
    output: "blob",
    disableExperimentalSEAWarning: true,
    useCodeCache: platform === ownPlatform(),
  };
  writeFileSync(join(work, "config.json"), JSON.stringify(config));
  const { file } = platform === ownPlatform() ? node : await nodeToRun(node.version);
  // Without a seed, the code cache is another one at every build.
  await run(file, ["--random-seed=1", "--experimental-sea-config", "config.json"], { cwd: work });
  return join(work, "blob");
}

/** Copies node without what a provider has no use for. */
async function takeNode(platform: Platform, node: NodeBinary, file: string): Promise<void> {
  if (platform.startsWith("linux")) await strip(platform, node.file, file);
  else copyFileSync(node.file, file);
  chmodSync(file, 0o755);
  const binary = withoutNodeOptions(readFileSync(file));
  writeFileSync(file, platform.startsWith("windows") ? withoutAuthenticode(binary) : binary);
}

/** Takes an eighth off. It has to be before the injection: stripped after it, the executable crashes. */
async function strip(platform: Platform, from: string, to: string): Promise<void> {
  const processor = platform === "linux_amd64" ? "x86-64" : "aarch64";
  const program = `${processor.replace("-", "_")}-linux-gnu-strip`;
  try {
    await run(program, ["-o", to, from]);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new Error(`there is no ${program} here: install Debian's package binutils-${processor}-linux-gnu`);
  }
}

/**
 * Makes node look for its options in a variable that no shell can set. `NODE_OPTIONS` of a user's shell is meant for
 * other programs, and can keep this one from starting; a node of version 20 has no switch against it.
 * @throws unless node's C++ code names the variable exactly once, so that a new version is looked at
 */
export function withoutNodeOptions(binary: Buffer): Buffer {
  const name = Buffer.from("\0NODE_OPTIONS\0");
  const places: number[] = [];
  for (let at = binary.indexOf(name); at >= 0; at = binary.indexOf(name, at + 1)) {
    // Compiled JavaScript has the name too, with its length before it: changing that would break the string's hash.
    if (binary.readUInt32LE(at - 3) !== name.length - 2) places.push(at);
  }
  const [place, ...more] = places;
  if (place === undefined || more.length > 0)
    throw new Error(`node names NODE_OPTIONS ${places.length} times: see scripts/release/executables.ts`);
  const changed = Buffer.from(binary);
  changed.writeUInt8(1, place + 1);
  return changed;
}

/**
 * Takes Microsoft's signature off a PE32+ file, which no longer holds once anything else changes. It is at the end of
 * the file, and the fifth of the data directories says where (Microsoft's PE format, "Optional Header Data
 * Directories"). postject does the same for macOS.
 */
function withoutAuthenticode(binary: Buffer): Buffer {
  const optionalHeader = binary.readUInt32LE(0x3c) + 24;
  const entry = optionalHeader + 112 + 4 * 8;
  const start = binary.readUInt32LE(entry);
  if (start === 0) return binary;
  binary.fill(0, entry, entry + 8);
  return binary.subarray(0, start);
}
