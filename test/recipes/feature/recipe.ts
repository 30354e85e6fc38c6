import type { Recipe } from "../plant.ts";

/** A feature with a port, a statement, and an operation: which teams nobody is in. */
export const recipe: Recipe = {
  files: {
    "src/features/empty-teams/index.ts": "index.ts.txt",
    "src/features/empty-teams/store.ts": "store.ts.txt",
    "src/features/empty-teams/queries/list-empty-teams.sql": "list-empty-teams.sql.txt",
    "src/features/empty-teams/queries.generated.ts": "queries.generated.ts.txt",
    "test/features/empty-teams.test.ts": "empty-teams.test.ts.txt",
  },
  edits: [
    {
      file: "src/features/index.ts",
      find: 'import { createEvents } from "./events/index.ts";\n',
      put: 'import { createEmptyTeams } from "./empty-teams/index.ts";\nimport { createEvents } from "./events/index.ts";\n',
    },
    {
      file: "src/features/index.ts",
      find: "    createWhoami(ground),\n",
      put: "    createWhoami(ground),\n    createEmptyTeams(ground),\n",
    },
  ],
  tests: ["test/features/empty-teams.test.ts"],
};
