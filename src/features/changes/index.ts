/** What a change would do, what it did, and how it is taken back. What other wings may import of it. */
export { createBehaviourTests } from "./behaviour-tests/index.ts";
export { createExport, type ExportOperation } from "./export/index.ts";
export { createGit, type Git, type GitHooks } from "./git/index.ts";
export { createHistory } from "./history/index.ts";
export { createRepeats } from "./kept-answers/index.ts";
export { createMigrations } from "./migrations/index.ts";
export { createPlans } from "./plans/index.ts";
export { createPolicies } from "./policies/index.ts";
export { createProposals, type Proposals } from "./proposals/index.ts";
export { createReferences } from "./references/index.ts";
export { createPastJudge, createReplay } from "./replay/index.ts";
export { createTakenBack } from "./taken-back/index.ts";
