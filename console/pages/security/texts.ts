/** The texts of this folder. */

export const keepTheseCodes =
  "Keep these codes in a safe place, apart from your phone. They are shown only now, and each signs you in once when the app and the passkey are lost.";
export const copyAll = "Copy all";
export const iHaveSavedThem = "I have saved them";
export const itIsAddedTheRecovery = "It is added. The recovery codes that you have stay as they are.";
export const done = "Done";
export const addAnAppForCodes = "Add an app for codes";
export const theAppIsAdded = "The app is added";
export const loading = "Loading";
export const code = "Code";
export const theSixDigits = "The six digits that the app shows now.";
export const phone = "Phone";
export const add = "Add";
export const qrCodeForYourApp = "QR code for your app";
export const scanItWithAnAuthenticator =
  "Scan it with an authenticator app, such as Google Authenticator, 1Password or Aegis. On this phone, open <link>the app</link>.";
export const orTypeThisKeyThere = "Or type this key there:";
export const copyTheKey = "Copy the key";
export const name = "Name";
export const youSeeThisName = "You see this name in the list of your second factors.";
export const addAPasskey = "Add a passkey";
export const thePasskeyIsAdded = "The passkey is added";
export const yourBrowserAsks =
  "Your browser asks for your fingerprint, your face, the PIN of this device or a security key.";
export const laptop = "Laptop";
export const continueOn = "Continue";
export const appForCodes = "App for codes";
export const passkey = "Passkey";
export const secondFactor = "Second factor";
export const aCodeOrAPasskey =
  "A code or a passkey that you need next to your password when you sign in. Somebody who knows your password cannot get in with it alone.";
export const addAnApp = "Add an app";
export const requireOneOfMembers = (list: string, count: number) =>
  `${list} ${count === 1 ? "requires" : "require"} one of members who sign in with a password.`;
export const notUsedYet = " · not used yet";
export const added = "{words} · added {moment}{lastUsedAt}";
export const removeTitle = (title: string) => `Remove ${title}`;
export const remove = "Remove";
export const recoveryCodes = "Recovery codes";
export const codesAreLeftNewOnes = (left: number) =>
  `${left === 1 ? "1 code is left." : `${left} codes are left.`} New ones end those before.`;
export const makeNewCodes = "Make new codes";
export const newRecoveryCodes = "New recovery codes";
export const removeQuestion = (title: string) => `Remove ${title}?`;
export const itIsAsked = (last: boolean, loses: boolean, list: string) =>
  `${last ? "It is your last second factor: your password alone signs you in from now on, and your recovery codes end." : "It is asked for no more; your other second factors stay."}${loses ? ` ${list} shows you nothing until you add one again.` : ""}`;
export const sessions = "Sessions";
export const whereYouAreSigned =
  "Where you are signed in. If you do not know a session, end it and change your password.";
export const thisSession = "This session";
export const unknownAddress = "Unknown address";
export const withASecondFactor = " · with a second factor";
export const usedEnds = "{words}{secondFactor} · used {moment} · ends {moment2}";
export const signOutOfThisSession = "Sign out of this session";
export const endTheSessionOf = (browser: string) => `End the session of ${browser}`;
export const signOut = "Sign out";
export const end = "End";
export const unknownBrowser = "Unknown browser";
export const on = (words: string, version: string, system: string | undefined) =>
  `${words} ${version}${system === undefined ? "" : ` on ${system}`}`;
export const edge = "Edge";
export const opera = "Opera";
export const safari = "Safari";
export const security = "Security";
export const yourSecondFactors = "Your second factors, and the browsers in which you are signed in.";
