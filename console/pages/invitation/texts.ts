/** The texts of this folder. */

export const joinName = (name: string) => `Join ${name}`;
export const isInvitedAs = (email: string, words: string) => `${email} is invited as ${words}.`;
export const yourAccountsPassword = "Your account's password";
export const chooseAPassword = "Choose a password";
export const loading = "Loading";
export const thisBrowserIsSigned = (email: string, email2: string) =>
  `This browser is signed in as ${email}. If you join, it is signed in as ${email2} instead.`;
export const yourName = "Your name";
export const join = "Join";
export const iForgotMyPassword = "I forgot my password";
