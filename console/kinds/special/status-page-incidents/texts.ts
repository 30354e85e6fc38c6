/** The texts of this folder. */

export const componentsChangingTheirStatesNeeds = (list: string, definition: string) =>
  `Components: ${list}. Changing their states needs the role ${definition}.`;
export const statusOf = (name: string) => `Status of ${name}`;
export const asItIs = (choice: string) => `${choice}, as it is`;
export const setAllTo = (well: string) => `Set all to ${well}`;
export const whoWouldBeMailed = "Who would be mailed?";
export const itIsADraftNobody = "It is a draft: nobody outside sees it.";
export const itsSettingNotifyIsOff = "Its setting Notify is off: nobody is mailed.";
export const unmuteItsAlerts = "Unmute its alerts";
export const muteAlertsOfUntil = (list: string, until: string) => `Mute alerts of ${list} until ${until}`;
export const somebodyChangedThisIncidentAfter =
  "Somebody changed this incident after you opened it. Read the latest update, then publish again.";
export const theUpdateIsPublishedWithAll = "The update is published, with all that goes with it.";
export const postAnUpdate = "Post an update";
export const message = "Message";
export const writeAMessageOrPick = "Write a message, or pick a template.";
export const state = "State";
export const chooseAState = "Choose a state.";
export const templates = "Templates";
export const stateAndMessage = "State and message are the latest update's: no update is added.";
export const postUpdate = "Post update";
export const components = "Components";
export const changedWithTheUpdate = "Changed with the update.";
export const itNamesNoneEdit = "It names none. Edit it to add what is affected.";
export const itIsADraft = "It is a draft";
export const thePageIsNotServed = "The page is not served yet";
export const onTheStatusPage = "On the status page";
export const thisIsWhatItWould = (why: string) => `${why}. This is what it would show.`;
export const notPostedYet = "Not posted yet";
export const updates = "Updates";
export const nothingSaidYet = "Nothing was posted yet.";
export const publish = "Publish";
export const sayInALineWhat = "Say in a line what users notice.";
export const toWhichIsOpenAlready = "To {title}, which is open already.";
export const title = "Title";
export const noComponentOfTheStatus =
  "No component of the status page has this alert's service: say in a line what users notice.";
export const status = "Status";
export const theUpdateIsPublished = "The update is published.";
