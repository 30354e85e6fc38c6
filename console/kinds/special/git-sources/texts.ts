/** The texts of this folder. */

export const source = "The repository";
export const syncNow = "Sync now";
export const reads =
  "Reads the newest commit now, and applies it: all of it, or nothing with the reason in Problem.";
export const webhooks = "The address for webhooks of the forge:";
export const copyTheAddress = "Copy the address";
export const read = "The newest commit was read.";
export const readWithProblem = "The newest commit changes nothing:";
