/** A file system of its own that can be filled to the last byte (tmpfs; mounting takes root). */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownedByPostgres } from "./packages.ts";

export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  /** Gives back what was filled. */
  free(): void;
  remove(): void;
}

export function makeSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-disk-"));
  execFileSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=700`, "tmpfs", folder]);
  ownedByPostgres(folder);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      for (let size = 1 << 20; size >= 1; ) {
        try {
          if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1;
        } catch {
          size >>= 1;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync("/bin/umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
