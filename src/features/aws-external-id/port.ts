/** The external id that an organization was given when it was made. */
export interface ExternalIds {
  first(organizationId: string): Promise<string>;
}
