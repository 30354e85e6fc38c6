/** The texts of this folder. */

export const aTestFromTheConsole = "A test from the console";
export const tryIt = "Try it";
export const testMail = "Test mail";
export const saveFirstTestMailsUse = "Save first: test mails use the saved settings.";
export const sendsAnEvent = "Sends an event that is marked as a test.";
export const event = "Event";
export const whoWouldBeMailed = "Who would be mailed?";
export const sendATestMail = "Send a test mail";
export const slo = "SLO";
export const events = "Events";
export const anEventIsMailed = (count: number) =>
  `An event is mailed to ${count === 1 ? "the one recipient" : `the ${count} recipients`} when its category is on and the event is ticked.`;
export const nobodyIsMailedThere = "Nobody is mailed: there are no recipients yet.";
export const noMailIsSentWhile = "No mail is sent while notifications are off.";
export const category = "Category";
export const whatHappens = "What happens";
export const mailed = "mailed";
export const silent = "silent";
