/** What the report says about people, who are no rows. */

/** People have to be members of the organization before they can be in a team. */
export function inviteFirst(emails: readonly string[]): string {
  return `members of a team have to be members of the organization: invite ${emails.join(", ")}, then run this again with --members`;
}
