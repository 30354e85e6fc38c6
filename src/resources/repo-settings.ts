import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, defaultLimits, integer, list, text } from "../kernel/field.ts";

export const repoSettings = defineCollection({
  kind: "repo_settings",
  title: "Repository settings",
  group: "Deploys",
  description:
    "A repository setting says how automatic fixes are made in one branch of a repository: which files they may change, where they run, and how they are tested. A branch without a row still takes fix requests, with a detected write fence and on the platform's runner.",
  level: "admin",
  idPrefix: "repo",
  naturalKey: ["repository", "branch"],
  listColumns: [
    "repository",
    "enabled",
    "write_fence",
    "runner",
    "draft_pull_requests",
    "max_open_pull_requests",
  ],
  deleteAnswer: {
    repository: text({ description: "The repository, written owner/name." }),
    branches: list({
      description: "The branches that still have a row; empty when the last one is gone.",
      max: 100_000,
      items: text({ description: "A branch.", max: defaultLimits.name }),
    }),
  },
  fields: {
    repository: text({
      description: "The repository, written owner/name.",
      format: "repository",
      max: defaultLimits.name,
      fixed: true,
    }),
    branch: text({
      description: "The branch that fixes start from and go to.",
      format: "branch",
      max: defaultLimits.name,
      fixed: true,
    }),
    write_fence: list({
      description:
        "Globs of the paths that a fix may change. An empty list lets it change nothing; null leaves the fence to be detected.",
      nullable: true,
      items: text({ description: "A glob, such as src/**." }),
    }),
    runner: text({
      description: 'Where fixes are built and tested; "platform" is the runner that comes with the service.',
      default: "platform",
    }),
    setup_command: text({
      description: "A shell command that prepares a fresh checkout; null runs none.",
      multiline: true,
      nullable: true,
    }),
    test_command: text({
      description: "A shell command that tests a fix: exit code 0 means that it works; null runs none.",
      multiline: true,
      nullable: true,
    }),
    draft_pull_requests: boolean({
      description: "Whether pull requests are opened as drafts.",
      default: true,
    }),
    max_open_pull_requests: integer({
      description: "How many pull requests may be open at the same time; 0 opens none.",
      min: 0,
      max: 50,
      default: 3,
    }),
    enabled: boolean({
      description: "Whether fixes may be made in this branch.",
      default: true,
      switch: true,
    }),
  },
  example: {
    repository: "acme/checkout",
    branch: "main",
    write_fence: ["src/**", "test/**"],
    test_command: "npm test",
  },
});
