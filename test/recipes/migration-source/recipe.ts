import type { Recipe } from "../plant.ts";

/** Teams and schedules of Opsgenie's Terraform provider. */
export const recipe: Recipe = {
  files: {
    "src/cli/migrate/opsgenie.ts": "opsgenie.ts.txt",
    "test/cli/migrate-opsgenie.test.ts": "opsgenie.test.ts.txt",
  },
  edits: [
    {
      file: "src/cli/migrate/terraform.ts",
      find: 'import { pagerdutyMappings } from "./pagerduty.ts";\n',
      put: 'import { opsgenieMappings } from "./opsgenie.ts";\nimport { pagerdutyMappings } from "./pagerduty.ts";\n',
    },
    {
      file: "src/cli/migrate/terraform.ts",
      find: '    [...grafanaMappings, ...pagerdutyMappings],\n    ["grafana_", "pagerduty_"],\n',
      put: '    [...grafanaMappings, ...pagerdutyMappings, ...opsgenieMappings],\n    ["grafana_", "pagerduty_", "opsgenie_"],\n',
    },
  ],
  tests: ["test/cli/migrate-opsgenie.test.ts"],
};
