/** Words of what is done with many rows, one after the other. */
import { counted, figure } from "../../../src/kernel/readable.ts";

export const test = "Test";
export const sync = "Sync";
export const drill = "Start a drill";
export const asksEach = "Each of them is asked for something harmless.";
export const sendsEach = "A message that says that it is a test is sent to each of them.";
export const syncsEach = "The repository of each of them is read now.";
export const drillsEach =
  "A test alert goes through each of them, really, up to the message. It says that it is a test.";
export const begin = (title: string, count: string) => `${title}: ${count}`;
export const rows = (count: number) => counted(count, "row");
export const waits = "Waits";
export const isAtWork = "At work";
export const started = "Started";
export const progress = (done: number, all: number) => `${figure(done)} of ${figure(all)} done`;
export const close = "Close";
export const allDrills = "All drills";
