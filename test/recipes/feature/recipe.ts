import type { Recipe } from "../plant.ts";

/** A feature with a port, a statement, and an operation: which teams nobody is in. */
export const recipe: Recipe = {
  files: {
    "src/features/organization/empty-teams/index.ts": "index.ts.txt",
    "src/features/organization/empty-teams/store.ts": "store.ts.txt",
    "src/features/organization/empty-teams/queries/list-empty-teams.sql": "list-empty-teams.sql.txt",
    "src/features/organization/empty-teams/queries.generated.ts": "queries.generated.ts.txt",
    "test/features/empty-teams.test.ts": "empty-teams.test.ts.txt",
  },
  edits: [
    {
      file: "src/features/organization/index.ts",
      find: 'export { createKinds } from "./kinds/index.ts";\n',
      put: 'export { createEmptyTeams } from "./empty-teams/index.ts";\nexport { createKinds } from "./kinds/index.ts";\n',
    },
    {
      file: "src/features/organization/README.md",
      find: "| `prompts`, `repo-settings` ",
      put: "| `empty-teams` | teams that nobody is in |\n| `prompts`, `repo-settings` ",
    },
    {
      file: "src/features/index.ts",
      find: "  createDoctor,\n  createKinds,\n",
      put: "  createDoctor,\n  createEmptyTeams,\n  createKinds,\n",
    },
    {
      file: "src/features/index.ts",
      find: "    createWhoami(ground),\n",
      put: "    createWhoami(ground),\n    createEmptyTeams(ground),\n",
    },
  ],
  tests: ["test/features/empty-teams.test.ts"],
};
