/** Reads a backup line by line, in constant memory, and proves at its end that it is whole. */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { BadBackup, damaged, longestLine, type Manifest, readEnd, readManifest, readRow } from "./format.ts";
import type { Table } from "./schema.ts";

export interface BackupRow {
  readonly line: string;
  readonly values: readonly (string | null)[];
}

export interface BackupReader {
  readonly manifest: Manifest;
  /** The rows of each table, in the manifest's order. To be read whole, one table after the other. */
  rows(table: Table & { readonly rows: number }): AsyncGenerator<BackupRow>;
  /** After all rows. @throws BadBackup where the file is not what was written */
  end(): Promise<void>;
}

/**
 * @param longest most bytes of a line
 * @throws BadBackup at once, or from the reader's methods
 */
export async function openBackup(file: Readable, longest = longestLine): Promise<BackupReader> {
  const lines = linesOf(file, longest);
  const hash = createHash("sha256");
  const next = async (what: string) => {
    const { value } = await lines.next();
    if (value === undefined) throw damaged(`it is cut off ${what}`);
    return value;
  };
  const nextHashed = async (what: string) => {
    const line = await next(what);
    hash.update(line).update("\n");
    return line.toString("utf8");
  };
  const manifest = readManifest(await nextHashed("before its manifest"));
  return {
    manifest,
    async *rows(table) {
      for (let count = 0; count < table.rows; count += 1) {
        const line = await nextHashed(`in the table ${JSON.stringify(table.name)}`);
        yield { line, values: readRow(line, table) };
      }
    },
    async end() {
      const sha256 = readEnd((await next("before its last line")).toString("utf8"));
      if (sha256 !== hash.digest("hex")) throw damaged("its SHA-256 is not that of its content");
      if ((await lines.next()).value !== undefined) throw damaged("there is more after its last line");
    },
  };
}

/** The lines of what is compressed, without their ends. A last one without its end is cut off. */
async function* linesOf(file: Readable, longest: number): AsyncGenerator<Buffer, undefined> {
  const text = createGunzip();
  file.once("error", (error) => text.destroy(error));
  let begun: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of file.pipe(text) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
        const rest = chunk.subarray(from, to);
        yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
        [begun, length, from] = [[], 0, to + 1];
      }
      begun.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > longest) throw damaged(`it has a line of more than ${longest} bytes`);
    }
  } catch (error) {
    throw readable(error as NodeJS.ErrnoException);
  } finally {
    file.destroy();
  }
  if (length > 0) throw damaged("it is cut off in the middle of a line");
  return undefined;
}

/** What zlib says, for people. Errors of the disk stay what they are. */
function readable(error: NodeJS.ErrnoException): Error {
  const { code = "", message } = error;
  if (!code.startsWith("Z_")) return error;
  if (message === "incorrect header check")
    return new BadBackup("it is no backup of orgconfig: it is not compressed by gzip");
  return damaged(code === "Z_BUF_ERROR" ? "it is cut off" : `it cannot be unpacked (${message})`);
}
