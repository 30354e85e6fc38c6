/** The texts of this folder. */
import type { Group } from "../../parts/proposals/words.ts";

export const title = "Proposals";
export const about =
  "Changes that wait until somebody has looked at them, and what was applied and is watched.";
export const noneYet = "No proposals yet";
export const whatOneIs =
  "A proposal keeps a change until whoever has to look at it has approved it. Plan a change, and press Propose.";
export const planAChange = "Plan a change";
export const groups: Readonly<Record<Group, string>> = {
  yours: "Waits for you",
  open: "Open",
  approved: "Approved",
  watched: "Being watched",
  closed: "Done",
};
export const ofGroup = (group: string, count: number) => `${group} · ${count}`;
export const proposedBy = "{who}, {when}";
export const appliesBy = "applies {when}";
export const takenBackIn = "taken back {when} unless somebody keeps it";
export const watchEnds = "the watch ends {when}";
export const older = "proposals";
export const nothingClosed = "Nothing was decided yet.";
export const showThem = "Show what is done";
