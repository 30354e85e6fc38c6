/** The organization as a whole: its size, its limits, its lists, and what needs attention. What other wings may import of it. */
export { createAttention } from "./attention/index.ts";
export { createDoctor, type Doctor } from "./doctor/index.ts";
export { createKinds } from "./kinds/index.ts";
export { createLists } from "./lists/index.ts";
export { createOrganizations, type Organizations } from "./organizations/index.ts";
export { createPrompts } from "./prompts/index.ts";
export { createRepoSettings } from "./repo-settings/index.ts";
export { createRowCounts } from "./row-counts/index.ts";
export { createServices } from "./services/index.ts";
export { createTimeline } from "./timeline/index.ts";
export { createUpkeep, type Upkeep } from "./upkeep/index.ts";
