/**
 * The provider's release for every platform, built twice. Where an executable cannot be run, its headers tell what it is
 * for, and that there is something in it.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contents, releaseName } from "../../scripts/release/layout.ts";
import { type Platform, platforms } from "../../scripts/release/platforms.ts";
import { succeedRelease } from "./release.ts";

const buildMs = 900_000;
let directory: string;
let home: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "release-platforms-"));
  home = join(directory, "one");
  await succeedRelease(["--unsigned", "--home", home]);
}, buildMs);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The system and the processor that an executable is for, as its headers say. */
const machines: Readonly<Record<Platform, readonly [format: string, machine: number]>> = {
  darwin_amd64: ["Mach-O", 0x01000007],
  darwin_arm64: ["Mach-O", 0x0100000c],
  linux_amd64: ["ELF", 62],
  linux_arm64: ["ELF", 183],
  windows_amd64: ["PE", 0x8664],
  windows_arm64: ["PE", 0xaa64],
};

/** Format and machine of a file of 64 bits, and whether the system's maker signed it. */
function headersOf(binary: Buffer): { kind: readonly [string, number]; signed: boolean } {
  if (binary.readUInt32BE(0) === 0x7f454c46) return { kind: ["ELF", binary.readUInt16LE(18)], signed: false };
  if (binary.readUInt32LE(0) === 0xfeedfacf) {
    const commands: number[] = [];
    for (let [at, left] = [32, binary.readUInt32LE(16)]; left > 0; left -= 1) {
      commands.push(binary.readUInt32LE(at));
      at += binary.readUInt32LE(at + 4);
    }
    return { kind: ["Mach-O", binary.readUInt32LE(4)], signed: commands.includes(0x1d) }; // LC_CODE_SIGNATURE
  }
  const header = binary.readUInt32LE(0x3c);
  expect(binary.toString("latin1", header, header + 4)).toBe("PE\0\0");
  const certificates = binary.readUInt32LE(header + 24 + 112 + 32);
  return { kind: ["PE", binary.readUInt16LE(header + 4)], signed: certificates !== 0 };
}

test.each(platforms)("the executable for %s is for it, holds the provider and minds no shell", (platform) => {
  const binary = readFileSync(contents(home, platform).program.file);
  // Signatures of the Node that it was no longer hold: macOS's own is made anew in the release's workflow.
  expect(headersOf(binary)).toEqual({ kind: machines[platform], signed: false });
  expect(binary.length).toBeLessThan(130_000_000);
  // Node looks for something in itself where this mark ends in 1.
  expect(binary.includes("NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1")).toBe(true);
  expect(binary.includes("This program is a Terraform provider")).toBe(true);
  expect(binary.includes("\0\x01ODE_OPTIONS\0")).toBe(true);
});

test("the sums are right, and a second build anywhere has the same ones", { timeout: buildMs }, async () => {
  const sums = releaseName("SHA256SUMS");
  execFileSync("sha256sum", ["--check", "--strict", sums], { cwd: home, stdio: "ignore" });
  const other = join(directory, "another");
  await succeedRelease(["--unsigned", "--home", other], { TZ: "Asia/Tokyo" });
  expect(readFileSync(join(other, sums), "utf8")).toBe(readFileSync(join(home, sums), "utf8"));
  expect(readFileSync(join(home, sums), "utf8").split("\n")).toHaveLength(platforms.length + 2);
});
