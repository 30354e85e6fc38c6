/** The texts of this folder. */
import { counted, figure } from "../../../src/kernel/readable.ts";

export const proposal = "proposal";
export const proposalTitle = "Proposal";
export const proposals = "← Proposals";
export const by = "· {who}, {when}";
export const set = "· set {set}";
export const waitsForYou = "It waits for you.";
export const itMovedWhileOpen =
  "It does something else than when you opened the page: a row that it touches was changed.";

export const whoHasToLook = "Who has to look";
export const nobodyHasTo = "Nobody has to look at it: whoever may write its rows applies it.";
export const approvedBy = "{who} approved it {when}.";
export const whatADigestIs = "An approval is for what it does now. This stands for it:";
export const whenTitle = "When";
export const whenSomebodyApplies = "When somebody applies it.";
export const atMoment = "At {when}.";
export const inHours = (days: string, start: string, end: string, zone: string) =>
  `The first time within ${start}–${end}${days === "" ? "" : ` on ${days}`} (${zone}).`;
export const nextAt = "That is {when}.";
export const waitsForPeople = "It waits for people first.";
export const takenBackUnless = (minutes: string) =>
  `It is taken back unless somebody keeps it within ${minutes}.`;
export const takenBackIf = "It is taken back as soon as one of these is so:";
export const watchedFor = (minutes: string) => `It is watched for ${minutes}.`;
export const missing: Readonly<Record<"hold" | "ignore" | "revert", string>> = {
  hold: "Where nothing is measured, people are asked.",
  ignore: "What is not measured counts for nothing.",
  revert: "Where nothing is measured, it is taken back.",
};
export const labels = "Labels";
export const rest = "What others had changed since is <link>another proposal</link>.";
export const appliedBy = "Applied {when} by <link>this plan</link>.";
export const takenBackBy = "Taken back by <link>this plan</link>.";

export const watchTitle = "Being watched";
export const measured = "What is measured";
export const nothingMeasuredYet = "The service looks in a moment.";
export const well = "well";
export const wrong = "wrong";
export const unknown = "not measured";
export const since = "since {when}";
export const figureOf = (value: number, limit: number) => `${figure(value)} of at most ${figure(limit)}`;
export const left = (time: string) => `${time} left`;
export const takenBackAt = "It is taken back at {when} ({zone}) unless somebody keeps it.";
export const keptAt = "It stays as it is from {when} ({zone}) on, unless one of these is so.";
export const timeIsUp = "Its time is up: the service decides now.";
export const noConditions = "Nothing that is measured takes it back.";

export const conflicts = (count: number) => `Conflicts: ${count}`;
export const whatAConflictIs =
  "Another proposal that waits changes the same rows differently. The second to be applied is looked at again.";
export const nowOf = (field: string) => `${field} now`;
export const thisOne = "This proposal";
export const theOther = "The other";
export const oneDeletes = (mine: string, theirs: string) =>
  `This proposal would ${mine} it; the other would ${theirs} it.`;

export const conversation = "What was said and done";
export const aboutRow = "about {row}";
export const aRow = "a row that it changes no more";
export const comment = "Comment";
export const yourComment = "Your comment";
export const commentOn = (row: string) => `Comment on ${row}`;
export const say = "Comment on this change";
export const sayOf = (row: string) => `${say}: ${row}`;
export const leave = "Cancel";

export const decide = "Decide";
export const cannot = (what: string, why: string) => `${what}: ${why}`;
export const needsTheRole = (role: string) => `Deciding on it needs the role ${role}.`;
export const title = {
  approve: "Approve what it does now",
  reject: "Reject it",
  withdraw: "Withdraw it",
  apply: "Apply it now",
  confirm: "Keep it",
  revert: "Take it back",
} as const;
export const consequence = (changes: number) => ({
  approve: `You approve ${counted(changes, "change")}, as the page shows ${changes === 1 ? "it" : "them"}.`,
  reject: "Nothing of it is done. Whoever made it gets a mail.",
  withdraw: "Nothing of it is done. It can be proposed again.",
  apply: `${counted(changes, "change")} ${changes === 1 ? "is" : "are"} made at once, all or none.`,
  confirm: "The watch ends, and it stays as it is.",
  revert: "Every row goes back to what it was. What others changed since stays as they left it.",
});
export const commentMeans = "Everybody who looks at it reads it.";
export const isDifferent = "It does something else now";
export const doItNow = (verb: string) => `${verb} as it is now`;
export const was = "You looked at";
export const is = "It does now";
export const means = (field: string, id: string) => `${field} means the row ${id}`;
export const nothing = "Nothing";
