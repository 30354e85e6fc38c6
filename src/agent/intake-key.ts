/** The API key with which an engine sends alerts to the service: in a file that its owner alone may read. */
import { chmod, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { intakeKeyFile } from "../backends/alertmanager/receivers.ts";
import type { Engine } from "./agent.ts";
import { explained, makeFolder, putFile } from "./credential-files.ts";

export interface IntakeKeyOptions {
  /** The engine's own; it and the folder that it is in are made where they are not there. */
  readonly directory: string;
  /** The present key. @throws EngineProblem where there is none */
  readonly key: () => string;
}

/** The engine, which finds the key in its directory before it is given files that name it, and the present one ever after. */
export function withIntakeKey(engine: Engine, { directory, key }: IntakeKeyOptions): Engine {
  const path = join(directory, intakeKeyFile);

  async function settle(): Promise<void> {
    const present = key();
    await explained(path, async () => {
      await makeFolder(dirname(directory));
      await makeFolder(directory);
      const there = await readFile(path, "utf8").catch(() => undefined);
      if (there === present) await chmod(path, 0o600);
      else await putFile(path, present);
    });
  }

  return {
    ...engine,
    async apply(render) {
      await settle();
      await engine.apply(render);
    },
    async verify(render) {
      await settle();
      await engine.verify(render);
    },
  };
}
