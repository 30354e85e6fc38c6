/** The run that a program's calls are a part of: ORGCONFIG_RUN, or what the CI that it runs in calls the run or job. */
import { isRun, runForm, runHeader, runNamed } from "../kernel/run.ts";

export const runVariable = "ORGCONFIG_RUN";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What CI systems set, by what the run's name begins with: first the variable without which the system is another one,
 * then what the name is made of. Together these are another text for each run or job.
 */
const ofCi: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "terraform-cloud": ["TFC_RUN_ID", "TFC_RUN_ID"],
  github: ["GITHUB_RUN_ID", "GITHUB_REPOSITORY", "GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT"],
  gitlab: ["CI_JOB_ID", "CI_PROJECT_PATH", "CI_JOB_ID"],
  buildkite: ["BUILDKITE_JOB_ID", "BUILDKITE_PIPELINE_SLUG", "BUILDKITE_BUILD_NUMBER", "BUILDKITE_JOB_ID"],
  circleci: [
    "CIRCLE_WORKFLOW_JOB_ID",
    "CIRCLE_PROJECT_REPONAME",
    "CIRCLE_BUILD_NUM",
    "CIRCLE_WORKFLOW_JOB_ID",
  ],
  azure: ["BUILD_BUILDID", "SYSTEM_TEAMPROJECT", "BUILD_BUILDID"],
  bitbucket: ["BITBUCKET_BUILD_NUMBER", "BITBUCKET_REPO_FULL_NAME", "BITBUCKET_BUILD_NUMBER"],
  jenkins: ["BUILD_TAG", "BUILD_TAG"],
};

/** ORGCONFIG_RUN holds what is no name of a run. */
export class RunProblem extends Error {
  constructor() {
    super(`${runVariable} is not the name of a run: write ${runForm}, or take the variable away`);
  }
}

/**
 * The header of a run; none where nothing names one.
 * @throws RunProblem
 */
export function runHeaders(env: Environment): Readonly<Record<string, string>> {
  const run = env[runVariable]?.trim() || runOfCi(env);
  if (run === undefined) return {};
  if (!isRun(run)) throw new RunProblem();
  return { [runHeader.toLowerCase()]: run };
}

function runOfCi(env: Environment): string | undefined {
  const setIn = (variable: string) => env[variable]?.trim() ?? "";
  for (const [name, [needed, ...parts]] of Object.entries(ofCi)) {
    if (setIn(needed) === "") continue;
    return runNamed(
      name,
      parts
        .map(setIn)
        .filter((part) => part !== "")
        .join("/"),
    );
  }
  return undefined;
}
