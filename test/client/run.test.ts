import { expect, it } from "vitest";
import { RunProblem, runHeaders } from "../../src/client/run.ts";

it.each<[string, Record<string, string>]>([
  ["terraform-cloud run-CZcmD7eagjhyX0vN", { TFC_RUN_ID: "run-CZcmD7eagjhyX0vN" }],
  [
    "github acme/infra/1658821493/2",
    { GITHUB_REPOSITORY: "acme/infra", GITHUB_RUN_ID: "1658821493", GITHUB_RUN_ATTEMPT: "2" },
  ],
  ["gitlab acme/infra/4711", { CI_PROJECT_PATH: "acme/infra", CI_JOB_ID: "4711" }],
  [
    "buildkite infra/12/0190ca1f",
    { BUILDKITE_PIPELINE_SLUG: "infra", BUILDKITE_BUILD_NUMBER: "12", BUILDKITE_JOB_ID: "0190ca1f" },
  ],
  [
    "circleci infra/12/81920e93",
    { CIRCLE_PROJECT_REPONAME: "infra", CIRCLE_BUILD_NUM: "12", CIRCLE_WORKFLOW_JOB_ID: "81920e93" },
  ],
  ["azure Infra/78", { SYSTEM_TEAMPROJECT: "Infra", BUILD_BUILDID: "78" }],
  ["bitbucket acme/infra/9", { BITBUCKET_REPO_FULL_NAME: "acme/infra", BITBUCKET_BUILD_NUMBER: "9" }],
  ["jenkins jenkins-infra-34", { BUILD_TAG: "jenkins-infra-34" }],
  ["github 1658821493", { GITHUB_RUN_ID: "1658821493", GITHUB_REPOSITORY: " " }],
])("a run is %s where the CI sets %j", (run, env) =>
  expect(runHeaders(env)).toEqual({ "orgconfig-run": run }),
);

it("ORGCONFIG_RUN wins over what the CI sets, what is empty is not set, and nothing is no run", () => {
  const ci = { TFC_RUN_ID: "run-1" };
  expect(runHeaders({ ...ci, ORGCONFIG_RUN: " by hand " })).toEqual({ "orgconfig-run": "by hand" });
  expect(runHeaders({ ...ci, ORGCONFIG_RUN: " " })).toEqual({ "orgconfig-run": "terraform-cloud run-1" });
  expect(runHeaders({})).toEqual({});
});

it("ORGCONFIG_RUN that is no run's name is refused by its name, and a CI's long one is cut", () => {
  expect(() => runHeaders({ ORGCONFIG_RUN: "a\nb" })).toThrow(RunProblem);
  expect(() => runHeaders({ ORGCONFIG_RUN: "a".repeat(201) })).toThrow(
    /^ORGCONFIG_RUN is not the name of a run/,
  );
  expect(runHeaders({ BUILD_TAG: "t".repeat(300) })["orgconfig-run"]).toHaveLength(200);
});
