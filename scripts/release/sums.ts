/** The sums by which a release's files are checked. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Packed } from "./zip.ts";

/** @returns SHA-256 in hex */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** The lines that `sha256sum --check` reads. */
export function sumLines(sums: ReadonlyMap<string, string>): string {
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sum]) => `${sum}  ${name}\n`)
    .join("");
}

/**
 * The hash of a package's files that Terraform writes into `.terraform.lock.hcl`: the same for the zip and for the
 * folder. It is Go's dirhash "Hash1": the SHA-256 in base64 of the lines that `sumLines` makes.
 */
export async function h1Of(packed: readonly Packed[]): Promise<string> {
  const sums = new Map<string, string>();
  for (const { name, file } of packed) sums.set(name, await sumOf(file));
  return `h1:${createHash("sha256").update(sumLines(sums)).digest("base64")}`;
}
