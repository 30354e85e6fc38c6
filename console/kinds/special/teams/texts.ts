/** The texts of this folder. */

export const members = "Members";
export const noMembersYetTheTeam = "No members yet. The team can still own work, but nobody gets its mail.";
export const emailOfAMember = "Email of a member of the organization";
export const memberExampleCom = "member@example.com";
export const add = "Add";
export const sendItsAlertsToSlack = "Send its alerts to Slack or a pager";
export const removeFromTheTeam = (email: string) => `Remove ${email} from the team`;
