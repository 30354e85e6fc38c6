import { BadEnvironment, readEnvironment, type Settings } from "../environment.ts";
import { usageError } from "./errors.ts";

/** The environment's settings. @throws CommandError with a line for each bad value, which names its variable */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  return fromEnvironment(() => readEnvironment(env));
}

/** What `read` reads of the environment, with the same error. */
export function fromEnvironment<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    throw usageError(error.message);
  }
}
