/** The texts of this folder. */

export const loading = "Loading";
export const chooseANewPassword = "Choose a new password";
export const forYouAreSigned = (email: string) => `For ${email}. You are signed in as soon as it is set.`;
export const newPassword = "New password";
export const endMyTokens = "End my access tokens too, in case somebody else has them";
