/** The texts of this folder. */

export const backToTheSignIn = "Back to the sign-in";
