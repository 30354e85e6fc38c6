/** The texts of this folder. */

export const page = "Page";
export const history = "History";
export const subscribe = "Subscribe";
export const password = "Password";
export const phone = "Phone";
export const desktop = "Desktop";
export const preview = "Preview";
export const thePageAsItWould = "The page as it would be with this form. Nobody sees it before it is saved.";
export const screen = "Screen";
export const larger = "Larger";
export const itsLinksLeadNowhereHere =
  "Its links lead nowhere here, and a picture from another address comes once it is saved.";
export const previewOfTheStatusPage = "Preview of the status page";
export const itsVersionBefore = "Its version before";
export const thePage = "The page";
export const whatEverybodySees = "What everybody sees.";
export const openStatus = (slug: string) => `Open /status/${slug}`;
export const itIsNotServedSwitch = "It is not served: switch it on, and give it a slug.";
export const itsLogoIsNotShown = (logoProblem: string) => `Its logo is not shown. ${logoProblem}`;
export const subscribers = "Subscribers";
export const theyGetAMessage = "They get a message with each update.";
export const toConfirm = "To confirm";
export const theyGotAQuestion = "They got a question, and have not answered it yet.";
export const suspended = "Suspended";
export const fiveMessagesInARow =
  "Five messages in a row were turned down: they get no more until they confirm again.";
