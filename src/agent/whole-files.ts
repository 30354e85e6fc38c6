/** Files that are written whole, lastingly, and for an engine of another user to read; and what distinguishes them. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, type FileHandle, open, readFile, writeFile } from "node:fs/promises";
import { moduleIndent, withDirectory } from "../renderers/named-files.ts";
import { type Pieces, wholeLines } from "./contents.ts";

/** The text of a file; undefined where there is none. */
export async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** The SHA-256 of a file; undefined where there is none. */
export async function hashOfFile(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return hash.digest("hex");
}

/** With the directory in the names of files that are next to them. */
export async function* inDirectory(name: string, pieces: Pieces, directory: string): Pieces {
  for await (const lines of wholeLines(pieces, moduleIndent)) yield withDirectory(name, lines, directory);
}

export const hashOfNothing = createHash("sha256").digest("hex");

export async function* hashed(pieces: Pieces, hash: Hash): Pieces {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

export async function writeWhole(path: string, content: string | Pieces): Promise<void> {
  const file = await open(path, "w");
  await lasting(file, () => writeFile(file, content));
}

export async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, "r+");
  await lasting(file, async () => {});
}

/** Lasting, and readable for an engine that runs as another user, whatever the umask: no secret is in it. */
async function lasting(file: FileHandle, fill: () => Promise<void>): Promise<void> {
  try {
    await fill();
    await file.chmod(0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}
