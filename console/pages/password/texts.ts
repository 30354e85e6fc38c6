/** The texts of this folder. */

export const password = "Password";
export const aChangeEndsAll = "A change ends all your other sessions. Access tokens keep working.";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const changePassword = "Change password";
export const changedYourOtherSessions = "Changed. Your other sessions have ended.";
