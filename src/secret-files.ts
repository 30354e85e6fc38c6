/** Secrets that are not in the environment itself: in files, as container platforms mount them, or what a command prints. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Variables whose values cannot be used: its message has a line for each. */
export class BadEnvironment extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Each of these may be in a file in its place, which NAME_FILE names. */
export const secretVariables = [
  "DATABASE_URL",
  "ORGCONFIG_SECRET_KEYS",
  "ORGCONFIG_OPERATOR_TOKEN",
  "ORGCONFIG_OPERATOR_TOKENS",
  "ORGCONFIG_ADMIN_PASSWORD",
  "SMTP_URL",
  "ORGCONFIG_PHONE_TOKEN",
  "ORGCONFIG_KEY",
  "ORGCONFIG_PASSWORD",
] as const;

/** The environment with what is in files in the place of their names. @throws BadEnvironment naming the variable */
export function withSecretFiles<E extends Environment>(env: E): E {
  const read: Record<string, string | undefined> = {};
  for (const name of secretVariables) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new BadEnvironment(`${name} and ${name}_FILE are both set: take one of them out`);
    const content = fileIn(`${name}_FILE`, path).trim();
    if (content === "") throw new BadEnvironment(`${name}_FILE: ${path} is empty`);
    read[name] = content;
    read[`${name}_FILE`] = undefined;
  }
  return { ...env, ...read };
}

/** @throws BadEnvironment naming the variable */
export function fileIn(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadEnvironment(`${name} must be a file that can be read: ${why}`);
  }
}

const commandMs = 30_000;

/** What a command prints, such as one that asks a vault. What it says on its standard error is shown. @throws BadEnvironment naming the variable */
export function outputOf(name: string, command: string): string {
  try {
    const output = execFileSync("/bin/sh", ["-c", command], {
      encoding: "utf8",
      timeout: commandMs,
      stdio: ["ignore", "pipe", "inherit"],
    }).trim();
    if (output !== "") return output;
  } catch (error) {
    const { status, signal } = error as { readonly status?: number | null; readonly signal?: string | null };
    const why = signal ? `was ended by ${signal} (it has ${commandMs / 1_000} s)` : `ended with ${status}`;
    throw new BadEnvironment(`${name} ${why}`);
  }
  throw new BadEnvironment(`${name} printed nothing`);
}
