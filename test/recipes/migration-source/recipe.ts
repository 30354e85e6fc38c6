import type { Recipe } from "../plant.ts";

/** Teams and schedules of Opsgenie's Terraform provider. */
export const recipe: Recipe = {
  files: {
    "src/features/changes/migrations/terraform/opsgenie.ts": "opsgenie.ts.txt",
    "test/cli/migrate-opsgenie.test.ts": "opsgenie.test.ts.txt",
  },
  edits: [
    {
      file: "src/features/changes/migrations/terraform/index.ts",
      find: 'import { grafanaMappings } from "./grafana.ts";\n',
      put: 'import { grafanaMappings } from "./grafana.ts";\nimport { opsgenieMappings } from "./opsgenie.ts";\n',
    },
    {
      file: "src/features/changes/migrations/terraform/index.ts",
      find: '  { title: "PagerDuty", prefix: "pagerduty_", mappings: pagerdutyMappings },\n',
      put: '  { title: "PagerDuty", prefix: "pagerduty_", mappings: pagerdutyMappings },\n  { title: "Opsgenie", prefix: "opsgenie_", mappings: opsgenieMappings },\n',
    },
  ],
  tests: ["test/cli/migrate-opsgenie.test.ts"],
};
