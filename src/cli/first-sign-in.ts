/**
 * What a newcomer needs to sign in. What was made up is kept nowhere else in the clear: it is shown once at a
 * terminal; a file or a log collector, which keeps what it is sent, gets the name of a file that is its owner's alone.
 */
import { join, resolve } from "node:path";
import { makePrivateFolder, writePrivateFile } from "../database/private-files.ts";
import type { Settings } from "../environment.ts";
import type { FirstStart } from "../features/identity/accounts/first-start.ts";
import { usageError } from "./errors.ts";

export interface FirstSignIn {
  /**
   * Runs before anything is stored, so that nobody is locked out of what was made.
   * @throws CommandError where the file cannot be written
   */
  keep(first: FirstStart): void;
  /** What to print once it is stored. */
  shown(first: FirstStart): string;
}

/** @param url where to sign in, if anything listens there */
export function createFirstSignIn(
  { dataDirectory, publicUrl }: Pick<Settings, "dataDirectory" | "publicUrl">,
  url?: string,
): FirstSignIn {
  const path = resolve(join(dataDirectory, "first-sign-in"));
  const atTerminal = process.stdout.isTTY === true;
  const site = publicUrl ?? url;
  return {
    keep(first) {
      if (atTerminal || !holdsSecrets(first)) return;
      try {
        makePrivateFolder(resolve(dataDirectory));
        writePrivateFile(path, `${[...secrets(first, site), ...firstCall(first, site)].join("\n")}\n`);
      } catch (error) {
        throw usageError(
          `the first password and key would go to ${path}, because standard output is not a terminal, and it cannot be written: ${(error as Error).message}. Set ORGCONFIG_DATA_DIR to a folder to write in, or both ORGCONFIG_ADMIN_EMAIL and ORGCONFIG_ADMIN_PASSWORD.`,
        );
      }
    },
    shown(first) {
      const { name, slug } = first.organization;
      const lines = [
        "",
        `The first organization is ${name} (${slug}).`,
        ...(!holdsSecrets(first)
          ? [signIn(first, site)]
          : atTerminal
            ? [...secrets(first, site), "None of this is shown again.", ...firstCall(first, site)]
            : [
                `${signIn(first, site)}.`,
                `The password and the first API key are in ${path}, for the user alone that runs this. Remove the file once you have read it.`,
              ]),
        "",
      ];
      return `${lines.join("\n")}\n`;
    },
  };
}

function holdsSecrets({ password, key }: FirstStart): boolean {
  return password !== undefined || key !== undefined;
}

function signIn({ email }: FirstStart, site: string | undefined): string {
  return `Sign in${site === undefined ? "" : ` at ${site}`} as ${email}`;
}

function secrets(first: FirstStart, site: string | undefined): string[] {
  const { password, key } = first;
  return [
    `${signIn(first, site)}${password === undefined ? "" : ` with the password ${password}`}`,
    ...(key === undefined ? [] : [`Its first API key is ${key}`]),
  ];
}

function firstCall({ key }: FirstStart, site: string | undefined): string[] {
  if (key === undefined || site === undefined) return [];
  return ["A first call:", "", `  curl -H "Authorization: Bearer ${key}" ${site}/api/v1/config/teams`];
}
