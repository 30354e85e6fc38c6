/** Names of hosts that one program alone knows, and loses: files of its own in the places of the system's (mounting takes root). */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Names {
  /** A command that becomes the one that follows it, with these names. */
  readonly through: readonly string[];
  /** From now on none of them is known, and nobody answers questions for names. */
  lose(): void;
  find(): void;
  remove(): void;
}

/** @param names those of 127.0.0.1 */
export function makeNames(names: readonly string[]): Names {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-names-"));
  const hosts = join(folder, "hosts");
  const common = readFileSync("/etc/hosts", "utf8");
  writeFileSync(hosts, `${common}#127.0.0.1 ${names.join(" ")}\n`);
  writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n");
  // One byte of the file that is mounted: whoever reads it meanwhile finds it whole.
  const mark = (byte: string) => {
    const file = openSync(hosts, "r+");
    writeSync(file, byte, Buffer.byteLength(common));
    closeSync(file);
  };
  mark(" ");
  const mount = ["hosts", "resolv.conf"].map((name) => `mount --bind "$0/${name}" /etc/${name}`);
  return {
    through: ["unshare", "--mount", "sh", "-c", `${mount.join(" && ")} && exec "$@"`, folder],
    lose: () => mark("#"),
    find: () => mark(" "),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
