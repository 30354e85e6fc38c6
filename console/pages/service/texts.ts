/** The texts of this folder. */
import { figure } from "../../../src/kernel/readable.ts";

export const mute = "Mute";
export const freeze = "Freeze";
export const newIncident = "New incident";
export const test = "Test";
export const testWhoIsNotifiedOf = (service: string) => `Test who is notified of ${service}`;
export const openAlerts = "Open alerts";
export const noAlertIsOpen = "No alert is open.";
export const allAlertsOf = (service: string) => `All alerts of ${service}`;
export const whoIsNotifiedOfItsAlerts = "Who is notified of its alerts";
export const noRouteTakesItsAlerts = "No route takes its alerts.";
export const addOne = (one: string) => `Add ${one}`;
export const mutesAlertsUntil = "{what} · mutes alerts until {moment}";
export const alertsOfThisService = "alerts of this service";
export const alertsOfAnyService = "alerts of any service";
export const takesAll = (which: string) => `takes all ${which}.`;
export const butItIs = (takes: string, message: string) => `${takes} But it is ${message}.`;
export const neverReachedTakesThemBefore = (takes: string, behind: string) =>
  `${takes} Never reached: “${behind}” takes them before.`;
export const now = "Now";
export const atNight = "At night";
export const whoIsNotified = "Who is notified";
export const ofItsAlerts = "Of the alerts that it had in 30 days, and of what watches it.";
export const oneIsKeptBack = (name: string, why: string) => `${name} would be kept back: it is ${why}`;
export const when = "When";
export const routesRulesAndMutes = "{chevron}Routes, rules and mutes";
export const whichRouteGetsAnAlert = "Which route gets an alert of it?";
export const itWouldBeMutedUntil = (holdsUntil: string, reason: string) =>
  `It would be muted until ${holdsUntil}: ${reason}`;
export const itWouldBeInhibitedBy = (alertTitle: string) => `It would be inhibited by “${alertTitle}”`;
export const nobodyWouldBeNotified = "Nobody would be notified.";
export const neverTested = "Never tested.";
export const lastTest = "Last test";
export const ofOtherServices = (title: string) => `${title} of other services`;
export const moreAreInTheList = (count: string, words: string) =>
  `${count} more are in the list of ${words}.`;
export const add = "Add";
export const alsoNamedBy = (count: number, kinds: readonly string[]) =>
  `${figure(count)} more: ${kinds.slice(0, 3).join(", ")}${kinds.length > 3 ? ", …" : ""}`;
export const nothingNamesThisServiceYet = "Nothing names this service yet";
export const addWhatIsToWatch = (service: string) =>
  `Add what is to watch ${service}, or look at the list of services for the name that you mean.`;
export const notSetUpYet = "Not set up yet";
export const budget = "Budget";
export const noSlo = "No SLO";
export const notMeasuredYet = "Not measured yet";
export const checks = "Checks";
export const noCheck = "No check";
export const allUp = (count: string) => `All ${count} up`;
export const uptimeOf30Days = (service: string) => `Uptime of ${service}, 30 days`;
export const deploys = "Deploys";
export const letThrough = "Let through";
export const held = "Held";
export const byAnOverride = "By an override";
export const alerts = "Alerts";
export const noneOpen = "None open";
export const open = (count: string, words: string) => `${count}${words} open`;
export const owner = "Owner";
export const noTeamIsNamed = "No team is named";
export const itHasNoPolicy = "It has no policy of its own.";
export const inTelemetry = "In telemetry";
export const environment = "Environment";
export const none = "None";
export const itHasNoBinding = "It has no binding of its own.";
export const services = "← Services";
export const takesWith = (which: string, conditions: string) => `takes ${which} with ${conditions}.`;
export const and = " and ";
