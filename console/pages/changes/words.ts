/** The texts of Changes. */

export const title = "Changes";
export const about = "Who changed what, the newest first. Open a line for every field, and the way back.";
export const forAdmins = "Only an Org admin can read the audit log. The history of a row is on its own page.";
export const nothing = "Nothing matches these filters.";
export const chain = "Records are sealed into a chain, so that a changed or removed record is noticed.";
export const chainLimit =
  "This does not show whether the whole log was reset to an earlier state. To check that, run orgconfig audit verify --heads.";
