/** The texts of this folder. */

export const timeline = "Timeline";
export const upcoming = "Upcoming";
export const itIsAcknowledgedRulesSend =
  "It is acknowledged: rules send nothing more, and routes do not repeat it.";
export const keptBack = "Kept back";
export const becauseAnotherAlertIsOpen = ", because <link>another alert</link> is open";
export const note = (message: string) => `Note: ${message}.`;
export const nobodyIsNotifiedTheMute = "Nobody is notified: the mute";
export const nobodyIsNotifiedTheInhibition = "Nobody is notified: the inhibition";
export const itsSeverityIsNone = "Its severity is none: no pager gets it, and no rule escalates it.";
export const routesAndRules = "Routes and rules";
export const whatThePresentConfigurationMakes =
  "What the present configuration makes of an alert with these labels.";
export const alertRoutes = "Alert routes";
export const thereIsNoAlertRoute = "There is no alert route.";
export const outboundRules = "Outbound rules";
export const thereIsNoOutboundRule = "There is no outbound rule.";
export const doNotTakeIt = (count: number) => `${count === 1 ? "1 does" : `${count} do`} not take it`;
export const alert = "alert";
export const alertTitle = "Alert";
export const overAfter = (age: string) => `Over after ${age}`;
export const forOpen = (open: string, age: string) => `${open} for ${age}`;
export const keys = "Keys";
export const alerts = "Alerts";
export const details = "Details";
export const started = "Started";
export const ended = "Ended";
export const endedBecause = "Why it ended";
export const runbook = "Runbook";
export const raisedAt = "Raised at";
export const from = "From";
export const fingerprint = "Fingerprint";
export const labels = "Labels";
export const whichRouteWouldGet = "Which route would get it now?";
export const annotations = "Annotations";
export const whyNotified = "Why was somebody notified, or not?";
export const whyAbout =
  "A person, a team or a target: what was sent to them of this alert, and what decided.";
export const who = "Who";
export const whoExample = "ann@example.com";
export const askWhy = "Ask";
export const wasNotified = "Notified";
export const wasNotNotified = "Not notified";
export const notKnown = "Not known";
export const next = (at: string) => `Next: ${at}`;
export const reachedNobody = "It reached nobody";
