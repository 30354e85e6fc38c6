/** The texts of this folder. */

export const thisProgramCannotBeLet = "This program cannot be let in";
export const asksInAWay = (name: string, message: string) =>
  `“${name}” asks in a way that is not answered here: ${message}`;
export const backTo = (place: string) => `Back to ${place}`;
export const letThisProgramIn = "Let this program in?";
export const wantsToActAsYou = (name: string) => `“${name}” wants to act as you at the MCP endpoint.`;
export const whereItCanAct = "Where it can act.";
export const whereItCanActWithSeveral =
  "Where it can act. With several, write ?organization= and the short name of one after the address that the program has of this service.";
export const youCanNarrow = "You can narrow it or end it at any time: Account › Access tokens.";
export const deny = "Deny";
export const allow = "Allow";
export const answerGoesTo = "Answer goes to";
export const describedAt = "Described at";
export const signedInAs = "Signed in as";
export const notYou = "Not you?";
export const theNameIsThePrograms =
  "The name is the program's own, and nobody checked it. Allow it only if you began this there, and know where the answer goes.";
export const goBackToTheProgram = "Go back to the program";
export const theAnswerGoes = (place: string) => `The answer goes to ${place}. This page can be closed.`;
export const continueOn = "Continue";
