/**
 * The files of an engine in one directory: checked before they are written, written whole, and put back where the
 * engine does not take them. Which of them are ours stands in a manifest beside them, one a connector, so that
 * nobody else's file is changed or removed.
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { EngineProblem, type Render } from "./agent.ts";

/** Stands in rendered files for the directory that they are written to. */
export const directoryMark = "__DIRECTORY__";

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
   * @throws EngineProblem where the checker refuses it, or a file of somebody else is in its place; nothing is
   *   written then
   */
  write(render: Render): Promise<Wrote>;
  /** What is in the way of the files being those of the rendering to the byte, in a sentence; undefined where they are. */
  difference(render: Render): Promise<string | undefined>;
}

export interface Wrote {
  /** Whether a checker found the files good. */
  readonly checked: boolean;
  /** Whether there were files before. */
  readonly replaced: boolean;
  /** Puts the files back that were there before. */
  putBack(): Promise<void>;
}

type Files = ReadonlyMap<string, string>;
/** The SHA-256 of each file of ours, by its name. */
type Manifest = ReadonlyMap<string, string>;

const manifestForm = /^\.orgconfig-[\w-]+\.json$/;
const stagingPrefix = ".orgconfig-new-";
/** A folder of new files that is older was left by an agent that was killed. */
const leftOver_ms = 3_600_000;

export function openDirectory({ directory, expects, check }: DirectoryOptions): Directory {
  const root = resolve(directory);
  /** What was last compared byte by byte, so that files that nobody touched are not read again. */
  let compared: { readonly digest: string; readonly marks: string } | undefined;

  function filesOf({ files }: Render): Files {
    const unexpected = files.find(({ name }) => !/^\w[\w.-]*$/.test(name) || !expects(name));
    if (unexpected !== undefined)
      throw new EngineProblem(
        `the rendering has a file of an unexpected name, ${JSON.stringify(unexpected.name)}`,
      );
    // It stands between quotes, which YAML writes as JSON does.
    const quoted = JSON.stringify(root).slice(1, -1);
    return new Map(files.map(({ name, content }) => [name, content.replaceAll(directoryMark, () => quoted)]));
  }

  async function contentsOf(names: Iterable<string>): Promise<Files> {
    const found = await Promise.all(
      [...new Set(names)].map(async (name) => [name, await contentOf(join(root, name))] as const),
    );
    return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  async function readManifest(name: string): Promise<Manifest> {
    try {
      return new Map(Object.entries(JSON.parse((await contentOf(join(root, name))) ?? "{}").files ?? {}));
    } catch (error) {
      // One that is no JSON claims nothing.
      if (error instanceof SyntaxError) return new Map();
      throw error;
    }
  }

  /** What tells that nobody touched the files since. */
  async function marksOf(names: readonly string[]): Promise<string> {
    const stats = await Promise.all(names.map((name) => stat(join(root, name)).catch(() => undefined)));
    return JSON.stringify(
      stats.map((one, at) => [names[at], one?.ino, one?.size, one?.mtimeMs, one?.ctimeMs]),
    );
  }

  /** Refuses to write over what somebody else made. */
  async function refuseForeign(files: Files, before: Files, manifest: Manifest): Promise<void> {
    const foreign = [...files].find(
      ([name, content]) => !manifest.has(name) && before.has(name) && before.get(name) !== content,
    );
    if (foreign === undefined) return;
    const [name] = foreign;
    for (const other of (await readdir(root)).filter((one) => manifestForm.test(one))) {
      if ((await readManifest(other)).has(name))
        throw new EngineProblem(
          `${join(root, name)} is written for another connector (${other}): give each connector a directory of its own`,
        );
    }
    throw new EngineProblem(
      `${join(root, name)} was not written by an agent of this connector: move it away, or name another directory`,
    );
  }

  /** Brings the directory from some files to others; each file appears whole. */
  async function put(to: Files, from: Manifest, manifestName: string, staging: string): Promise<void> {
    const manifest = new Map([...to].map(([name, content]) => [name, hashOf(content)]));
    // Claimed first: an agent that is killed in the middle knows its files again.
    await writeManifest(new Map([...from, ...manifest]));
    for (const name of to.keys()) await rename(join(staging, name), join(root, name));
    for (const name of from.keys()) if (!to.has(name)) await rm(join(root, name), { force: true });
    await writeManifest(manifest);
    const folder = await open(root);
    await folder.sync().finally(() => folder.close());

    async function writeManifest(files: Manifest): Promise<void> {
      const text = `${JSON.stringify({ about: "Files that orgconfig agent wrote.", files: Object.fromEntries(files) }, undefined, 2)}\n`;
      await writeWhole(join(staging, manifestName), text);
      await rename(join(staging, manifestName), join(root, manifestName));
    }
  }

  /** Writes files to a folder of their own, on the same file system, for `work`. */
  async function staged<T>(files: Files, work: (staging: string) => Promise<T>): Promise<T> {
    const staging = await mkdtemp(join(root, stagingPrefix));
    try {
      for (const [name, content] of files) await writeWhole(join(staging, name), content);
      return await work(staging);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  async function write(render: Render): Promise<Wrote> {
    await mkdir(root, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await removeLeftOvers();
    const name = manifestName(render);
    const [files, manifest] = [filesOf(render), await readManifest(name)];
    const before = await contentsOf([...manifest.keys(), ...files.keys()]);
    await refuseForeign(files, before, manifest);
    const checked = await staged(files, async (staging) => {
      const good = await check(staging, [...files.keys()]);
      await put(files, manifest, name, staging);
      return good;
    });
    return {
      checked,
      replaced: before.size > 0,
      putBack: () =>
        staged(before, (staging) =>
          put(before, new Map([...files.keys()].map((one) => [one, ""])), name, staging),
        ),
    };
  }

  async function difference(render: Render): Promise<string | undefined> {
    const files = filesOf(render);
    const manifest = await readManifest(manifestName(render));
    const names = [...new Set([...manifest.keys(), ...files.keys()])].sort();
    const marks = await marksOf(names);
    if (compared?.digest === render.digest && compared.marks === marks) return undefined;
    const there = await contentsOf(names);
    const differing = names.filter(
      (name) => there.get(name) !== files.get(name) || (files.has(name) && !manifest.has(name)),
    );
    if (differing.length === 0) {
      compared = { digest: render.digest, marks };
      return undefined;
    }
    const asWritten = differing.every((name) => hashOf(there.get(name) ?? "") === manifest.get(name));
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

function manifestName({ connector: { id } }: Render): string {
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

/** Lasting, and readable for an engine that runs as another user, whatever the umask: no secret is in it. */
async function writeWhole(path: string, content: string): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(content);
    await file.chmod(0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
