/**
 * The provider's release for this platform: the executable runs without Node, its files are what a registry expects,
 * and the real terraform installs and uses it from every kind of mirror. test/release/workflow.release.test.ts
 * looks at the other platforms.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../provider/version.ts";
import { selfSignedCertificate } from "../../provider/wire/certificate.ts";
import {
  contents,
  packedFolder,
  packedMirror,
  releaseName,
  unpackedMirror,
} from "../../scripts/release/layout.ts";
import { ownPlatform } from "../../scripts/release/platforms.ts";
import { codesign } from "../release/github.ts";
import { KeyRing, runRelease, succeedRelease } from "../release/provider.ts";
import { breakGround, type Ground, Space, saySkipped, withoutTerraform } from "./space.ts";

const platform = withoutTerraform ? "linux_amd64" : ownPlatform();
/** Of the user's shell: the executable must ignore both. */
const shell = { NODE_OPTIONS: "--require=/nonexistent/hook.js", NODE_PATH: "/nonexistent" };

let directory: string;
let home: string;
let ring: KeyRing;
let executable: string;
/** A folder for the PATH with terraform and nothing else. */
let path: string;

saySkipped("the provider's release");

describe.skipIf(withoutTerraform)("the provider's release", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "release-test-"));
    home = join(directory, "release");
    path = join(directory, "path");
    mkdirSync(path);
    const folders = (process.env.PATH ?? "").split(delimiter);
    const terraform = folders.map((folder) => join(folder, "terraform")).find(existsSync) ?? "";
    symlinkSync(terraform, join(path, "terraform"));
    ring = new KeyRing("rsa3072", "a passphrase of tests");
    const key = { GPG_PRIVATE_KEY: ring.privateKey(), GPG_PASSPHRASE: ring.passphrase };
    await succeedRelease(["--platforms", platform, "--home", home], key);
    executable = contents(home, platform).program.file;
  }, 600_000);
  afterAll(() => {
    ring.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  /** What the network mirror says of the zip: `h1:` of what is in it, `zh:` of itself. */
  function hashes(): readonly string[] {
    return JSON.parse(readFileSync(join(packedFolder(home), `${version}.json`), "utf8")).archives[platform]
      .hashes;
  }

  describe("the executable", () => {
    test("runs with an empty environment, and says what it is", () => {
      const { status, stdout, stderr } = spawnSync(executable, [], { env: {}, encoding: "utf8" });
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: "",
        // Not a word of Node's: a code cache that it refuses would be reported here.
        stderr:
          "This program is a Terraform provider: Terraform starts it, it does nothing when run by hand.\n" +
          "Name it in required_providers and run terraform init.\n",
      });
    });

    test("shakes hands, whatever the shell asks of every node", async () => {
      const env = {
        ...shell,
        TMPDIR: directory,
        TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
        PLUGIN_CLIENT_CERT: selfSignedCertificate().certificatePem,
      };
      const child = spawn(executable, [], { env, stdio: ["ignore", "pipe", "inherit"] });
      const [line] = await once(child.stdout, "data");
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(String(line)).toMatch(/^1\|6\|unix\|\/\S+\/rpc\.sock\|grpc\|[A-Za-z0-9+/]{300,}\n$/);
    });

    test("is below 130 MB", () => {
      expect(statSync(executable).size).toBeLessThan(130_000_000);
    });
  });

  describe("the files", () => {
    test("are those that a registry expects, with their sums and a signature", () => {
      const sums = join(home, releaseName("SHA256SUMS"));
      const [zip, manifest] = [releaseName(`${platform}.zip`), releaseName("manifest.json")];
      const named = [...readFileSync(sums, "utf8").matchAll(/^[0-9a-f]{64} {2}(\S+)$/gm)].map(
        ([, name]) => name,
      );
      expect(named).toEqual([zip, manifest]);
      execFileSync("sha256sum", ["--check", "--strict", sums], { cwd: home, stdio: "ignore" });
      ring.verify(`${sums}.sig`, sums);
      // The registry wants it binary: OpenPGP's first bit is set there and never in armour (RFC 4880, section 4.2).
      expect((readFileSync(`${sums}.sig`)[0] ?? 0) & 0x80).toBe(0x80);
      expect(JSON.parse(readFileSync(join(home, manifest), "utf8"))).toEqual({
        version: 1,
        metadata: { protocol_versions: ["6.0"] },
      });
    });

    test("have the executable and the licences in the zip", () => {
      const zip = join(home, releaseName(`${platform}.zip`));
      const listed = execFileSync("unzip", ["-Z1", zip], { encoding: "utf8" }).trim().split("\n");
      expect(listed).toEqual(["LICENSE", "THIRD-PARTY-LICENSES.txt", basename(executable)]);
      const licences = execFileSync("unzip", ["-p", zip, "THIRD-PARTY-LICENSES.txt"], { encoding: "utf8" });
      for (const name of ["Node.js", "protobufjs", "@msgpack/msgpack"])
        expect(licences).toContain(`${name}\n\n`);
    });
  });

  test("has in the mirror's document the sum that is signed", () => {
    const sums = readFileSync(join(home, releaseName("SHA256SUMS")), "utf8");
    expect(hashes()[1]).toBe(`zh:${sums.slice(0, 64)}`);
  });

  describe("without a key that a registry takes", () => {
    test("is refused before anything is built, unless asked", async () => {
      const other = join(directory, "unsigned");
      const refused = await runRelease(["--platforms", platform, "--home", other]);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("set GPG_PRIVATE_KEY") });
      expect(existsSync(other)).toBe(false);
    });

    test("is packed without a signature where that is asked for", async () => {
      const other = join(directory, "unsigned");
      execFileSync("cp", ["-r", home, other]);
      const output = await succeedRelease([
        "package",
        "--unsigned",
        "--platforms",
        platform,
        "--home",
        other,
      ]);
      expect(output).toContain("UNSIGNED");
      expect(existsSync(join(other, `${releaseName("SHA256SUMS")}.sig`))).toBe(false);
      // The same files make the same sums.
      expect(readFileSync(join(other, releaseName("SHA256SUMS")), "utf8")).toBe(
        readFileSync(join(home, releaseName("SHA256SUMS")), "utf8"),
      );
    });

    /** What packing says with another key. */
    async function packedWith(other: KeyRing, env: Readonly<Record<string, string>> = {}): Promise<string> {
      const key = { GPG_PRIVATE_KEY: other.privateKey(), GPG_PASSPHRASE: other.passphrase, ...env };
      const refused = await runRelease(["package", "--platforms", platform, "--home", home], key);
      other.remove();
      expect(refused.code).toBe(1);
      // What was packed before is still there.
      expect(existsSync(join(home, releaseName("SHA256SUMS")))).toBe(true);
      return refused.output;
    }

    test("says so of an elliptic curve, also where only the key that signs is one", async () => {
      expect(await packedWith(new KeyRing("ed25519"))).toContain("no RSA or DSA key");
      const mixed = new KeyRing("rsa3072");
      const [fingerprint = ""] = /[0-9A-F]{40}/.exec(mixed.run("--list-keys")) ?? [];
      mixed.run("--passphrase", "", "--quick-add-key", fingerprint, "ed25519", "sign", "1d");
      expect(await packedWith(mixed)).toContain("signs with a subkey of another kind");
    });

    test("says so of a wrong passphrase, and leaves no key behind", async () => {
      const temporary = join(directory, "tmp");
      mkdirSync(temporary);
      const other = new KeyRing("rsa3072", "right");
      expect(await packedWith(other, { GPG_PASSPHRASE: "wrong", TMPDIR: temporary })).toContain(
        "Bad passphrase",
      );
      expect(readdirSync(temporary).filter((name) => name.startsWith("gpg-"))).toEqual([]);
    });
  });

  test("packs nothing that is not built, and leaves the last release as it is", async () => {
    const refused = await runRelease([
      "package",
      "--unsigned",
      "--platforms",
      "windows_arm64",
      "--home",
      home,
    ]);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("executables --platforms windows_arm64"),
    });
    expect(existsSync(join(home, releaseName("SHA256SUMS")))).toBe(true);
  });

  test("packs for macOS what macOS has not signed only where that is asked for", async () => {
    const other = join(directory, "mac");
    const mac = ["--platforms", "darwin_arm64", "--home", other];
    const { program, licence, others } = contents(other, "darwin_arm64");
    mkdirSync(dirname(program.file), { recursive: true });
    // A program's header for macOS, without any load commands, and room for one.
    const header = Buffer.alloc(64);
    header.writeUInt32LE(0xfeedfacf);
    writeFileSync(program.file, header);
    for (const { file } of [licence, others]) writeFileSync(file, "a licence");
    const key = { GPG_PRIVATE_KEY: ring.privateKey(), GPG_PASSPHRASE: ring.passphrase };
    const refused = await runRelease(["package", ...mac], key);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("darwin_arm64: macOS has not signed"),
    });
    expect(await succeedRelease(["package", "--unsigned", ...mac])).toContain("UNSIGNED darwin_arm64");
    execFileSync(process.execPath, [codesign, program.file]);
    expect(await succeedRelease(["package", ...mac], key)).not.toContain("UNSIGNED");
  });

  describe("terraform", () => {
    let ground: Ground;
    let server: Server;
    let certificate: string;
    let address: string;

    beforeAll(async () => {
      ground = await breakGround();
      const own = selfSignedCertificate();
      certificate = join(directory, "certificate.pem");
      writeFileSync(certificate, own.certificatePem);
      server = createServer(
        { key: own.privateKeyPem, cert: own.certificatePem },
        ({ url = "" }, response) => {
          const file = join(packedMirror(home), url);
          if (!existsSync(file)) return response.writeHead(404).end();
          const type = url.endsWith(".json") ? "application/json" : "application/zip";
          return response.writeHead(200, { "content-type": type }).end(readFileSync(file));
        },
      ).listen(0, "127.0.0.1");
      await once(server, "listening");
      address = `https://localhost:${(server.address() as AddressInfo).port}/`;
    }, 600_000);
    afterAll(async () => {
      server.close();
      await ground.close();
    });

    const mirrors = {
      "the folder of zips": () => packedMirror(home),
      "the folder of executables": () => unpackedMirror(home),
      "a network mirror": () => address,
    };
    test.each(Object.entries(mirrors))(
      "installs it from %s, plans and applies, with no node",
      async (name, mirror) => {
        const tenant = await ground.tenant();
        const space = new Space(join(directory, name.replaceAll(" ", "-")), mirror(), {
          ...shell,
          PATH: path,
          SSL_CERT_FILE: certificate,
          ORGCONFIG_ENDPOINT: ground.endpoint,
          ORGCONFIG_API_KEY: tenant.key.value,
        });
        await space.configure('resource "orgconfig_team" "platform" {\n  name = "Platform"\n}\n');
        expect((await space.plan())["orgconfig_team.platform"]?.actions).toEqual(["create"]);
        await space.apply();
        expect(await space.pending()).toBe("");
        // Terraform worked this hash out from the zip or the folder.
        expect(space.read(".terraform.lock.hcl")).toContain(hashes()[0]);
      },
    );
  });
});
