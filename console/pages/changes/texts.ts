/** The texts of this folder. */
import { counted } from "../../../src/kernel/readable.ts";

export const kind = "Kind";
export const action = "Action";
export const service = "Service";
export const who = "Who";
export const door = "Door";
export const run = "Run";
export const exactName = "Its whole name";
export const undoTheRun = "Undo this run";
export const undoRun = (run: string) => `Undo the run ${run}`;
export const undo = "Undo";
export const undid = (run: string) => `Undid the run ${run}`;
export const when = "When";
export const fromTo = "From … to …";
export const from = "From";
export const to = "To";
export const clearFilters = "Clear filters";
export const clear = (label: string) => `Clear ${label}`;
export const any = "Any";
export const name = "Name";
export const includesDeletedRows = "Includes deleted rows";
export const peopleAndKeys = "People and keys";
export const detailsOfRecord = (sequence: number) => `Details of record ${sequence}`;
export const record = (sequence: number) => `Record ${sequence}`;
export const theRecordsFromOn = (count: number, sequence: number) =>
  `The ${count} records from ${sequence} on`;
export const show = (words: string) => `Show ${words}`;
export const history = "history";
export const plan = "plan";
export const notSettled = "Not settled";
export const wasChangedOutside = (set: string) => `${set} was changed outside of its bundle`;
export const seeTheDrift = "See the drift";
export const aPlanWaits = "A plan waits";
export const verifyTheChain = "Verify the chain";
export const changes = "changes";
export const theChain = "The chain";
export const verifiedRecordsUnchangedNotSealed = (records: number, unsealed: number) =>
  `Verified: ${records} records unchanged${unsealed > 0 ? `, ${unsealed} not sealed yet` : ""}`;
export const notVerifiedProblems = (count: number) => `Not verified: ${counted(count, "problem")}`;
export const head = (position: number, seal: string) => `head ${position} ${seal}`;
