/** The API key with which an engine sends alerts to the service: in a file that its owner alone may read. */
import { chmod, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { intakeKeyFile } from "../renderers/alertmanager/receivers.ts";
import { explained, makeFolder, putFile } from "./credential-files.ts";
import { type Engine, EngineProblem, settledFirst } from "./engine.ts";

export interface IntakeKeyOptions {
  /** The engine's own; it and the folder that it is in are made where they are not there. */
  readonly directory: string;
  /** The present key; undefined where it was taken away. @throws EngineProblem where nobody knows it now */
  readonly key: () => string | undefined;
}

/** The engine, which finds the key in its directory before it is given files that name it, and the present one ever after. */
export function withIntakeKey(engine: Engine, { directory, key }: IntakeKeyOptions): Engine {
  const path = join(directory, intakeKeyFile);

  async function settle(): Promise<void> {
    const present = key();
    await explained(path, async () => {
      if (present === undefined) return await rm(path, { force: true });
      await makeFolder(dirname(directory));
      await makeFolder(directory);
      const there = await readFile(path, "utf8").catch(() => undefined);
      if (there === present) await chmod(path, 0o600);
      else await putFile(path, present);
    });
    if (present === undefined)
      throw new EngineProblem(
        "config.intake_key of the connector is missing: an API key with which the engine sends alerts to this service",
      );
  }

  return settledFirst(engine, settle);
}
