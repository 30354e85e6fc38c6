/** What teams need of the world: who, of an organization's people, is in them. */
export interface TeamMember {
  readonly teamId: string;
  /** The person's id, not the membership's. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface TeamRoster {
  /** The present members of these teams by email, at most `limit` of each. */
  members(organizationId: string, teamIds: readonly string[], limit: number): Promise<readonly TeamMember[]>;
  /** Whether the address is of somebody who has joined the organization. */
  hasMember(organizationId: string, email: string): Promise<boolean>;
}
