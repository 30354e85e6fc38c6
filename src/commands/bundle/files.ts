/** The files that `-f` names. */
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { BundleFaults, type Fault } from "./fault.ts";

export interface SourceFile {
  /** As the caller wrote it, and the way from there: errors name it so. */
  readonly name: string;
  readonly text: string;
}

const endings = /\.(ya?ml|json)$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Every file of these paths, each once: a directory stands for the YAML and JSON in it and below, sorted, hidden
 * ones left out; - is the standard input.
 * @throws BundleFaults
 */
export function filesOf(paths: readonly string[]): SourceFile[] {
  const faults: Fault[] = [];
  const files = new Map<string, SourceFile>();
  for (const path of paths) {
    try {
      const names = path === "-" ? [path] : namesIn(path);
      if (names.length === 0)
        faults.push({ at: undefined, message: `${path}: holds no .yaml, .yml or .json file` });
      for (const name of names) {
        const real = name === "-" ? name : realpathSync(name);
        if (!files.has(real)) files.set(real, read(name));
      }
    } catch (error) {
      faults.push({ at: undefined, message: `${path}: ${reasonOf(error as NodeJS.ErrnoException)}` });
    }
  }
  if (faults.length > 0) throw new BundleFaults(faults);
  return [...files.values()];
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file or directory";
  return code === "EACCES" ? "may not be read by this user" : message;
}

function namesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return namesIn(inner);
      return endings.test(entry.name) && isFile(entry, inner) ? [inner] : [];
    });
}

/** A link to a file is one, as Kubernetes mounts them; a link to a directory could lead in a circle. */
function isFile(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && statSync(path).isFile());
}

function read(name: string): SourceFile {
  const bytes = readFileSync(name === "-" ? 0 : name);
  try {
    return { name: name === "-" ? "(standard input)" : name, text: utf8.decode(bytes) };
  } catch {
    throw new Error(`${name} is not UTF-8`);
  }
}
