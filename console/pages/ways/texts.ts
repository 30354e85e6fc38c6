/** The texts of this folder. */
import type { Urgency } from "../../api/way-shapes.ts";

export const title = "How you are reached";
export const about =
  "When you are on call, alerts come to you by these ways. They are yours: others see only which kinds you have, no number and no address.";

export const yourWays = "Your ways";
export const onlyVerified =
  "A way is used once a code that was sent there came back. Test each one, best with your phone in silent mode.";
export const kinds = {
  mail: "Mail",
  push: "Push to a device",
  ntfy: "ntfy",
  sms: "Text message",
  call: "Call",
} as const;
export const kindAndPlace = (kind: string, place: string) => (place === "" ? kind : `${kind} · ${place}`);
export const verified = "Verified";
export const notVerified = "Not verified: nothing goes there yet";
export const failing = (why: string) => `The last message failed: ${why}`;
export const silent = "Has not answered for 30 days. Test it: the device may be in a drawer";
export const tookOne = "Took a message {moment}.";
export const failedAt = "Failed {moment}.";
export const tookNone = "No message has gone there yet.";

export const test = "Test";
export const testName = (name: string) => `Test ${name}`;
export const tested = (name: string) => `A test went to ${name}. Nobody else gets it. Does it ring?`;
export const notTested = (name: string, why: string) => `The test did not go to ${name}: ${why}`;
export const enterCode = "Enter the code";
export const enterCodeOf = (name: string) => `Enter the code of ${name}`;
export const remove = "Remove";
export const removeName = (name: string) => `Remove ${name}`;

export const addThisDevice = "Add this device";
export const addWays = {
  ntfy: "Add ntfy",
  sms: "Add text messages",
  call: "Add calls",
  mail: "Add a mailbox",
} as const;
export const noPhones =
  "This installation sends no text messages and makes no calls: its operator can add a gateway.";
export const needsHttps = "Only a console that is opened by https can add a device.";
export const needsHomeScreen =
  "On an iPhone or iPad, orgconfig has to be on the home screen first: tap Share, then Add to Home Screen, open it from there and come back to this page. Safari alone takes no pushes.";
export const browserCannot =
  "This browser takes no pushes. Use Chrome, Edge, Firefox or Safari, or add ntfy.";
export const isBlocked =
  "Notifications of this page are blocked in this browser. Allow them in the browser's settings of this page, and load it again.";
export const notAllowed =
  "Notifications were not allowed, so that nothing can be shown on this device. Allow them, and press again.";
export const noSubscription = (why: string) =>
  `The browser has no push service that it can reach (${why}). A network that blocks it may be the cause; ntfy needs none.`;
export const browser = "Browser";
export const on = " on ";

export const name = "Name";
export const nameAbout = "You see it here, and in your steps.";
export const whatADeviceDoes =
  "Your browser asks whether orgconfig may show notifications. Then a first one comes, to be confirmed.";
export const names = {
  push: "Laptop",
  ntfy: "ntfy on my phone",
  sms: "Phone",
  call: "Phone",
  mail: "Private mail",
} as const;
export const topicUrl = "Topic";
export const topicExample = "https://ntfy.sh/a-long-secret-name";
export const topicAbout =
  "Server and topic, as the app shows them. Whoever knows a topic without a token can read it: take a long name that nobody guesses.";
export const token = "Access token (optional)";
export const tokenAbout = "Of a server that asks for one.";
export const number = "Number";
export const numberExample = "+49 151 23456789";
export const numberAbout = "With its country.";
export const address = "Email";
export const addressExample = "ann@example.com";
export const add = "Add";

export const codeTitle = (name: string) => `Confirm ${name}`;
export const sentTo = {
  push: "A notification came to the device. Press Confirm in it, or type its code here.",
  ntfy: "A message with a code came to the topic.",
  sms: "A text message with a code was sent.",
  call: "A call says a code.",
  mail: "A mail with a code was sent.",
} as const;
export const notSent = "The code was not sent";
export const code = "Code";
export const sixDigits = "Six digits, good for 10 minutes.";
export const verify = "Confirm";
export const another = "Send another code";
export const anotherSent = "Another code was sent. Only that one is good now.";
export const isVerified = (name: string) => `${name} is confirmed. Pages reach you there.`;
export const leave = "Later";

export const removeTitle = (name: string) => `Remove ${name}?`;
export const removeAbout = "Nothing goes there any more, and it leaves your steps. A mail says so.";
export const removed = (name: string) => `${name} is removed.`;
export const lostPhone = "Lost a phone? Remove all ways";
export const lostTitle = "Remove all your ways?";
export const lostAbout = (names: string) =>
  `Nothing goes to ${names} any more, from this moment. The mail of your account stays, and pages go there. A mail says so, too.`;
export const removeAll = "Remove all";
export const allRemoved = (count: number) =>
  `${count === 1 ? "1 way is" : `${count} ways are`} removed. Pages go to the mail of your account.`;

export const steps: Readonly<Record<Urgency, string>> = {
  page: "Steps of a page",
  other: "Steps of other messages",
};
export const stepsAbout: Readonly<Record<Urgency, string>> = {
  page: "What is critical or an error, while you are on call. Acknowledged anywhere, the steps that are left are not taken. A step that fails is followed by the next one at once.",
  other: "Warnings, what is over, and word of your shifts.",
};
export const isDefault: Readonly<Record<Urgency, string>> = {
  page: "You have set no steps, so that a page goes by all ways at once, also by those that you add later.",
  other: "You have set no steps, so that these go by mail.",
};
export const way = (step: number) => `Way of step ${step}`;
export const when = (step: number) => `When to take step ${step}`;
export const wayOption = (name: string, kind: string) => `${name} (${kind})`;
export const removeStep = (step: number) => `Remove step ${step}`;
export const addStep = "Add a step";
export const save = "Save";
export const byDefault = "Default";
export const useDefault = "Back to the default";
export const atOnce = "at once";
export const after = (seconds: number) => {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `after ${count} ${unit}${count === 1 ? "" : "s"}`;
};
export const noSteps = "Without a step you would not be reached. This goes back to the default.";
export const cross = "✕";
