/**
 * The files of an engine in one directory: checked before they are written, written whole, and put back where the
 * engine does not take them.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { EngineProblem, type Render } from "./agent.ts";

/** Stands in rendered files for the directory that they are written to. */
export const directoryMark = "__DIRECTORY__";

export interface DirectoryOptions {
  readonly directory: string;
  /** Whether a file in the directory is one that renderings have: others are left alone. */
  readonly owns: (name: string) => boolean;
  /**
   * Runs the engine's own checker over files.
   * @returns whether there is such a checker
   * @throws EngineProblem with what it said
   */
  readonly check: (paths: readonly string[]) => Promise<boolean>;
}

type Files = ReadonlyMap<string, string>;

export interface Directory {
  /**
   * Checks the rendering and writes it.
   * @throws EngineProblem where the checker refuses it; nothing is written then
   */
  write(render: Render): Promise<Wrote>;
  /** Whether the files are those of the rendering, to the byte. */
  holds(render: Render): Promise<boolean>;
}

export interface Wrote {
  /** Whether a checker found the files good. */
  readonly checked: boolean;
  /** Whether there were files before. */
  readonly replaced: boolean;
  /** Puts the files back that were there before. */
  putBack(): Promise<void>;
}

export function openDirectory({ directory, owns, check }: DirectoryOptions): Directory {
  const root = resolve(directory);

  function filesOf({ files }: Render): Files {
    for (const { name } of files) {
      if (!/^[\w-][\w.-]*$/.test(name) || !owns(name))
        throw new EngineProblem(`the rendering has a file of an unexpected name, ${JSON.stringify(name)}`);
    }
    return new Map(files.map(({ name, content }) => [name, content.replaceAll(directoryMark, root)]));
  }

  /** What was last compared byte by byte, so that files that nobody touched are not read again. */
  let known: { readonly digest: string; readonly marks: string } | undefined;

  async function marksNow(): Promise<string> {
    const names = (await readdir(root)).filter(owns).sort();
    const stats = await Promise.all(names.map((name) => stat(join(root, name))));
    return JSON.stringify(
      stats.map(({ ino, size, mtimeMs, ctimeMs }, at) => [names[at], ino, size, mtimeMs, ctimeMs]),
    );
  }

  async function present(): Promise<Files> {
    const names = (await readdir(root)).filter(owns);
    return new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(root, name), "utf8")] as const)),
    );
  }

  /** Puts files in the place of those that are there; each appears whole. */
  async function put(files: Files, from?: string): Promise<void> {
    const staging = from ?? (await stage(files));
    try {
      for (const name of files.keys()) await rename(join(staging, name), join(root, name));
      for (const name of (await readdir(root)).filter(owns)) {
        if (!files.has(name)) await rm(join(root, name), { force: true });
      }
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  /** Writes files to a folder of their own, on the same file system. The engine may run as another user; no secret is in them. */
  async function stage(files: Files): Promise<string> {
    const staging = await mkdtemp(join(root, ".orgconfig-"));
    for (const [name, content] of files) await writeFile(join(staging, name), content, { mode: 0o644 });
    return staging;
  }

  return {
    async write(render) {
      return explained(async () => {
        await mkdir(root, { recursive: true, mode: 0o755 });
        const [before, files] = [await present(), filesOf(render)];
        const staging = await stage(files);
        let checked: boolean;
        try {
          checked = await check([...files.keys()].map((name) => join(staging, name)));
        } catch (error) {
          await rm(staging, { recursive: true, force: true });
          throw error;
        }
        await put(files, staging);
        return { checked, replaced: before.size > 0, putBack: () => put(before) };
      });
    },
    async holds(render) {
      return explained(async () => {
        const marks = await marksNow();
        if (known?.digest === render.digest && known.marks === marks) return true;
        const [there, files] = [await present(), filesOf(render)];
        const same =
          there.size === files.size && [...files].every(([name, content]) => there.get(name) === content);
        if (same) known = { digest: render.digest, marks };
        return same;
      });
    },
  };

  /** A directory that cannot be written is the operator's to mend, and is said like any other problem. */
  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (typeof code !== "string") throw error;
      throw new EngineProblem(`${root} cannot be read or written (${message})`);
    }
  }
}
