/** The texts of this folder. */

export const promptsInUse = "Prompts in use";
export const modelsGetTheApprovedEnabled =
  "Models get the approved, enabled default of each type. Without one, they get the built-in prompt.";
export const builtIn = "Built-in";
export const review = "Review";
export const theScannerMatchedPassages = (count: number) =>
  `${count === 0 ? "Earlier content was flagged; the scanner matches nothing in this one." : `The scanner matched ${count === 1 ? "a passage" : `${count} passages`}.`} No model gets the template until an org admin approves this content.`;
export const aReviewerRejectedThisContent = "A reviewer rejected this content. Change it, or approve it.";
export const approvedEnabledAndTheDefault =
  "Approved, enabled and the default: models get this prompt for its type.";
export const approvedAndEnabledButAnother =
  "Approved and enabled, but another prompt is the default for its type.";
export const approvedButNotEnabled = "Approved, but not enabled.";
export const contentWithMatches = "Content with matches";
export const note = "Note";
export const forTheAuthorKept = "For the author. Kept in the audit log.";
export const approveThisContent = "Approve this content";
export const reject = "Reject";
