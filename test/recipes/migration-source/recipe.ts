import type { Recipe } from "../plant.ts";

/** Teams and schedules of Squadcast's Terraform provider. */
export const recipe: Recipe = {
  files: {
    "src/features/changes/migrations/terraform/squadcast.ts": "squadcast.ts.txt",
    "test/cli/migrate-squadcast.test.ts": "squadcast.test.ts.txt",
  },
  edits: [
    {
      file: "src/features/changes/migrations/terraform/index.ts",
      find: 'import { resourcesIn } from "./show.ts";\n',
      put: 'import { resourcesIn } from "./show.ts";\nimport { squadcastMappings } from "./squadcast.ts";\n',
    },
    {
      file: "src/features/changes/migrations/terraform/index.ts",
      find: '  { title: "PagerDuty", prefix: "pagerduty_", mappings: pagerdutyMappings },\n',
      put: '  { title: "PagerDuty", prefix: "pagerduty_", mappings: pagerdutyMappings },\n  { title: "Squadcast", prefix: "squadcast_", mappings: squadcastMappings },\n',
    },
  ],
  tests: ["test/cli/migrate-squadcast.test.ts"],
};
