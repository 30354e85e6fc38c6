/** The texts of this folder. */

export const title = "Who is notified";
export const about =
  "How alerts of the last week come through the routes, in their order, to teams, targets and people, by the configuration as it is now.";
export const picture = "From alerts to people";
export const labels = "Labels of an alert";
export const labelsHelp = "Type such as service=checkout, and its way lights up.";
export const test = "Send a test through it";
export const testAbout = "A drill: it is marked as one, and whom it reaches is notified.";
export const all = "Show all";
export const none = "No routes yet";
export const noneAbout =
  "Nobody is notified of alerts before there is a route. It sends them to teams, chats, pagers and mailboxes.";
export const add = "Add a route";
export const teamAlerts = "Send a team's alerts to Slack or a pager";
export const decides = "What decides it";
export const open = (title: string) => `Open ${title}`;
export const noYet = (title: string) => `No ${title} yet.`;
export const allMore = (count: string) => `All, ${count} more`;
export const newOne = (one: string) => `New ${one}`;
export const serviceCheckoutSeverityCritical = "service=checkout severity=critical";
export const clear = "Clear";
export const testTitle = "Test";
export const close = "Close";
export const route = "Route";
export const alerts = "Alerts";
export const takes = "Takes";
export const leadsTo = "Leads to";
export const notifiesNobodyBecause = "Notifies nobody because";
export const everyAlert = "every alert";
export const whatNoRouteTakes = "what no route takes";
export const narrowedTo = "Narrowed to";
export const whichNotifiesNobody = (problem: string) => `, which notifies nobody: ${problem}`;
export const onlyWhatGoesThrough = "Only what goes through {kind}{problem}";
