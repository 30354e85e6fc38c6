/**
 * Makes the examples of docs/recipes/ in a copy of the tree: new files, and lines in files that are there.
 * One copy is for all of them: one check of the types, and one run of their tests.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a recipe says to write. `test/recipes/<name>/recipe.ts` exports one as `recipe`. */
export interface Recipe {
  /** Scripts of the package that come first, such as `["scripts/new-kind.ts", "on_call_schedules"]`. */
  readonly scripts?: readonly (readonly string[])[];
  /** New files by their place in the tree, each with the planted file in the recipe's own folder, which ends in .txt. */
  readonly files: Readonly<Record<string, string>>;
  /** Changes of files that are there. */
  readonly edits?: readonly Edit[];
  /** The tests that prove it, by their place in the tree. */
  readonly tests: readonly string[];
}

export interface Edit {
  readonly file: string;
  /** A text that is in the file exactly once. */
  readonly find: string;
  /** What takes its place. */
  readonly put: string;
}

/** What a program printed, and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const parts = [
  "src",
  "console",
  "provider",
  "scripts",
  "test",
  "tsconfig.json",
  "package.json",
  "vitest.config.ts",
];
/** Large, and not needed to compile or to start a service. */
const unneeded = /^test\/golden\/|^test\/mcp\/tools\/|^test\/openapi\/clients\//;

/** A copy of the tree, in a folder of its own. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "orgconfig-recipes-"));
  readonly #planted = new Set<string>();
  readonly #tests: string[] = [];

  constructor() {
    const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...parts];
    const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\0");
    for (const file of files.filter((name) => name !== "" && !unneeded.test(name)))
      if (existsSync(join(root, file)))
        cpSync(join(root, file), join(this.folder, file), { recursive: true });
    const biome = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
    this.#write("biome.json", JSON.stringify({ ...biome, vcs: { enabled: false } }));
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
    // Databases start from the template that this run has made: it is named after the migrations.
    symlinkSync(join(root, ".tmp"), join(this.folder, ".tmp"));
  }

  /** @throws Error that names the step which no longer fits the tree */
  plant(name: string, { scripts = [], files, edits = [], tests }: Recipe): void {
    for (const script of scripts) {
      const { status, output } = this.#node("tsx/dist/cli.mjs", ...script);
      if (status !== 0) throw new Error(`${script.join(" ")}: ${output}`);
    }
    for (const [place, planted] of Object.entries(files))
      this.#write(place, readFileSync(join(root, "test/recipes", name, planted), "utf8"));
    for (const { file, find, put } of edits) {
      const [before, after, ...more] = readFileSync(join(this.folder, file), "utf8").split(find);
      if (before === undefined || after === undefined || more.length > 0)
        throw new Error(`${file} does not have exactly once: ${find}`);
      this.#write(file, `${before}${put}${after}`);
    }
    this.#tests.push(...tests);
  }

  /** Biome over what was planted: the format, and which folder may import which. */
  lint(): Ended {
    return this.#node("@biomejs/biome/bin/biome", "check", ...this.#planted);
  }

  /** The types of src with the planted files and tests, and of the console where a recipe is about it. */
  compile(): Ended {
    const include = ["src", ...[...this.#planted].filter((file) => !file.startsWith("console/"))];
    this.#write("tsconfig.recipes.json", JSON.stringify({ extends: "./tsconfig.json", include }));
    const configs = ["tsconfig.recipes.json"];
    if ([...this.#planted].some((file) => file.startsWith("console/"))) configs.push("console/tsconfig.json");
    const ended = configs.map((config) => this.#node("typescript/bin/tsc", "--noEmit", "-p", config));
    return {
      status: Math.max(...ended.map(({ status }) => status ?? 1)),
      output: ended.map(({ output }) => output).join(""),
    };
  }

  /** The planted tests. */
  run(): Ended {
    return this.#node("vitest/vitest.mjs", "run", "--maxWorkers=1", ...this.#tests);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #write(place: string, text: string): void {
    mkdirSync(join(this.folder, dirname(place)), { recursive: true });
    writeFileSync(join(this.folder, place), text);
    if (/\.tsx?$/.test(place)) this.#planted.add(place);
  }

  #node(program: string, ...args: string[]): Ended {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "node_modules", program), ...args],
      // Variables of the outer run are not for the run within it.
      { cwd: this.folder, encoding: "utf8", env: withoutVitest(process.env) },
    );
    return { status, output: `${stdout}${stderr}` };
  }
}

function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VITEST|TEST_SUITE$|NODE_OPTIONS$|NODE_ENV$)/.test(name)),
  );
}
