/** The texts of this folder. */

export const showAsAChart = "Show as a chart";
export const showAsATable = "Show as a table";
export const arrowsMoveThroughTime = (title: string) => `${title}: arrows move through time`;
export const nothingYet = "nothing yet";
export const when = "When";
export const overTime = "Over time";
export const range = "Range";
export const nothingWasReported = "Nothing was reported in this time. Figures come with the next report.";
export const uptime = "Uptime";
export const alertsADay = "Alerts a day";
export const messagesADay = "Messages a day";
export const changesADay = "Changes a day";
export const theLast30Days = "The last 30 days";
export const theLastDays = (days: number) => `The last ${days} days`;
export const nothing = "nothing";
export const valueAt = (moment: string, value: string) => `${moment}: ${value}`;
