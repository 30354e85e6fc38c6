/**
 * The program compiled, as users run it. Tests that start it many times start it from here: a process that
 * compiles the sources first takes twice as long.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { templateFolder } from "./template.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

let compiled: string | undefined;

/** The file to give to Node; compiled when it is first asked for and after every change of the sources. */
export function compiledProgram(): string {
  return join(compiledFolder(), "src/main.js");
}

/** The address by which a program of a test imports one of its modules, such as `src/database/embedded.js`. */
export function compiledModule(path: string): string {
  return pathToFileURL(join(compiledFolder(), path)).href;
}

function compiledFolder(): string {
  compiled ??= join(root, `.tmp/program-${hashOf("src")}`);
  if (!existsSync(compiled)) compile(compiled);
  return compiled;
}

/** Next to its place and then renamed: two test files may come to it at the same time. */
function compile(folder: string): void {
  const fresh = `${folder}.${process.pid}`;
  // Types are checked by `npm run check`.
  const options = ["-p", "tsconfig.build.json", "--noCheck", "--rootDir", ".", "--outDir", fresh];
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options], { cwd: root });
  const source = join(root, "src");
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".sql")) cpSync(join(source, file), join(fresh, "src", file));
  // Where the build has it: a first start copies it instead of running initdb.
  symlinkSync(fileURLToPath(templateFolder), join(fresh, "template"));
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
}

function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort())
    if (/\.\w+$/.test(name)) hash.update(name).update(readFileSync(join(root, folder, name)));
  return hash.digest("hex").slice(0, 12);
}
