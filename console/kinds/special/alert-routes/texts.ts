/** The texts of this folder. */
import { counted } from "../../../../src/kernel/readable.ts";

export const whichRouteGetsThisAlert = "Which route gets this alert?";
export const nothingIsSent = "Nothing is sent.";
export const allRoutesInAPicture = "All routes in a picture";
export const labels = "Labels";
export const onePerLine = "One per line";
export const ask = "Ask";
export const aRecentAlert = "A recent alert";
export const useItsLabels = "Use its labels";
export const aMuteStopsItUntil = "A mute stops it: {words}, until {moment}. {reason}";
export const theInhibitionStopsItWhile = (name: string, alertTitle: string) =>
  `The inhibition ${name} stops it, while the alert ${alertTitle} is open`;
export const nextChange = (message: string) => `Next change: ${message}`;
export const routes = "Routes";
export const rules = "Rules";
export const whoIsNotified = "Who is notified";
export const byAfter = (name: string, firstAtSeconds: number, count: string) =>
  `by ${name}, ${firstAtSeconds === 0 ? "at once" : `after ${count}`}`;
export const nobodyIsNotified = "Nobody is notified: it is muted.";
export const nobodyIsNotifiedAnotherAlert = "Nobody is notified: another alert keeps it back.";
export const itGoesTo = (list: string) => `It goes to ${list}.`;
export const noRouteTakes = "No route takes it, and nobody is notified.";
export const noRouteTakesIt = "No route takes it.";
export const thereAreNone = "There are none.";
export const neverReached = "Never reached";
export const open = (name: string) => `Open ${name}`;
export const thisRouteIs = "This route is {message}. {link}";
export const nobodyByDecision = "Nobody, by decision";
export const andMore = (more: number) => `and ${more} more`;
export const matcher = "Matcher";
export const severityOrSeverityCritical = 'severity, or severity="critical"';
export const comparison = (label: string) => `${label}: comparison`;
export const value = (label: string) => `${label}: value`;
export const itsValue = "Its value";
export const alertsOfTheLastWeek = (count: number) => `${counted(count, "alert")} of the last week`;
export const mailbox = "mailbox";
export const peopleAndChannels = "People and channels";
export const aTeamAChannel = "A team, a channel, or an address";
export const changeName = (name: string) => `Change ${name}`;
export const change = "Change";
export const order = "Order";
export const putItBefore = (other: string) => `Put it before ${other}`;
export const putItLast = "Put it last";
export const otherRoutesMoveDown = (count: number) =>
  `${counted(count, "other route")} ${count === 1 ? "moves" : "move"} down by that, and the order of the others stays.`;
export const leftEmptyItGoesBeforeWhichTakes = (name: string) =>
  `Left empty, it goes before ${name}, which takes the rest.`;
export const leftEmptyItGoesBefore =
  "Left empty, it goes before the first route that takes every alert, or last where there is none.";
export const thisRoute = "This route";
export const wouldDecide = (label: string) => `The label ${label} would decide:`;
export const leadsTo = (values: readonly string[], routes: readonly string[], keptBack: string | null) => {
  const way = routes.length === 0 ? "no route" : routes.join(", then ");
  return `${values.join(" or ")}: ${keptBack === null ? way : `kept back by ${keptBack}`}`;
};
