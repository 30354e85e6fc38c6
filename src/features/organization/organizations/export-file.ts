/** The file of an organization's export, and how it is handed over. */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { writeBackup } from "../../../database/backup/write.ts";
import type { Database } from "../../../database/database.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { loggedHeads } from "../../identity/index.ts";

const pieceBytes = 64 * 1024;

export interface ExportFile {
  readonly handle: FileHandle;
  readonly bytes: number;
}

/** It is on the disk first: whoever takes it slowly would hold the database's connection. */
export async function exportFile(database: Database, organizationId: string): Promise<ExportFile> {
  const handle = await openUnnamed();
  try {
    let bytes = 0;
    await writeBackup(
      database,
      { headsOf: loggedHeads, progress: () => {} },
      async (content) => {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          await handle.writeFile(chunk);
          bytes += chunk.length;
        }
      },
      { organizationId },
    );
    return { handle, bytes };
  } catch (error) {
    await handle.close();
    throw (error as NodeJS.ErrnoException).code === "ENOSPC" ? notWritten(error) : error;
  }
}

/** A file without a name, which is gone with its handle, whatever becomes of the process. */
async function openUnnamed(): Promise<FileHandle> {
  const name = join(tmpdir(), `orgconfig-export-${randomUUID()}`);
  try {
    const handle = await open(name, "wx+", 0o600);
    await unlink(name);
    return handle;
  } catch (error) {
    throw notWritten(error);
  }
}

function notWritten(cause: unknown): Refusal {
  const why = (cause as NodeJS.ErrnoException).code ?? "unknown";
  const refusal = new Refusal(
    "unavailable",
    `An export is written to a file in ${tmpdir()} (TMPDIR) at first, and that failed (${why}): make room there, or set TMPDIR to a folder that has it.`,
  );
  refusal.cause = cause;
  return refusal;
}

/**
 * The file in pieces, as its reader takes them; it is closed at the end, or when its reader goes.
 * @param note called when only the last piece is left; where it fails, the file stays cut off
 */
export function contentOf({ handle, bytes }: ExportFile, note: () => Promise<unknown>): Readable {
  let position = 0;
  async function next(): Promise<Buffer> {
    const piece = Buffer.alloc(Math.min(pieceBytes, bytes - position));
    const { bytesRead } = await handle.read(piece, 0, piece.length, position);
    if (bytesRead < piece.length) throw new Error("the file of an export is shorter than was written");
    position += bytesRead;
    if (position === bytes) await note();
    return piece;
  }
  return new Readable({
    read() {
      next().then(
        (piece) => {
          this.push(piece);
          if (position === bytes) this.push(null);
        },
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      handle.close().then(
        () => done(error),
        (failed) => done(error ?? failed),
      );
    },
  });
}
