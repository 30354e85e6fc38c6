/** The texts of this folder. */

export const clear = (words: string) => `Clear ${words}`;
export const any = "Any";
export const search = "Search";
export const titleOrLabelValue = "Title or label=value";
export const filters = (words: string) => `Filters${words}`;
export const severity = "Severity";
export const unknown = "Unknown";
export const service = "Service";
export const noService = "No service";
export const route = "Route";
export const noRoute = "No route";
export const muted = "Muted";
export const notMuted = "Not muted";
export const groupBy = "Group by";
export const clearGroupBy = "Clear group by";
export const nothing = "Nothing";
export const newOne = "New";
export const nothingMatchesTheseFilters = "Nothing matches these filters.";
export const showMore = (count: number) => `Show ${count} more`;
export const inTotal = (count: string) => `${count} in total`;
export const ofCount = (count: string, count2: string) => `${count} of ${count2}`;
export const newAtTheEnd = (count: string) => `${count} new, at the end`;
export const sortAgain = "Sort again";
export const alert = "Alert";
export const delivered = "Delivered";
export const forLabel = "For";
export const actions = "Actions";
export const alerts = "Alerts";
export const keys = "Keys";
export const whatFiresNowWhoWorks =
  "What fires now, who works on it, and what is over. <link>Which route gets an alert?</link> <doAlerts>Do alerts reach people?</doAlerts>";
export const onlyTheNewestAreListed = (count: string) =>
  `Only the newest ${count} are listed, and filters look at these alone. There are more.`;
export const noOpenAlertIsAcknowledged = "No open alert is acknowledged.";
export const noAlertEndedWithin = "No alert ended within the last 30 days.";
export const noOpenAlerts = "No open alerts";
export const alertsComeFromYourAlertmanager =
  "Alerts come from your Alertmanager: a connector of type alertmanager, and an agent next to it that brings it the configuration. Alertmanager then reports each alert, and alert routes say who gets it.";
export const connectors = "Connectors";
export const alertRoutes = "Alert routes";
export const open = "Open";
export const acknowledged = "Acknowledged";
export const past = "Past";
export const whichAlerts = "Which alerts";
export const ofThemMuted = (count: string) => `, ${count} muted`;
