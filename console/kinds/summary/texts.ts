/** The texts of this folder. */

export const notSet = "Not set";
export const set = "Set";
export const on = "On";
export const off = "Off";
export const yes = "Yes";
export const no = "No";
export const all = "All";
export const none = "None";
export const showMore = (hidden: number) => `Show ${hidden} more`;
export const settings = "Settings";
export const nothingIsSet = "Nothing is set.";
export const showLess = "Show less";
export const showMoreFolded = (folded: number) => `Show ${folded} more`;
export const uses = "Uses";
export const usedBy = "Used by";
export const nothingElseUsesIt = "Nothing else uses it.";
export const andMore = (more: number) => `and ${more} more`;
export const inGit = "In Git";
export const ofCommit = (commit: string, branch: string) => `Commit ${commit} of ${branch}`;
export const lastChange = "Last change";
export const neverSavedThese = "Never saved: these are the defaults.";
export const noChangeIsRecorded = "No change is recorded.";
export const allVersions = "All versions";
