/** Zips that are the same, byte for byte, whenever and wherever they are made of the same files. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface Packed {
  /** The name in the zip. */
  readonly name: string;
  readonly file: string;
  readonly mode: number;
}

/** The first day that a zip can know; zips know local times only. */
const noTime = new Date(1980, 0, 1);

/** Writes the files into a zip, in the order of their names. */
export async function writeZip(file: string, packed: readonly Packed[]): Promise<void> {
  const zip = new ZipFile();
  for (const { name, file, mode } of packed.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    zip.addFile(file, name, { mtime: noTime, forceDosTimestamp: true, mode, compressionLevel: 9 });
  zip.end();
  const failed = new Promise<never>((_, reject) => zip.on("error", reject));
  await Promise.race([pipeline(zip.outputStream, createWriteStream(file)), failed]);
}
