/** The texts of this folder. */
import { figure } from "../../src/kernel/readable.ts";

export const state = "State";
export const whatTheService = "What the service and its checks report.";
export const nothingIsReportedYet = "Nothing is reported yet.";
export const measured = (at: string) => ` · measured ${at}`;
export const isOver = " · it has worked since";
export const off = "Off";
export const youCanReadThisChanging = (definition: string) =>
  `You can read this. Changing it needs the role ${definition}.`;
export const saved = "Saved.";
export const managedBy = "Managed by {set}";
export const overview = "Overview";
export const history = "History";
export const deleted = (name: string) => `Deleted ${name}.`;
export const isInUse = (name: string) => `${name} is in use`;
export const deleteName = (name: string) => `Delete ${name}?`;
export const theIsDeletedImmediatelyEverywhere =
  "The {one} {name} is deleted immediately, everywhere. Its history keeps its last values, and can bring it back.";
export const beforeYouDelete = "Before you delete";
export const close = "Close";
export const cancel = "Cancel";
export const deleteIt = (count: number, name: string) => `Delete ${count > 30 ? "it" : name}`;
export const rowsAreDeletedWithIt = (count: number, list: string) =>
  `${count === 1 ? "One row is" : `${figure(count)} rows are`} deleted with it: ${list}.`;
export const rowsPointAtThisChange = (count: number, one: string) =>
  `${count === 1 ? "One row points" : `${figure(count)} rows point`} at this ${one}. Change or delete ${count === 1 ? "it" : "them"} first.`;
export const as = (where: string) => `as ${where}`;
export const behaviourTests = "Behaviour tests";
export const ofFail = (failed: number, count: string) =>
  ` ${failed === 0 ? count : `${figure(failed)} of ${count} fail`}`;
export const theyAreDecided =
  "They are decided by this row, or name it. A change that breaks one is refused.";
export const andMore = (count: string) => `and ${count} more`;
