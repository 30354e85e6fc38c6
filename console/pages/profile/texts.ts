/** The texts of this folder. */

export const profile = "Profile";
export const yourNameAndEmailAddress = "Your name and email address are the same in all your organizations.";
export const email = "Email";
export const youSign = "You sign in with this address.";
export const name = "Name";
export const shownNextToYourChanges = "Shown next to your changes.";
export const zoneOfMails = "Time zone of your mails";
export const zoneOfMailsAbout = "Mails to you have their times on these clocks.";
export const asTheOrganization = "As each organization has it";
export const save = "Save";
export const saved = "Saved.";
export const yourOrganizations = "Your organizations";
export const organization = "Organization";
export const role = "Role";
export const plan = "Plan";
