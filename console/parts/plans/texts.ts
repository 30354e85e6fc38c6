/** The texts of this folder. */
import { counted, figure } from "../../../src/kernel/readable.ts";

export const knownAnswersOfTheDeploy = (cut: boolean, asked: number) =>
  `${cut ? "known " : ""}${figure(asked)} ${asked === 1 ? "answer" : "answers"} of the deploy gate`;
export const deployGateLastDays = (count: string) => `Deploy gate, last ${count} days`;
export const ofTheNoneWould = (all: string) => `Of the ${all} none would have been another.`;
export const ofThe = (all: string, gate: string) => `Of the ${all} ${gate}.`;
export const ofCount = (count: string, one: string, list: string) => `of ${count}, ${one} (${list})`;
export const wouldHaveBeenHeld = (count: string) => `${count} would have been held`;
export const wouldHaveBeenAllowed = (count: string) => `${count} would have been allowed`;
export const notificationsADay = "Notifications a day";
export const before = "Before";
export const after = "After";
export const someSentOtherwise = "Some sent otherwise";
export const someWouldHaveReachedNobody = "Some would have reached nobody";
export const alertsWouldHaveReachedNobody = (nobody: number) =>
  `, ${counted(nobody, "alert")} would have reached nobody`;
export const alertsSentOtherwise = (changed: number) => `, ${counted(changed, "alert")} sent otherwise`;
export const noDayDiffers = (title: string) => `${title}: no day differs.`;
export const theseDiffer = (title: string, list: string) => `${title}. These differ: ${list}.`;
export const day = "Day";
export const otherwise = "Otherwise";
export const nobody = "Nobody";
export const replayOfTheLastDays = (count: string) => `Replay of the last ${count} days`;
export const askTheEngine = "Ask the engine for its past";
export const notReplayed = (row: string, why: string) => `${row}, not replayed: ${why}.`;
export const knownAlerts = (cut: boolean, alerts: number) =>
  `${cut ? "known " : ""}${figure(alerts)} ${alerts === 1 ? "alert" : "alerts"}`;
export const noneOfTheWouldHaveBeen = (all: string) => `None of the ${all} would have been sent otherwise.`;
export const withThisOfTheWould = (count: string, all: string) =>
  `With this, ${count} of the ${all} would have reached nobody. `;
export const notSentAnyMore = "not sent any more";
export const newlySent = "newly sent";
export const elsewhere = "elsewhere";
export const earlier = "earlier";
export const later = "later";
export const nobodyAtAll = "nobody";
export const notificationsOfThe = (lost: string, all: string, list: string) =>
  `${lost}Notifications of the ${all}: ${list}.`;
export const byPerson = "By person on call";
export const person = "Person";
export const pages = "Pages";
export const nights = "Nights";
export const whatANightIs = "Nights in which a page came, from 22:00 to 07:00 by the rota's clock.";
export const onCallByIt = "On call";
export const moreGaps = "There are more gaps than these.";

export const alertsOfTheLastWeek = "Alerts of the last week";
export const andMore = (count: number) => `and ${count} more`;
export const newestAlerts = (complete: boolean, lookedAt: number) =>
  `${complete ? "" : "newest "}${figure(lookedAt)} ${lookedAt === 1 ? "alert" : "alerts"}`;
export const noAlertCame = "No alert came in the last week, so that nothing shows what this would change.";
export const noneOfTheWould = (all: string) => `None of the ${all} would have gone elsewhere.`;
export const ofTheWouldHaveGone = (count: string, all: string) =>
  `${count} of the ${all} would have gone elsewhere:`;
export const withOtherDestinations = (was: string) => `${was}, with other destinations`;
export const noRoute = "no route";
export const apply = "Apply";
export const planAgain = "Plan again";
export const undo = "Undo";
export const planItAgain = "Plan it again.";
export const planTheBundleAgain = "Plan the bundle again.";
export const appliedUndoMakesAPlan = "Applied {moment}. Undo makes a plan that takes it back.";
export const itCannotBeAppliedFix = "It cannot be applied. Fix what the problems name, then plan again.";
export const itExpiredRowsMay = "It expired {moment}: rows may have changed since. {way}";
export const itCannotBeAppliedAny = (way: string) => `It cannot be applied any more. ${way}`;
export const expires = "{summary}. Expires {moment}";
export const propose = "Propose …";
export const applyingItNeedsTheRole = (role: string) => `Applying it needs the role ${role}.`;
export const typeToDeleteRows = (deletes: number) => `Type ${deletes} to delete ${deletes} rows`;
export const rowsHaveChangedSince = "Rows have changed since this plan was made";
export const problems = (count: string) => `Problems: ${count}`;
export const warnings = (count: string) => `Warnings: ${count}`;
export const closeAll = "Close all";
export const openAll = "Open all";
export const show = "Show";
export const all = (count: string) => `All ${count}`;
export const showMore = (step: number) => `Show ${step} more`;
export const notTakenByEngines = (count: string) => `Not taken by engines: ${count}`;
export const engines = "Engines";
export const plans = "← Plans";
export const openTheSetting = "Open the setting";
export const openTheRow = "Open the row";
export const thePlan = "The plan";
export const openAsAPage = "Open as a page";
export const cancel = "Cancel";
export const history = "History";
export const itCannotBeRestored = "It cannot be restored";
export const neverSavedThese = "Never saved: these are the defaults.";
export const noChangeIsRecorded = "No change is recorded.";
export const versions = "versions";
export const restoreName = (name: string) => `Restore ${name}?`;
export const restore = "Restore";
export const restored = (name: string) => `Restored ${name}.`;
export const version = (sequence: number) => `Version ${sequence}`;
export const deleted = "Deleted";
export const currentVersion = "Current version";
export const restoreTheVersionOf = (named: string) => `Restore the version of ${named}`;
export const itHasEverythingSince = (keptSince: string) => ` It has everything since ${keptSince}.`;
export const olderVersionsMayHaveBeen =
  "Older versions may have been removed with the oldest records of the audit log.{keptSince}";
