/** The texts of this folder. */

export const notSavedYetThese = "Not saved yet: these are the defaults.";
export const saved = "Saved {moment}.";
export const showAsCode = "Show as code";
export const edit = "Edit";
