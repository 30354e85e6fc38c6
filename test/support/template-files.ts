/**
 * The template in memory. A database made from it gets a copy of each file: a tenth of what reading an archive
 * costs, and nothing that a test does to its database is seen by the next one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MemoryFS } from "@electric-sql/pglite";
import { templateFolder } from "./template.ts";

type ModuleOptions = Parameters<MemoryFS["init"]>[1];

/** The part of Emscripten's file system that is used here; it comes without types. */
interface Files {
  mkdirTree(path: string): void;
  /** Keeps a copy of the bytes. */
  writeFile(path: string, bytes: Uint8Array): void;
}

/** Where PGlite keeps the database in memory. */
const home = "/pglite/data";

let template: { readonly folders: string[]; readonly files: Map<string, Uint8Array> } | undefined;

/** Read once in each process of tests. */
function readTemplate(): NonNullable<typeof template> {
  const root = fileURLToPath(templateFolder);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    inside: join(home, join(entry.parentPath, entry.name).slice(root.length)),
    isFolder: entry.isDirectory(),
  }));
  return {
    folders: entries.filter(({ isFolder }) => isFolder).map(({ inside }) => inside),
    files: new Map(
      entries
        .filter(({ isFolder }) => !isFolder)
        // A Buffer's slice, by which Emscripten copies, would be the same bytes.
        .map(({ path, inside }): [string, Uint8Array] => [inside, new Uint8Array(readFileSync(path))]),
    ),
  };
}

export class TemplateFiles extends MemoryFS {
  override async init(engine: Parameters<MemoryFS["init"]>[0], options: ModuleOptions) {
    template ??= readTemplate();
    const { folders, files } = template;
    const { emscriptenOpts } = await super.init(engine, options);
    const fill = (module: unknown): void => {
      const { FS } = module as { FS: Files };
      for (const folder of folders) FS.mkdirTree(folder);
      for (const [path, bytes] of files) FS.writeFile(path, bytes);
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), fill] },
    };
  }
}
