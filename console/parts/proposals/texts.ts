/** The texts of this folder. */
import { counted, figure } from "../../../src/kernel/readable.ts";

export const anAdministrator = "an administrator";
export const anOwner = "the people of {team}";
export const approvalsBy = "{approvals} by {who}";
export const approvals = (count: number) => counted(count, "approval");
export const hasToBeProposed = "has to be proposed, and nobody has to approve it";
export const have = (count: number, wanted: number) => `${figure(count)} of ${figure(wanted)} so far`;

export const pastPolicies = "Past a change policy";
export const changedPast = "Changed past {policies} by {who}, {when}; nobody has looked at it yet.";
export const lookAtIt = "Look at it";

export const propose = "Propose";
export const proposeThis = "Propose this change";
export const othersHaveToLook = "Others have to look at this first";
export const nothingIsChangedYet =
  "Nothing is changed yet: it is kept as a proposal, which is applied once whoever has to look has approved it.";
export const title = "Title";
export const titleAbout = "What it is for, in a line.";
export const why = "Why";
export const whyAbout = "Whoever looks at it reads this first.";
export const confirmWithin = "Take it back unless somebody keeps it within";
export const never = "It stays once it is applied";
export const minutes = (count: number) => (count < 60 ? `${count} minutes` : counted(count / 60, "hour"));
export const whoHasToLook = "Who has to look";
export const cannotWait = "It cannot wait";
export const breakTheGlass = "Break the glass";
export const whatBreakingMeans =
  "It is done at once. The reason is on record, and every administrator and everybody whom the policies name gets a mail.";
export const whyItCannotWait = "Why it cannot wait";
export const doItAllTheSame = "Do it all the same";
