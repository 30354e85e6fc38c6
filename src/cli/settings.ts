import { BadEnvironment, readEnvironment, type Settings } from "../environment.ts";
import { usageError } from "./errors.ts";

/** The environment's settings. @throws CommandError with one line that names the variable of a bad value */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  try {
    return readEnvironment(env);
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    throw usageError(error.message);
  }
}
