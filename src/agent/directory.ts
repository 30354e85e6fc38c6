/**
 * The files of an engine in one directory: checked before they are written, written whole, and put back where the
 * engine does not take them. Which of them are ours stands in a manifest next to them, one a connector, so that
 * nobody else's file is changed or removed.
 */
import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Pieces, readFiles } from "./contents.ts";
import { explained, makeFolder } from "./credential-files.ts";
import { EngineProblem, type Render } from "./engine.ts";
import {
  contentOf,
  copyWhole,
  hashed,
  hashOfFile,
  hashOfNothing,
  inDirectory,
  writeWhole,
} from "./whole-files.ts";

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

/** The files of one engine. A problem of the file system is an EngineProblem in all that it throws. */
export class Directory {
  readonly #root: string;
  readonly #expects: DirectoryOptions["expects"];
  readonly #check: DirectoryOptions["check"];
  /** What was last compared byte by byte, so that files that nobody touched are not read again. */
  #compared: { readonly digest: string; readonly marks: string } | undefined;
  /** The rendering that was looked at last, as it is written here, without its contents. */
  #known: { readonly digest: string; readonly hashes: Hashes } | undefined;

  constructor({ directory, expects, check }: DirectoryOptions) {
    this.#root = resolve(directory);
    this.#expects = expects;
    this.#check = check;
  }

  /**
   * Checks the rendering and writes it.
   * @returns undefined where the files are those of the rendering already
   * @throws EngineProblem where the checker refuses it, or a file of somebody else is in its place; nothing is
   *   written then
   * @throws ServiceProblem where its files do not come whole; nothing is written then either
   */
  async write(render: Render): Promise<Wrote | undefined> {
    return explained(this.#root, () => this.#write(render), "read or written");
  }

  /** What is in the way of the files being those of the rendering to the byte, in a sentence; undefined where they are. */
  async difference(render: Render): Promise<string | undefined> {
    return explained(this.#root, () => this.#difference(render), "read or written");
  }

  async #write(render: Render): Promise<Wrote | undefined> {
    // What is known to be there is not fetched again.
    if (this.#known?.digest === render.digest && (await this.#difference(render)) === undefined)
      return undefined;
    await makeFolder(this.#root);
    await this.#removeLeftOvers();
    const name = manifestName(render.connector.id);
    if (render.replaces !== undefined) await this.#inherit(manifestName(render.replaces), name);
    return this.#staged(async (staging) => {
      const files = await this.#readAsWritten(render, (file, pieces) =>
        writeWhole(join(staging, file), pieces),
      );
      if ((await this.#difference(render)) === undefined) return undefined;
      const manifest = await this.#readManifest(name);
      const before = await this.#hashesThere([...manifest.keys(), ...files.keys()]);
      await this.#refuseForeign(files, before, manifest);
      const checked = await this.#check(staging, [...files.keys()]);
      const copies = await this.#copies(before, files, name);
      try {
        await this.#put(files, manifest, name, staging);
      } catch (error) {
        await copies.forget();
        throw error;
      }
      return { checked, replaced: before.size > 0, ...copies };
    });
  }

  async #difference(render: Render): Promise<string | undefined> {
    const manifest = await this.#readManifest(manifestName(render.connector.id));
    const files = await this.#hashesOf(render);
    const names = [...new Set([...manifest.keys(), ...files.keys()])].sort();
    const marks = await this.#marksOf(names);
    if (this.#compared?.digest === render.digest && this.#compared.marks === marks) return undefined;
    const there = await this.#hashesThere(names);
    const differing = names.filter(
      (name) => there.get(name) !== files.get(name) || (files.has(name) && !manifest.has(name)),
    );
    if (differing.length === 0) {
      this.#compared = { digest: render.digest, marks };
      return undefined;
    }
    const asWritten = differing.every((name) => (there.get(name) ?? hashOfNothing) === manifest.get(name));
    const who = asWritten ? "another agent of this connector wrote" : "somebody changed or removed";
    return `${who} ${differing.map((name) => this.#path(name)).join(", ")}`;
  }

  /** Reads the rendering as it is to be written. @param take gets each file to the end */
  async #readAsWritten(
    render: Render,
    take: (name: string, pieces: Pieces) => Promise<void>,
  ): Promise<Hashes> {
    const unexpected = render.files.find(({ name }) => !/^\w[\w.-]*$/.test(name) || !this.#expects(name));
    if (unexpected !== undefined)
      throw new EngineProblem(
        `the rendering has a file of an unexpected name, ${JSON.stringify(unexpected.name)}`,
      );
    const hashes = await readFiles(render, async (name, pieces) => {
      const hash = createHash("sha256");
      await take(name, hashed(inDirectory(name, pieces, this.#root), hash));
      return [name, hash.digest("hex")] as const;
    });
    this.#known = { digest: render.digest, hashes: new Map(hashes) };
    return this.#known.hashes;
  }

  async #hashesOf(render: Render): Promise<Hashes> {
    if (this.#known?.digest === render.digest) return this.#known.hashes;
    return this.#readAsWritten(render, async (_name, pieces) => {
      for await (const _piece of pieces);
    });
  }

  /** Of those of the files that are there. */
  async #hashesThere(names: Iterable<string>): Promise<Hashes> {
    const found = new Map<string, string>();
    for (const name of new Set(names)) {
      const hash = await hashOfFile(this.#path(name));
      if (hash !== undefined) found.set(name, hash);
    }
    return found;
  }

  async #readManifest(name: string): Promise<Hashes> {
    try {
      return new Map(Object.entries(JSON.parse((await contentOf(this.#path(name))) ?? "{}").files ?? {}));
    } catch (error) {
      // A manifest that is not JSON is ignored.
      if (error instanceof SyntaxError) return new Map();
      throw error;
    }
  }

  /** What belonged to a connector that is gone belongs to the other one from now on, unless that has files here already. */
  async #inherit(gone: string, name: string): Promise<void> {
    if ((await contentOf(this.#path(name))) !== undefined) return;
    if ((await contentOf(this.#path(gone))) !== undefined) await rename(this.#path(gone), this.#path(name));
  }

  /** What shows that nobody touched the files since. */
  async #marksOf(names: readonly string[]): Promise<string> {
    const stats = await Promise.all(names.map((name) => stat(this.#path(name)).catch(() => undefined)));
    return JSON.stringify(
      stats.map((one, at) => [names[at], one?.ino, one?.size, one?.mtimeMs, one?.ctimeMs]),
    );
  }

  /** Refuses to write over what somebody else made. */
  async #refuseForeign(files: Hashes, before: Hashes, manifest: Hashes): Promise<void> {
    const foreign = [...files].find(
      ([name, hash]) => !manifest.has(name) && before.has(name) && before.get(name) !== hash,
    );
    if (foreign === undefined) return;
    const [name] = foreign;
    for (const other of (await readdir(this.#root)).filter((one) => manifestForm.test(one))) {
      if ((await this.#readManifest(other)).has(name))
        throw new EngineProblem(
          `${this.#path(name)} is written for another connector (${other}): give each connector a directory of its own, or remove ${this.#path(other)} where that connector is gone`,
        );
    }
    throw new EngineProblem(
      `${this.#path(name)} was not written by an agent of this connector: move it away, or name another directory`,
    );
  }

  /** Brings the directory from some files to others, which are in `staging`; each file appears whole. */
  async #put(to: Hashes, from: Hashes, manifest: string, staging: string): Promise<void> {
    // Claimed first: an agent that is killed in the middle knows its files again.
    await this.#putManifest(manifest, new Map([...from, ...to]), staging);
    for (const name of to.keys()) await rename(join(staging, name), this.#path(name));
    for (const name of from.keys()) if (!to.has(name)) await rm(this.#path(name), { force: true });
    await this.#putManifest(manifest, to, staging);
    const folder = await open(this.#root);
    await folder.sync().finally(() => folder.close());
  }

  async #putManifest(name: string, files: Hashes, staging: string): Promise<void> {
    const content = { about: "Files that orgconfig agent wrote.", files: Object.fromEntries(files) };
    await writeWhole(join(staging, name), `${JSON.stringify(content, undefined, 2)}\n`);
    await rename(join(staging, name), this.#path(name));
  }

  /** A folder of its own, on the same file system, for as long as `work` takes. */
  async #staged<T>(work: (staging: string) => Promise<T>): Promise<T> {
    const staging = await mkdtemp(this.#path(stagingPrefix));
    try {
      return await work(staging);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  /** Copies of the files that are there, and what becomes of them. */
  async #copies(before: Hashes, written: Hashes, manifest: string) {
    if (before.size === 0)
      return {
        putBack: () => this.#staged((empty) => this.#put(before, written, manifest, empty)),
        async forget() {},
      };
    const folder = await mkdtemp(this.#path(stagingPrefix));
    const forget = () => rm(folder, { recursive: true, force: true });
    try {
      for (const name of before.keys()) await copyWhole(this.#path(name), join(folder, name));
    } catch (error) {
      await forget();
      throw error;
    }
    return { putBack: () => this.#put(before, written, manifest, folder).finally(forget), forget };
  }

  #path(name: string): string {
    return join(this.#root, name);
  }

  async #removeLeftOvers(): Promise<void> {
    for (const name of (await readdir(this.#root)).filter((one) => one.startsWith(stagingPrefix))) {
      const { mtimeMs } = await stat(this.#path(name));
      if (Date.now() - mtimeMs > leftOver_ms) await rm(this.#path(name), { recursive: true, force: true });
    }
  }
}

function manifestName(id: string): string {
  const name = `.orgconfig-${id}.json`;
  if (manifestForm.test(name)) return name;
  throw new EngineProblem(`the connector has an unexpected id, ${JSON.stringify(id)}`);
}
