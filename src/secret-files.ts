/** Secrets of the environment that are in files, as container platforms mount them. */
import { readFileSync } from "node:fs";

/** A variable whose value cannot be used. */
export class BadEnvironment extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Each of these may be in a file in its place, which NAME_FILE names. */
const secretVariables = [
  "DATABASE_URL",
  "ORGCONFIG_SECRET_KEYS",
  "ORGCONFIG_OPERATOR_TOKEN",
  "ORGCONFIG_OPERATOR_TOKENS",
  "ORGCONFIG_ADMIN_PASSWORD",
  "SMTP_URL",
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
