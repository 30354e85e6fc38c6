/**
 * Runs a workflow's jobs on this machine as GitHub's runners would: the shell of each step, and the files that jobs
 * hand to each other. Of programs that are not here, or that publish something, only the calls are noted.
 */
import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import { root } from "../support/program.ts";

interface Step {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly strategy?: { readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] } };
  readonly steps: readonly Step[];
}

/** Writes into a program for macOS that it is signed. */
export const codesign = join(root, "test/release/codesign.mjs");

/** Notes its call and does nothing else, but for what the rest of the workflow needs of it. Nothing is published yet. */
const standIn = `#!/bin/bash
case "\${0##*/} $1 $2" in
  "npm ci "*|"npm publish "*|"npm view "*) ;;
  npm*) exec "$REAL_NPM" "$@" ;;
  "gh repo clone") git clone --quiet "$REGISTRY_REMOTE" "$4" ;;
  "codesign --sign -") node "$CODESIGN" "$3" ;;
  "docker buildx build")
    mkdir -p oci/blobs/sha256
    sum=$(echo '{"manifests":[]}' | tee oci/index | sha256sum)
    mv oci/index "oci/blobs/sha256/\${sum%% *}"
    echo '{"manifests":[{"digest":"sha256:'"\${sum%% *}"'"}]}' >oci/index.json
    tar -cf image.tar -C oci index.json blobs ;;
  "skopeo inspect --raw") exit 1 ;;
esac
echo "\${0##*/} $*" >>"$CALLS"
`;

export class Runner {
  readonly #home: string;
  readonly #jobs: Readonly<Record<string, Job>>;
  readonly #values: Readonly<Record<string, string>>;
  readonly #files: Readonly<Record<string, string>>;

  /**
   * @param home a new folder, on the disk of this repository
   * @param values what the workflow's expressions stand for, such as `secrets.NPM_TOKEN`
   * @param files what a checkout has next to the files of this repository, by path
   */
  constructor(
    home: string,
    workflow: string,
    values: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>>,
  ) {
    this.#home = home;
    this.#jobs = parse(readFileSync(join(root, workflow), "utf8")).jobs;
    this.#values = values;
    this.#files = files;
    mkdirSync(join(home, "bin"), { recursive: true });
    for (const name of ["npm", "docker", "gh", "codesign", "skopeo", "sudo"])
      writeFileSync(join(home, "bin", name), standIn, { mode: 0o755 });
    // What `npm ci` would make: one, which goes from job to job. Its files are those of this repository.
    execFileSync("cp", ["-al", join(root, "node_modules"), join(home, "node_modules")]);
    execFileSync("git", ["init", "--quiet", "--bare", this.registry]);
  }

  /** The repository that a registry reads. */
  get registry(): string {
    return join(this.#home, "registry.git");
  }

  /** The noted calls, a line each. */
  calls(): string[] {
    return readFileSync(join(this.#home, "calls"), "utf8").trim().split("\n");
  }

  /** The folder that a job uploaded under that name. */
  artifact(name: string): string {
    return join(this.#home, "artifacts", name);
  }

  /** Runs a job, once for each entry of its matrix. `omit` names the steps that cannot run here. @throws when one fails */
  async run(
    name: string,
    omit: (step: string, matrix: Readonly<Record<string, string>>) => boolean = () => false,
  ) {
    const { strategy, steps } = this.#jobs[name] ?? { steps: [] };
    for (const [index, matrix] of (strategy?.matrix.include ?? [{}]).entries()) {
      const work = join(this.#home, `${name}-${index}`, "work");
      const os = matrix.runner?.startsWith("macos") ? "macOS" : "Linux";
      const values = { ...this.#values, "runner.os": os };
      for (const [key, value] of Object.entries(matrix)) Object.assign(values, { [`matrix.${key}`]: value });
      this.#checkOut(work);
      try {
        for (const step of steps.filter((step) => holds(step.if, values) && !omit(step.name ?? "", matrix)))
          await this.#step(step, work, values);
      } finally {
        renameSync(join(work, "node_modules"), join(this.#home, "node_modules"));
      }
    }
  }

  #checkOut(work: string): void {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const file of files.split("\0").filter((file) => file !== "" && existsSync(join(root, file))))
      cpSync(join(root, file), join(work, file));
    for (const [file, text] of Object.entries(this.#files)) writeFileSync(join(work, file), text);
    renameSync(join(this.#home, "node_modules"), join(work, "node_modules"));
    // The Node binaries are fetched once.
    mkdirSync(join(root, ".tmp"), { recursive: true });
    symlinkSync(join(root, ".tmp"), join(work, ".tmp"));
  }

  async #step(step: Step, work: string, values: Readonly<Record<string, string>>): Promise<void> {
    const given = Object.fromEntries(
      Object.entries(step.with ?? {}).map(([key, value]) => [key, filled(value, values)]),
    );
    if (step.uses?.startsWith("actions/upload-artifact@")) this.#upload(given, work);
    if (step.uses?.startsWith("actions/download-artifact@")) this.#download(given, work);
    if (step.run === undefined) return;
    const env = Object.entries(step.env ?? {}).map(([key, value]) => [key, filled(value, values)]);
    await this.#shell(step.run, work, Object.fromEntries(env));
  }

  #shell(script: string, work: string, env: Readonly<Record<string, string>>): Promise<void> {
    const file = join(dirname(work), "step.sh");
    writeFileSync(file, script);
    const environment = {
      PATH: `${join(this.#home, "bin")}:${process.env.PATH}`,
      HOME: process.env.HOME,
      CI: "true",
      GITHUB_ACTOR: "somebody",
      GITHUB_REF_NAME: this.#values["github.ref_name"],
      GITHUB_REPOSITORY: "Tidewater/orgconfig",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_WORKSPACE: work,
      CODESIGN: codesign,
      CALLS: join(this.#home, "calls"),
      REAL_NPM: join(dirname(process.execPath), "npm"),
      REGISTRY_REMOTE: this.registry,
      ...env,
    };
    return new Promise((resolve, reject) => {
      const flags = ["--noprofile", "--norc", "-e", "-o", "pipefail", file];
      execFile("bash", flags, { cwd: work, env: environment }, (error, stdout, stderr) =>
        error === null ? resolve() : reject(new Error(`${script}\n${stdout}${stderr}`)),
      );
    });
  }

  /** One file, or a folder's content. */
  #upload({ name = "", path = "" }: Readonly<Record<string, string>>, work: string): void {
    const from = join(work, path);
    const into = this.artifact(name);
    mkdirSync(into, { recursive: true });
    if (statSync(from).isFile()) cpSync(from, join(into, basename(from)));
    else cpSync(from, into, { recursive: true });
    if (readdirSync(into).length === 0) throw new Error(`there is nothing to upload in ${path}`);
  }

  /** One artifact, or all whose names begin as the pattern does before its star. */
  #download({ name, pattern = "", path = "" }: Readonly<Record<string, string>>, work: string): void {
    const begin = pattern.replace("*", "");
    const names =
      name === undefined ? readdirSync(this.artifact(".")).filter((one) => one.startsWith(begin)) : [name];
    for (const name of names) cpSync(this.artifact(name), join(work, path), { recursive: true });
  }
}

function filled(text: unknown, values: Readonly<Record<string, string>>): string {
  return String(text).replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => meaningOf(name, values));
}

/** Conditions are one comparison with a text. */
function holds(condition: string | undefined, values: Readonly<Record<string, string>>): boolean {
  if (condition === undefined) return true;
  const [, name = "", sign, text] = /^([\w.]+) (==|!=) '(.*)'$/.exec(condition) ?? [];
  return (meaningOf(name, values) === text) === (sign === "==");
}

function meaningOf(name: string, values: Readonly<Record<string, string>>): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the test has no ${name}`);
  return value;
}
