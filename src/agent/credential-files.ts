/** The credentials that an engine's files name: each in a file of its own, which its owner alone may read. */
import { access, chmod, constants, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { intakeKeyFile } from "../renderers/alertmanager/receivers.ts";
import { credentialFolder, credentialNamesIn, moduleIndent } from "../renderers/named-files.ts";
import { oncePerRendering, ownTexts, readFiles, wholeLines } from "./contents.ts";
import { type Engine, EngineProblem, type Render, settledFirst } from "./engine.ts";

export interface Credentials {
  /** Differs whenever they may. */
  version(): Promise<string>;
  /** By the names of their files, as far as there are any. */
  read(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Stands in the engine's directory while credentials do that an agent wrote, and says who that was. */
const markFile = ".orgconfig-credentials";

export interface CredentialFilesOptions {
  /** The engine's own; it and the folder that it is in are made where they are not there. */
  readonly directory: string;
  readonly credentials: Credentials;
  /** What says who wrote them. */
  readonly mark: string;
  /** Whether other credentials are there as well: the key that an engine sends alerts with. */
  readonly others: boolean;
}

/** The engine, whose credentials are in its directory's secrets/ before it is given files that name them. */
export function withCredentialFiles(
  engine: Engine,
  { directory, credentials, mark, others }: CredentialFilesOptions,
): Engine {
  const folder = join(directory, credentialFolder);
  const namesOf = oncePerRendering(credentialNames);
  let wrote: { readonly version: string; readonly names: readonly string[] } | undefined;

  async function settle(render: Render): Promise<void> {
    const names = await namesOf(render);
    const version = JSON.stringify([await credentials.version(), names]);
    if (wrote?.version === version && sameNames(await present(folder), wrote.names)) return;
    const found = names.length === 0 ? new Map<string, string>() : await credentials.read(names);
    await explained(folder, async () => {
      await makeFolder(dirname(directory));
      await makeFolder(directory);
      if (found.size > 0 || others) await putFile(join(directory, markFile), mark);
      await putAll(folder, found);
      if (found.size === 0 && !others) await rm(join(directory, markFile), { force: true });
    });
    wrote = { version, names: [...found.keys()].sort() };
  }

  return settledFirst(engine, settle);
}

/** What says who wrote the credentials in an engine's directory; undefined where nobody is said to have. */
export async function credentialsMark(directory: string): Promise<string | undefined> {
  return readFile(join(directory, markFile), "utf8").catch(() => undefined);
}

/** Takes away the credentials in an engine's directory, and what says who wrote them. */
export async function removeCredentials(directory: string): Promise<void> {
  await rm(join(directory, credentialFolder), { recursive: true, force: true });
  await rm(join(directory, intakeKeyFile), { force: true });
  await rm(join(directory, markFile), { force: true });
}

/** The files of credentials that a rendering names, in order. */
export async function credentialNames(render: Render): Promise<readonly string[]> {
  const names = new Set<string>();
  await readFiles(render, async (file, pieces) => {
    for await (const lines of wholeLines(pieces, moduleIndent))
      for (const name of ownTexts(credentialNamesIn(file, lines))) names.add(name);
  });
  return [...names].sort();
}

const namedMissing = 5;

/**
 * Engines take a file that names a secret which is not there, and fail whenever they need it. Where this user may not
 * look, because the secrets are the engine's alone, nothing is known to be missing.
 * @param wayOut what to do about it
 * @returns which files are missing below the directory, in a sentence; undefined where none is
 */
export async function missingCredentials(
  names: readonly string[],
  directory: string,
  wayOut: string,
): Promise<string | undefined> {
  const missing: string[] = [];
  for (const path of names.map((name) => `${credentialFolder}/${name}`))
    await access(join(directory, path), constants.F_OK).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") missing.push(path);
    });
  if (missing.length === 0) return undefined;
  const more = missing.length > namedMissing ? ` and ${missing.length - namedMissing} more` : "";
  return `${directory} lacks ${missing.slice(0, namedMissing).join(", ")}${more}: ${wayOut}`;
}

async function putAll(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const there = await present(folder);
  for (const name of there.filter((one) => !files.has(one))) await rm(join(folder, name), { force: true });
  if (files.size === 0) return;
  await makeFolder(folder);
  await chmod(folder, 0o700);
  for (const [name, content] of files) {
    const path = join(folder, name);
    if (there.includes(name) && (await readFile(path, "utf8")) === content) await chmod(path, 0o600);
    else await putFile(path, content);
  }
}

/** The folder above has to exist: a volume that is not mounted is an error, and not a new folder. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Appears whole, and is never open to others. */
export async function putFile(path: string, content: string): Promise<void> {
  const next = `${path}.new`;
  await rm(next, { force: true });
  await writeFile(next, content, { mode: 0o600, flag: "wx" });
  await rename(next, path);
}

async function present(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort();
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** A folder that cannot be written is the operator's to correct, and is reported like any other problem. */
export function explained<T>(folder: string, work: () => Promise<T>, what = "written"): Promise<T> {
  return work().catch((error: NodeJS.ErrnoException) => {
    if (typeof error.code !== "string") throw error;
    throw new EngineProblem(`${folder} cannot be ${what} (${error.message})`);
  });
}
