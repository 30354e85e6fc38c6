/** The texts of this folder. */

export const acknowledge = "Acknowledge";
export const open = "Open";
export const confirm = "Confirm";
export const unreadableTitle = "A message from orgconfig";
export const unreadable = "It could not be read on this device. Open the console to see what it is about.";
export const pressConfirm = (body: string, code: string) => `${body}\nPress Confirm. The code is ${code}.`;

export const acknowledged = (title: string) => `Acknowledged: ${title}`;
export const itIsYours = "It is yours. Nobody else is paged, and no rule escalates it any more.";
export const nothingDone = (title: string) => `Nothing was done: ${title}`;
export const notYet = (title: string) => `NOT acknowledged: ${title}`;
export const cannotBeReached = "The service cannot be reached from here. Press Acknowledge again.";
export const refusedForNow = (status: number) =>
  `The service failed (status ${status}). Press Acknowledge again.`;

export const deviceAnswered = "This device is confirmed";
export const pagesReachIt = "Pages reach you here.";
export const notConfirmed = "This device is not confirmed";
export const typeTheCode = (code: string) =>
  `You are not signed in here. Sign in, and type the code ${code} where you added this device.`;
export const confirmAgain = "The service cannot be reached from here. Press Confirm again.";
export const noAnswerKnown = (status: number) => `The service answered with status ${status}.`;

export const noMorePages = "No page reaches this device any more";
export const addItAgain = "Its browser ended that. Open this, sign in, and add this device again.";
export const renewedDevice = "Browser, renewed by itself";
