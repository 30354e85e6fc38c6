/** Of an organization that a test makes up: it is not suspended, and has no quotas. */
export const unrestricted = { suspension: null, quotas: {} } as const;
