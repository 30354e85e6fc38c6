/** A first organization with its key on a database, and programs that serve it: the built ones, as users run them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSecretKey } from "../../src/database/vault.ts";
import { mainFile, type Program, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

export interface Installation {
  /** The slug of the first organization. */
  readonly organization: string;
  /** Its first key, api:admin. */
  readonly key: string;
  readonly directory: string;
  /** @param through a command that becomes the one that follows it */
  start(env?: Readonly<Record<string, string>>, through?: readonly string[]): Promise<Program>;
  /** The same with another database. */
  at(env: Readonly<Record<string, string>>): Installation;
  /** The program's output for a command that ends, such as `audit verify`. */
  command(...words: readonly string[]): { status: number | null; stdout: string; stderr: string };
  /** Starts one that is to be killed. */
  begin(...words: readonly string[]): ChildProcess;
}

export const operatorToken = "an-operator-of-fault-tests";
export const admin = { email: "admin@example.com", password: "the password of fault tests" };

/** On the server at `url`, or else embedded in `directory`; made by a first start, as users make it. */
export async function install(
  url?: string,
  directory = mkdtempSync(join(tmpdir(), "orgconfig-faults-data-")),
  more: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const env = {
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ORGCONFIG_SECRET_KEYS: newSecretKey(),
    ORGCONFIG_OPERATOR_TOKEN: operatorToken,
    ORGCONFIG_RATE_LIMIT: "off",
    LOG_LEVEL: "warn",
    ...more,
  };
  const first = await startProgram({ ...env, ORGCONFIG_ADMIN_PASSWORD: admin.password }, directory);
  const key = first.firstKey();
  const slug = /first organization is .* \((.+)\)/;
  await until(() => slug.test(first.output())); // it is shown just after the program is ready
  const [, organization = ""] = slug.exec(first.output()) ?? [];
  await first.stop();
  return around({ organization, key, directory }, { ORGCONFIG_DATA_DIR: directory, ...env });
}

function around(
  made: Pick<Installation, "organization" | "key" | "directory">,
  env: Readonly<Record<string, string>>,
): Installation {
  return {
    ...made,
    start: (more = {}, through = []) => startProgram({ ...env, ...more }, made.directory, mainFile, through),
    command(...words) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [mainFile, ...words], {
        env: { ...process.env, ...env },
        encoding: "utf8",
      });
      return { status, stdout, stderr };
    },
    begin: (...words) =>
      spawn(process.execPath, [mainFile, ...words], { env: { ...process.env, ...env }, stdio: "ignore" }),
    at: (more) => around(made, { ...env, ...more }),
  };
}

/** compares every audit record with its chain. */
export function verified(installation: Installation): { status: number | null; stderr: string } {
  const { status, stderr } = installation.command("audit", "verify");
  return { status, stderr };
}

/** What a program logged of requests that failed for a reason of its own. */
export function internalErrors(program: Program): string[] {
  return program
    .output()
    .split("\n")
    .filter((line) => line.includes('"request_id"') && /"level":[56]0/.test(line));
}

/** kill -9; ends when the process is gone. */
export function killed({ child }: Program): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
