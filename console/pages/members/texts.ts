/** The texts of this folder. */

export const isInvited = (email: string) => `${email} is invited`;
export const aOneTimeLink =
  "A one-time link was mailed. It works for 24 hours; the membership begins when the link is used.";
export const done = "Done";
export const mailIsNotSetUp =
  "Mail is not set up, so send this one-time link yourself. It is shown only once and works for 24 hours.";
export const addAMember = "Add a member";
export const email = "Email";
export const role = "Role";
export const aViewerCanRead =
  "A viewer can read. A member can also mute alerts and write incidents. An org admin can change everything.";
export const addMember = "Add member";
export const sessionsOf = "sessions of";
export const end = "End";
export const theyAreSignedOut =
  "They are signed out of this organization in every browser, and sign in again. Their tokens and their password stay.";
export const secondFactorsOf = "second factors of";
export const remove = "Remove";
export const theirPasswordAloneSignsThem =
  "Their password alone signs them in from now on, until they add a second factor again. Make sure that it is really them who ask. Their sessions end.";
export const moreAbout = (email: string) => `More about ${email}`;
export const more = "More";
export const endSessions = "End sessions…";
export const removeSecondFactors = "Remove second factors…";
export const members = "Members";
export const onlyAnOrgAdminCan = "Only an Org admin can see and change members.";
export const invitationOf = "invitation of";
export const member = "member";
export const withdraw = "Withdraw";
export const thisIsYourOwnAccount =
  "This is your own account. You lose access to this organization immediately, leave every team, and your tokens stop working here for good. Only another org admin can add you again.";
export const theyLoseAccessImmediatelyLeave =
  "They lose access immediately, leave every team, and their tokens stop working here for good.";
export const person = "Person";
export const status = "Status";
export const added = "Added";
export const you = (name: string, when: boolean) => `${name}${when ? " (you)" : ""}`;
export const withASecondFactor = "With a second factor";
export const roleOf = (email: string) => `Role of ${email}`;
export const removeInvited = (invited: boolean, email: string) =>
  `${invited ? "Withdraw the invitation of" : "Remove"} ${email}`;
export const sendAgainTheInvitationOf = (email: string) => `Send again: the invitation of ${email}`;
export const sendAgain = "Send again";
export const youCanReadEverythingHere = "You can read everything here, and change nothing.";
export const youCanMuteAlerts = "You can mute alerts and write incidents, and read everything else.";
export const youCanChangeEverythingHere = "You can change everything here.";
export const changeYourOwnRoleTo = (role: string) => `Change your own role to ${role}?`;
export const youCanNoLongerChange = (words: string, name: string) =>
  `${words} You can no longer change members, keys and settings in ${name}, and only another org admin can give you this role back.`;
export const stay = (role: string) => `Stay ${role}`;
export const become = (role: string) => `Become ${role}`;
export const sendALink = "Send a link to a new password…";
export const aNewPasswordFor = (email: string) => `A new password for ${email}`;
export const theyChooseANewPassword =
  "They choose it by a one-time link, which works for 24 hours. Their present password and sessions go on until they use it. Make sure that it is really them who ask.";
export const sendTheLink = "Send the link";
export const theLinkWasMailed = "The link was mailed. It works once, for 24 hours.";
