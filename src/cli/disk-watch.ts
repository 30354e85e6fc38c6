/** A line in the log when the disk of a folder is nearly full, and one when there is room again. */
import type { Feature } from "../engine/feature.ts";
import { Periodic } from "../engine/periodic.ts";
import type { Log } from "../engine/ports/log.ts";
import { LoggedStates } from "../engine/states.ts";
import { diskChecks, type Room } from "./doctor/local-checks.ts";

const everyMs = 60_000;

export interface DiskWatch extends Feature {
  look(): void;
}

/** @param roomOf what the system says of a folder's disk */
export function createDiskWatch(
  folders: readonly string[],
  log: Log,
  roomOf?: (folder: string) => Room,
): DiskWatch {
  const states = new LoggedStates(log);
  const look = () => {
    for (const folder of folders)
      for (const { status, message } of diskChecks([folder], roomOf)) {
        // How much is left changes all the time: the state says it once.
        const bad = status === "warning" || status === "error" ? status : undefined;
        states.is(folder, bad, message, `there is room again: ${message}`);
      }
  };
  const run = async () => look();
  return {
    name: "disk",
    background: [new Periodic({ name: "look at the disk", everyMs, firstMs: 0, run, log })],
    look,
  };
}
