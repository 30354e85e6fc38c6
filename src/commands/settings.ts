import { BadEnvironment, readEnvironment, type Settings } from "../environment.ts";

/** The environment's settings; a bad value ends the program with one line that names the variable. */
export function settingsOrExit(env: NodeJS.ProcessEnv): Settings {
  try {
    return readEnvironment(env);
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    process.stderr.write(`orgconfig: ${error.message}\n`);
    process.exit(2);
  }
}
