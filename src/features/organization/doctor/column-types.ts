/** What the database cannot describe itself (scripts/generate-queries.ts). */

/** How long ago an agent spoke last. */
export const agentAges = ["under_1m", "under_10m", "under_1h", "older"] as const;
export type AgentAge = (typeof agentAges)[number];
