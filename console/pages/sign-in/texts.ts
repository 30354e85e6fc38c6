/** The texts of this folder. */

export const orWithAPassword = "or with a password";
export const signInAtYourOrganizations = "Sign in at your organization's provider";
export const organization = "Organization";
export const itsShortName = "Its short name, as in the addresses of its pages.";
export const itHasNoSign = "It has no sign-in of its own.";
export const continueOn = "Continue";
export const signIn = "Sign in";
export const yourOrganizationsReliabilitySetUp = "Your organization's reliability set-up.";
export const youSignedOutInAnother = "You signed out in another tab";
export const yourSessionHasEnded = "Your session has ended";
export const signInToContinueWhat = "Sign in to continue. What you typed is kept.";
export const leaveThisPage = "Leave this page";
export const whatYouTyped = "What you typed on it is lost then.";
export const signInAgain = "Sign in again";
export const email = "Email";
export const password = "Password";
export const forgotYourPassword = "Forgot your password?";
export const whereToSendALink = "Your account's email";
export const mailMeALink = "Mail me a link";
export const noMail =
  "If none comes within some minutes, look among unwanted mail, or ask an admin of your organization for a link.";
