/** What a rule asks for before a change is made. */

/** Who approves: the people of a team, or any administrator. */
export type Approvers = { readonly team_id: string } | "org_admin";

/** What one rule asks for. */
export interface Need {
  /** The rule's name, and its row. */
  readonly policy: string;
  readonly policy_id: string;
  /** How many have to approve, and how many of these have whom the rule counts. */
  readonly approvals: number;
  readonly have: number;
  /** Who may. */
  readonly by: Approvers;
  /** The same in words. */
  readonly whom: string;
  /** How many people may give them now, whoever makes the change left out where they do not count. */
  readonly people: number;
}
