/** The texts of this folder. */

export const members = "Members";
export const noMembersYetTheTeam = "No members yet. The team can still own work, but nobody gets its mail.";
export const emailOfAMember = "Email of a member of the organization";
export const memberExampleCom = "member@example.com";
export const add = "Add";
export const sendItsAlertsToSlack = "Send its alerts to Slack or a pager";
export const removeFromTheTeam = (email: string) => `Remove ${email} from the team`;
export const addOrRemoveAPerson = "Add or remove a person";
export const person = "Person";
export const remove = "Remove";
export const next = "Next";
export const addTo = (who: string) => `Add ${who} to`;
export const removeFrom = (who: string) => `Remove ${who} from`;
export const added = "added";
export const removed = "removed";
export const isInAll = (who: string) => `${who} is in all of these teams.`;
export const isInNone = (who: string) => `${who} is in none of these teams.`;
