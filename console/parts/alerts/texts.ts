/** The texts of this folder. */

export const takesItAfter = (count: string) => `Takes it, after ${count}`;
export const takesIt = "Takes it";
export const notTaken = "Not taken";
export const itIs = (message: string) => `It is ${message}.`;
export const extendName = (name: string) => `Extend: ${name}`;
export const extend = "Extend";
export const itMutes1OpenAlert = "It mutes 1 open alert";
export const itMutesOpenAlerts = (count: string) => `It mutes ${count} open alerts`;
export const ofTheAlertsThatBegan = (lastDayCount: number, complete: boolean) =>
  `${lastDayCount} of the alerts that began within the last day would have been muted.${complete ? "" : " Only the newest 20,000 alerts were looked at."}`;
export const andMore = (more: number) => `and ${more} more`;
export const wouldBeNotified = "Would be notified";
export const by = (name: string) => `by ${name}`;
export const atOnce = "at once";
export const after = (count: string) => `after ${count}`;
export const muteAlertsLikeThisOne = "Mute alerts like this one";
export const alertsWithAllOfThese = "Alerts with all of these labels";
export const forHowLong = "For how long";
export const ends = (words: string, zone: string) => `Ends ${words} (${zone}).`;
export const reason = "Reason";
export const chooseAtLeastOneLabel = "Choose at least one label.";
export const mono = "mono";
export const writeMatchersOfYourOwn = "Write matchers of your own";
export const cancel = "Cancel";
export const mute = "Mute";
export const itWasNotAcknowledged = "It was not acknowledged";
export const acknowledge = "Acknowledge{which}";
export const resolveWhich = "Resolve{which}";
export const muteWhich = "Mute{which}";
export const resolveThisAlert = "Resolve this alert?";
export const itEndsHereAndWhoever =
  "It ends here, and whoever was notified of it is notified of the end. What raised it goes on if it is not fixed: it is a new alert when it starts again. This cannot be undone.";
export const resolve = "Resolve";
export const theNextAlert = "The next alert";
export const thePreviousAlert = "The previous alert";
export const openTheAlert = "Open the alert";
export const acknowledgeIt = "Acknowledge it";
export const resolveItAfterAQuestion = "Resolve it, after a question";
export const muteAlertsLikeIt = "Mute alerts like it";
export const search = "Search";
export const theseKeys = "These keys";
export const acknowledgeTheAlert = "Acknowledge the alert";
export const askWhy = "Ask why somebody was notified, or was not";
export const postAnUpdate = "Post an update to the status page; Enter publishes it";
export const backToTheAlerts = "Back to the alerts";
export const keys = "Keys";
export const theyDoNothingWhileYou = "They do nothing while you type into a field.";
export const muted = "Muted";
export const keptBack = "Kept back";
export const acknowledgedBy = (words: string) => `Acknowledged by ${words}`;
export const somebody = "somebody";
export const ended = (resolvedAt: string) => `Ended ${resolvedAt}`;
export const notOpenAnyMore = "Not open any more";
export const reachedNobody = "Reached nobody";
export const reachedWords = {
  reached: "Delivered",
  pending: "Being sent",
  nobody: "Reached nobody",
  withheld: "Kept back",
  unknown: "Not known",
} as const;
export const neverTried = "Never tried";
export const deliveryWords = { failing: "Failing", off: "Off", unsent: "Not sent" } as const;
export const sinceWhen = (word: string, at: string) => `${word} since ${at}`;
export const asAbove = (word: string) => `${word}, for the same reason`;
export const because = (what: string, reason: string) => `${what}: ${reason}`;
export const pages = (email: string) => `pages ${email}`;
