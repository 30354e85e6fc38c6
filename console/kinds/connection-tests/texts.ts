/** The texts of this folder. */

export const itWorks = "It works";
export const notTested = (kind: string) => `Not tested${kind}`;
export const itDoesNotWork = (kind: string) => `It does not work${kind}`;
export const whatToDoNext = (nextStep: string) => `What to do next: ${nextStep}.`;
export const noAnswer = "no answer";
export const ms = (tookMs: number) => ` · ${tookMs} ms`;
export const labels = "Labels";
export const value = "Value";
export const testTheConnection = "Test the connection";
export const sendsTheOtherSystemAHarmless =
  "Sends the other system a harmless request, with the saved credentials.";
export const sendATest = "Send a test";
export const sendsAMessageThatSaysThatItIsATest =
  "Sends a message that says that it is a test, with the saved settings. A pager gets an incident and its end.";
export const sendsItsReceivers =
  "Sends its mailboxes, its Slack channel or its webhook a message that says that it is a test, with the saved settings.";
export const doesItWork = "Does it work?";
export const testConnection = "Test connection";
export const sendsTheOtherSystem = "Sends the other system a harmless request. Nothing is saved.";
export const sendsAMessageThatSays = "Sends a message that says that it is a test. Nothing is saved.";
export const lineToStartWith = "The line to start the service with";
