/**
 * The files of an engine in one directory: checked before they are written, written whole, and put back where the
 * engine does not take them. Which of them are ours stands in a manifest beside them, one a connector, so that
 * nobody else's file is changed or removed.
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  copyFile,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join, resolve } from "node:path";
import { moduleIndent, withDirectory } from "../renderers/named-files.ts";
import { EngineProblem, type Render } from "./agent.ts";
import { type Pieces, readFiles, wholeLines } from "./contents.ts";

export interface DirectoryOptions {
  readonly directory: string;
  /** Whether renderings for the engine have files of such a name. */
  readonly expects: (name: string) => boolean;
  /**
   * Runs the engine's own checker over files.
   * @param names of files in `directory`
   * @returns whether there is such a checker
   * @throws EngineProblem with what it said
   */
  readonly check: (directory: string, names: readonly string[]) => Promise<boolean>;
}

export interface Directory {
  /**
   * Checks the rendering and writes it.
   * @returns undefined where the files are those of the rendering already
   * @throws EngineProblem where the checker refuses it, or a file of somebody else is in its place; nothing is
   *   written then
   * @throws ServiceProblem where its files do not come whole; nothing is written then either
   */
  write(render: Render): Promise<Wrote | undefined>;
  /** What is in the way of the files being those of the rendering to the byte, in a sentence; undefined where they are. */
  difference(render: Render): Promise<string | undefined>;
}

export interface Wrote {
  /** Whether a checker found the files good. */
  readonly checked: boolean;
  /** Whether there were files before. */
  readonly replaced: boolean;
  /** Puts the files back that were there before. They are kept until then. */
  putBack(): Promise<void>;
  /** Keeps the files of before no longer. */
  forget(): Promise<void>;
}

/** The SHA-256 of each file, by its name. */
type Hashes = ReadonlyMap<string, string>;

const manifestForm = /^\.orgconfig-[\w-]+\.json$/;
const stagingPrefix = ".orgconfig-new-";
/** A folder of new files that is older was left by an agent that was killed. */
const leftOver_ms = 3_600_000;

export function openDirectory({ directory, expects, check }: DirectoryOptions): Directory {
  const root = resolve(directory);
  /** What was last compared byte by byte, so that files that nobody touched are not read again. */
  let compared: { readonly digest: string; readonly marks: string } | undefined;

  /** The rendering that was looked at last, as it is written here: its contents are not kept. */
  let known: { readonly digest: string; readonly hashes: Hashes } | undefined;

  /** Reads the rendering as it is to be written. @param take gets each file to the end */
  async function readAsWritten(
    render: Render,
    take: (name: string, pieces: Pieces) => Promise<void>,
  ): Promise<Hashes> {
    const unexpected = render.files.find(({ name }) => !/^\w[\w.-]*$/.test(name) || !expects(name));
    if (unexpected !== undefined)
      throw new EngineProblem(
        `the rendering has a file of an unexpected name, ${JSON.stringify(unexpected.name)}`,
      );
    const hashes = await readFiles(render, async (name, pieces) => {
      const hash = createHash("sha256");
      await take(name, hashed(inDirectory(name, pieces, root), hash));
      return [name, hash.digest("hex")] as const;
    });
    known = { digest: render.digest, hashes: new Map(hashes) };
    return known.hashes;
  }

  async function hashesOf(render: Render): Promise<Hashes> {
    if (known?.digest === render.digest) return known.hashes;
    return readAsWritten(render, async (_name, pieces) => {
      for await (const _piece of pieces);
    });
  }

  /** Of those of the files that are there. */
  async function hashesThere(names: Iterable<string>): Promise<Hashes> {
    const found = new Map<string, string>();
    for (const name of new Set(names)) {
      const hash = await hashOfFile(join(root, name));
      if (hash !== undefined) found.set(name, hash);
    }
    return found;
  }

  async function readManifest(name: string): Promise<Hashes> {
    try {
      return new Map(Object.entries(JSON.parse((await contentOf(join(root, name))) ?? "{}").files ?? {}));
    } catch (error) {
      // A manifest that is not JSON is ignored.
      if (error instanceof SyntaxError) return new Map();
      throw error;
    }
  }

  /** What was a connector's that is gone is the other one's from now on, unless that has files here already. */
  async function inherit(gone: string, name: string): Promise<void> {
    if ((await contentOf(join(root, name))) !== undefined) return;
    if ((await contentOf(join(root, gone))) !== undefined) await rename(join(root, gone), join(root, name));
  }

  /** What tells that nobody touched the files since. */
  async function marksOf(names: readonly string[]): Promise<string> {
    const stats = await Promise.all(names.map((name) => stat(join(root, name)).catch(() => undefined)));
    return JSON.stringify(
      stats.map((one, at) => [names[at], one?.ino, one?.size, one?.mtimeMs, one?.ctimeMs]),
    );
  }

  /** Refuses to write over what somebody else made. */
  async function refuseForeign(files: Hashes, before: Hashes, manifest: Hashes): Promise<void> {
    const foreign = [...files].find(
      ([name, hash]) => !manifest.has(name) && before.has(name) && before.get(name) !== hash,
    );
    if (foreign === undefined) return;
    const [name] = foreign;
    for (const other of (await readdir(root)).filter((one) => manifestForm.test(one))) {
      if ((await readManifest(other)).has(name))
        throw new EngineProblem(
          `${join(root, name)} is written for another connector (${other}): give each connector a directory of its own, or remove ${join(root, other)} where that connector is gone`,
        );
    }
    throw new EngineProblem(
      `${join(root, name)} was not written by an agent of this connector: move it away, or name another directory`,
    );
  }

  /** Brings the directory from some files to others, which are in `staging`; each file appears whole. */
  async function put(to: Hashes, from: Hashes, manifestName: string, staging: string): Promise<void> {
    // Claimed first: an agent that is killed in the middle knows its files again.
    await writeManifest(new Map([...from, ...to]));
    for (const name of to.keys()) await rename(join(staging, name), join(root, name));
    for (const name of from.keys()) if (!to.has(name)) await rm(join(root, name), { force: true });
    await writeManifest(to);
    const folder = await open(root);
    await folder.sync().finally(() => folder.close());

    async function writeManifest(files: Hashes): Promise<void> {
      const text = `${JSON.stringify({ about: "Files that orgconfig agent wrote.", files: Object.fromEntries(files) }, undefined, 2)}\n`;
      await writeWhole(join(staging, manifestName), text);
      await rename(join(staging, manifestName), join(root, manifestName));
    }
  }

  /** A folder of its own, on the same file system, for as long as `work` takes. */
  async function staged<T>(work: (staging: string) => Promise<T>): Promise<T> {
    const staging = await mkdtemp(join(root, stagingPrefix));
    try {
      return await work(staging);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  /** Copies of the files that are there, and what becomes of them. */
  async function keep(before: Hashes, written: Hashes, manifest: string) {
    if (before.size === 0)
      return { putBack: () => staged((empty) => put(before, written, manifest, empty)), async forget() {} };
    const folder = await mkdtemp(join(root, stagingPrefix));
    const forget = () => rm(folder, { recursive: true, force: true });
    try {
      for (const name of before.keys()) await copyWhole(join(root, name), join(folder, name));
    } catch (error) {
      await forget();
      throw error;
    }
    return { putBack: () => put(before, written, manifest, folder).finally(forget), forget };
  }

  async function write(render: Render): Promise<Wrote | undefined> {
    // What is known to be there is not fetched again.
    if (known?.digest === render.digest && (await difference(render)) === undefined) return undefined;
    await mkdir(root, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await removeLeftOvers();
    const name = manifestName(render.connector.id);
    if (render.replaces !== undefined) await inherit(manifestName(render.replaces), name);
    return staged(async (staging) => {
      const files = await readAsWritten(render, (file, pieces) => writeWhole(join(staging, file), pieces));
      if ((await difference(render)) === undefined) return undefined;
      const manifest = await readManifest(name);
      const before = await hashesThere([...manifest.keys(), ...files.keys()]);
      await refuseForeign(files, before, manifest);
      const checked = await check(staging, [...files.keys()]);
      const kept = await keep(before, files, name);
      try {
        await put(files, manifest, name, staging);
      } catch (error) {
        await kept.forget();
        throw error;
      }
      return { checked, replaced: before.size > 0, ...kept };
    });
  }

  async function difference(render: Render): Promise<string | undefined> {
    const manifest = await readManifest(manifestName(render.connector.id));
    const files = await hashesOf(render);
    const names = [...new Set([...manifest.keys(), ...files.keys()])].sort();
    const marks = await marksOf(names);
    if (compared?.digest === render.digest && compared.marks === marks) return undefined;
    const there = await hashesThere(names);
    const differing = names.filter(
      (name) => there.get(name) !== files.get(name) || (files.has(name) && !manifest.has(name)),
    );
    if (differing.length === 0) {
      compared = { digest: render.digest, marks };
      return undefined;
    }
    const asWritten = differing.every((name) => (there.get(name) ?? hashOfNothing) === manifest.get(name));
    const who = asWritten ? "another agent of this connector wrote" : "somebody changed or removed";
    return `${who} ${differing.map((name) => join(root, name)).join(", ")}`;
  }

  async function removeLeftOvers(): Promise<void> {
    for (const name of (await readdir(root)).filter((one) => one.startsWith(stagingPrefix))) {
      const { mtimeMs } = await stat(join(root, name));
      if (Date.now() - mtimeMs > leftOver_ms) await rm(join(root, name), { recursive: true, force: true });
    }
  }

  /** A directory that cannot be written is the operator's to mend, and is said like any other problem. */
  async function explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (typeof code !== "string") throw error;
      throw new EngineProblem(`${root} cannot be read or written (${message})`);
    }
  }

  return {
    write: (render) => explained(write(render)),
    difference: (render) => explained(difference(render)),
  };
}

function manifestName(id: string): string {
  const name = `.orgconfig-${id}.json`;
  if (manifestForm.test(name)) return name;
  throw new EngineProblem(`the connector has an unexpected id, ${JSON.stringify(id)}`);
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** The SHA-256 of a file; undefined where there is none. */
async function hashOfFile(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return hash.digest("hex");
}

/** With the directory in the names of files that are beside them. */
async function* inDirectory(name: string, pieces: Pieces, directory: string): Pieces {
  for await (const lines of wholeLines(pieces, moduleIndent)) yield withDirectory(name, lines, directory);
}

const hashOfNothing = createHash("sha256").digest("hex");

async function* hashed(pieces: Pieces, hash: Hash): Pieces {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

async function writeWhole(path: string, content: string | Pieces): Promise<void> {
  const file = await open(path, "w");
  await lasting(file, () => writeFile(file, content));
}

async function copyWhole(from: string, to: string): Promise<void> {
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
