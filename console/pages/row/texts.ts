/** The texts of this folder. */

export const showAsCode = "Show as code";
export const more = "More";
export const duplicate = "Duplicate";
export const deleteNow = "Delete";
export const edit = "Edit";
export const thisWasDeletedAVersion = (one: string) =>
  `This ${one} was deleted. A version of its history brings it back.`;
export const kind = "kind";
export const changed = "Changed {moment}";
export const ownedBy = "Owned by {rowLink}";
export const wasDeletedMeanwhile = (one: string) => `This ${one} was deleted meanwhile`;
export const whatYouTypedStays =
  "Nothing can be saved here any more. What you typed stays until you leave. Load the page again for its history, which brings it back.";
