/** The texts of this folder. */

export const loading = "Loading";
export const thisSignInIsOver = "This sign-in is over";
export const isThisAccountYours = "Is this account yours?";
export const saysThatYou = (issuer: string, email: string, name: string) =>
  `${issuer} says that you are ${email}, and there is an account with this address. If it is yours, confirm it once. From then on you open it in ${name} by signing in at the provider; your other organizations stay as they are.`;
export const passwordOf = (email: string) => `Password of ${email}`;
export const yesItIsMine = "Yes, it is mine";
export const no = "No";
