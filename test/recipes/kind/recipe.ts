import type { Recipe } from "../plant.ts";

/** A kind with a rule over several rows, a state, a reference and a secret; test/new-kind takes it further. */
export const recipe: Recipe = {
  scripts: [["scripts/new-kind.ts", "on_call_schedules"]],
  files: {
    "src/resources/on-call-schedules.ts": "../../new-kind/on-call-schedules.ts.txt",
    "test/resources/on-call-schedules.test.ts": "../../new-kind/on-call-schedules.test.ts.txt",
  },
  tests: ["test/resources/on-call-schedules.test.ts"],
};
