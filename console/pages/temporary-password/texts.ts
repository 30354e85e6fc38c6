/** The texts of this folder. */

export const chooseAPassword = "Choose a password";
export const thePasswordOfIsTemporary = (email: string) =>
  `The password of ${email} is temporary. Choose your own to continue.`;
export const signOut = "Sign out";
export const currentPassword = "Current password";
export const newPassword = "New password";
