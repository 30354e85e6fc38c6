/**
 * A release from end to end: the steps of .github/workflows/release.yml on this machine, and what comes out. Only GitHub,
 * Docker, macOS's signature and the upload to npm are left out. Where an executable cannot be run, its headers say
 * what it is for, and that there is something in it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "../../provider/version.ts";
import { contents, releaseName } from "../../scripts/release/layout.ts";
import { isSignedForMac } from "../../scripts/release/mach-o.ts";
import { ownPlatform, type Platform, platforms } from "../../scripts/release/platforms.ts";
import { root, startProgram } from "../support/program.ts";
import { codesign, Runner } from "./github.ts";
import { KeyRing, succeedRelease } from "./provider.ts";

const buildMs = 1_800_000;
let directory: string;
let home: string;
let ring: KeyRing;
let runner: Runner;
/** What the workflow publishes. */
let published: string;

beforeAll(async () => {
  mkdirSync(join(root, ".tmp"), { recursive: true });
  directory = mkdtempSync(join(root, ".tmp/release-"));
  ring = new KeyRing("rsa3072", "a passphrase of tests");
  const values = {
    "github.ref_name": `v${version}`,
    "github.token": "github-token",
    "secrets.GPG_PRIVATE_KEY": ring.privateKey(),
    "secrets.GPG_PASSPHRASE": ring.passphrase,
    "secrets.NPM_TOKEN": "npm-token",
    "secrets.PROVIDER_REPOSITORY_TOKEN": "registry-token",
    "vars.PROVIDER_REPOSITORY": "tidewater/terraform-provider-orgconfig",
  };
  const files = { "docs/release-key.asc": ring.publicKey() };
  runner = new Runner(join(directory, "github"), ".github/workflows/release.yml", values, files);
  // Whether the tag is on main: a test of its own, in test/cli/release.test.ts.
  await runner.run("check", (step) => step === "The tag is on main");
  for (const job of ["package", "image", "executables"]) await runner.run(job);
  await runner.run("start", (_step, { platform }) => platform !== ownPlatform());
  for (const job of ["sign", "publish"]) await runner.run(job);
  home = join(directory, "github/sign-0/work/dist/provider/release");
  published = join(directory, "github/publish-0/work/release");
}, buildMs);
afterAll(() => {
  ring.remove();
  rmSync(directory, { recursive: true, force: true });
});

test("the workflow publishes the provider, the service and what proves them", () => {
  const zips = platforms.map((platform) => releaseName(`${platform}.zip`));
  const others = ["SHA256SUMS", "SHA256SUMS.sig", "manifest.json"].map(releaseName);
  const ends = [
    ".cdx.json",
    ".sha256",
    ".sha256.sig",
    ".tgz",
    "-image.json",
    "-mirror.json",
    "-provider.cdx.json",
  ];
  const service = ends.map((end) => `orgconfig-${version}${end}`);
  expect(readdirSync(published).toSorted()).toEqual([...service, ...others, ...zips].toSorted());
  for (const name of [releaseName("SHA256SUMS"), `orgconfig-${version}.sha256`])
    ring.verify(join(published, `${name}.sig`), join(published, name));
  const mirror = JSON.parse(readFileSync(join(published, `orgconfig-${version}-mirror.json`), "utf8"));
  expect(Object.keys(mirror.archives)).toEqual([...platforms]);
});

test("the lists of components name what is needed, what is bundled, and nothing else", () => {
  const listed = (end: string): string[] => {
    const bom = JSON.parse(readFileSync(join(published, `orgconfig-${version}${end}`), "utf8"));
    expect(bom.bomFormat).toBe("CycloneDX");
    return bom.components.map(({ name }: { name: string }) => name);
  };
  const service = listed(".cdx.json");
  // Needed by the service, by the service and a tool, by the console, and behind /docs.
  for (const name of ["fastify", "nodemailer", "react", "@scalar/api-reference"])
    expect(service).toContain(name);
  for (const name of ["vitest", "typescript", "protobufjs"]) expect(service).not.toContain(name);
  const provider = listed("-provider.cdx.json");
  for (const name of ["node", "protobufjs", "@msgpack/msgpack"]) expect(provider).toContain(name);
  for (const name of ["fastify", "react"]) expect(provider).not.toContain(name);
});

test("the workflow signs for macOS before it sums, and gives each registry its own", () => {
  const calls = runner.calls().map((call) => call.replaceAll(/\/\S+\/(?=release)/g, ""));
  const signed = calls.filter((call) => call.startsWith("codesign --sign -"));
  expect(signed.map((call) => /darwin_\w+/.exec(call)?.[0])).toEqual(["darwin_amd64", "darwin_arm64"]);
  const image = `ghcr.io/tidewater/orgconfig:${version}`;
  expect(calls).toContain(`skopeo copy --all --preserve-digests oci-archive:image.tar docker://${image}`);
  expect(calls).toContain(
    `npm publish ./release/orgconfig-${version}.tgz --provenance --access public --tag latest`,
  );
  const uploads = calls.filter((call) => call.startsWith(`gh release upload v${version} `));
  const filesOf = (call: string) => call.split(" --clobber ")[1]?.split(" ").length;
  // All files for the project's own release; for the registries, the provider's: six zips and what proves them.
  expect(uploads.map(filesOf)).toEqual([16, 9]);
  const files = execFileSync("git", ["ls-tree", "-r", "--name-only", `v${version}`], {
    cwd: runner.registry,
    encoding: "utf8",
  });
  expect(files).toContain("docs/index.md\n");
});

test("the npm package has the program, which starts, and nothing of the provider", async () => {
  const unpacked = join(directory, "package");
  mkdirSync(unpacked);
  execFileSync("tar", [
    "-xzf",
    join(published, `orgconfig-${version}.tgz`),
    "-C",
    unpacked,
    "--strip-components=1",
  ]);
  expect(readdirSync(unpacked).toSorted()).toEqual([
    ...["CHANGELOG.md", "LICENSE", "README.md", "dist", "package.json"],
  ]);
  expect(readdirSync(join(unpacked, "dist")).toSorted()).toEqual([
    ...["THIRD-PARTY-LICENSES.txt", "bundle.schema.json", "console", "docs", "src"],
  ]);
  expect(sizeOf(unpacked)).toBeLessThan(15 * 2 ** 20);
  const licences = readFileSync(join(unpacked, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  for (const name of ["react", "@mantine/core", "@scalar/api-reference"])
    expect(licences).toContain(`${name}\n\n`);
  const { repository } = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
  expect(repository.url).toBe("git+https://github.com/Tidewater/orgconfig.git");
  // Its own packages are those of this repository.
  const program = await startProgram({}, join(directory, "data"), join(unpacked, "dist/src/main.js"));
  const answer = await fetch(`${program.url}/api/v1/config/teams`, {
    headers: { authorization: `Bearer ${program.firstKey()}` },
  });
  expect(answer.status).toBe(200);
  expect(await program.stop()).toBe(0);
});

test("the npm package runs by npx in a clean folder, with its packages from the registry", async () => {
  const clean = join(directory, "clean");
  mkdirSync(clean);
  const run = (...args: string[]) =>
    execFileSync(
      "npx",
      ["--yes", "--package", join(published, `orgconfig-${version}.tgz`), "orgconfig", ...args],
      {
        cwd: clean,
        encoding: "utf8",
        env: { ...process.env, npm_config_cache: join(directory, "npm-cache") },
      },
    );
  expect(run("--version")).toMatch(new RegExp(`^${version} \\([0-9a-f]{12}\\)\n$`));
  expect(run("--help")).toContain("apply");
  expect(readdirSync(clean).toSorted()).toEqual([]);
});

/** Bytes of all files in a folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

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
  if (binary.readUInt32LE(0) === 0xfeedfacf)
    return { kind: ["Mach-O", binary.readUInt32LE(4)], signed: isSignedForMac(binary) };
  const header = binary.readUInt32LE(0x3c);
  expect(binary.toString("latin1", header, header + 4)).toBe("PE\0\0");
  const certificates = binary.readUInt32LE(header + 24 + 112 + 32);
  return { kind: ["PE", binary.readUInt16LE(header + 4)], signed: certificates !== 0 };
}

test.each(platforms)(
  "the executable for %s is for it, holds the provider and ignores NODE_OPTIONS",
  (platform) => {
    const binary = readFileSync(contents(home, platform).program.file);
    // The signature of the Node that it was no longer holds: only macOS's is made anew in the workflow.
    expect(headersOf(binary)).toEqual({ kind: machines[platform], signed: platform.startsWith("darwin") });
    expect(binary.length).toBeLessThan(130_000_000);
    // Node looks for something in itself where this mark ends in 1.
    expect(binary.includes("NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1")).toBe(true);
    expect(binary.includes("This program is a Terraform provider")).toBe(true);
    expect(binary.includes("\0\x01ODE_OPTIONS\0")).toBe(true);
  },
);

test("the sums are right, and a second build anywhere has the same ones", { timeout: buildMs }, async () => {
  const sums = releaseName("SHA256SUMS");
  execFileSync("sha256sum", ["--check", "--strict", sums], { cwd: home, stdio: "ignore" });
  const other = join(directory, "another");
  await succeedRelease(["executables", "--home", other], { TZ: "Asia/Tokyo" });
  for (const platform of platforms.filter((name) => name.startsWith("darwin")))
    execFileSync(process.execPath, [codesign, contents(other, platform).program.file]);
  await succeedRelease(["package", "--unsigned", "--home", other], { TZ: "Asia/Tokyo" });
  expect(readFileSync(join(other, sums), "utf8")).toBe(readFileSync(join(home, sums), "utf8"));
  expect(readFileSync(join(home, sums), "utf8").split("\n")).toHaveLength(platforms.length + 2);
});

test("nothing is published that was changed after the signature", { timeout: buildMs }, async () => {
  const signed = runner.artifact("signed");
  const [name, sums] = [`orgconfig-${version}.cdx.json`, `orgconfig-${version}.sha256`];
  writeFileSync(join(signed, name), "{}");
  const changed = execFileSync("sha256sum", [name], { cwd: signed, encoding: "utf8" });
  const lines = readFileSync(join(signed, sums), "utf8").split("\n");
  const whole = lines.map((line) => (line.endsWith(`  ${name}`) ? changed.trim() : line)).join("\n");
  writeFileSync(join(signed, sums), whole);
  const before = runner.calls().length;
  await expect(runner.run("publish")).rejects.toThrow("BAD signature");
  expect(runner.calls()).toHaveLength(before);
});
