import { defineCollection } from "../kernel/define-kind.ts";
import {
  boolean,
  choice,
  computed,
  integer,
  list,
  object,
  secret,
  text,
  timestamp,
} from "../kernel/field.ts";
import { gitAddress } from "../kernel/git-address.ts";
import type { Problem } from "../kernel/problem.ts";
import { refusedOverlapOf } from "./git-overlaps.ts";
import { nameField } from "./parts.ts";

export const gitSources = defineCollection({
  kind: "git_sources",
  title: "Git sources",
  group: "Integrations",
  description:
    "A Git source is a folder of a Git repository whose YAML and JSON files say what rows there are. A new commit is planned and applied, all of it or nothing.",
  level: "admin",
  idPrefix: "gitsrc",
  naturalKey: ["name"],
  peers: ["enabled"],
  listColumns: ["name", "status", "enabled", "url", "branch", "path", "synced_at"],
  fields: {
    name: nameField(),
    enabled: boolean({
      description: "Whether it is looked at. While it is off, nothing is read and nothing is written.",
      default: true,
      switch: true,
    }),
    url: text({
      description:
        "The repository, as https://host/path or ssh://user@host/path, or in the short form user@host:path. No password or token may be in it. http is taken only for a host that the operator allows (ORGCONFIG_OUTBOUND_ALLOW), and so is an address in a private network.",
      max: 2_048,
      example: "https://git.example.com/acme/monitoring.git",
    }),
    branch: text({ description: "The branch that is read.", format: "branch", max: 255, default: "main" }),
    path: text({
      description:
        "The folder in the repository, such as teams/payments; empty is all of it. Files below it that end in .yaml, .yml or .json are read, those whose name or folder begins with a dot are not.",
      min: 0,
      max: 1_024,
      default: "",
    }),
    set: text({
      description:
        "The set that owns the rows of its files. What the files no longer name is deleted from the set; rows of no set join it, and rows of another set are a problem. Null owns none, and deletes none.",
      format: "set",
      max: 255,
      nullable: true,
    }),
    direction: choice({
      description:
        "pull: the repository says what rows there are. push: the rows say what its files are to hold, and what people change becomes commits on push_branch. both: what a commit changed is taken, what people changed here is pushed, and where both changed one field, the commit becomes a proposal.",
      choices: ["pull", "push", "both"],
      default: "pull",
    }),
    push_branch: text({
      description:
        "The branch that the service writes, with a commit for each act of somebody. It is made anew where it does not stand on branch any more; nothing is ever written to branch itself.",
      format: "branch",
      max: 255,
      default: "orgconfig/changes",
    }),
    credential: secret({
      description:
        "For https a password or token, sent as the password of HTTP Basic; for ssh a private key without a passphrase. It is sent to the address that it was saved for, and must be written again after another url or api_url.",
      sentTo: "url",
      alsoSentTo: "api_url",
      multiline: true,
      section: "Access",
    }),
    poll_seconds: integer({
      description:
        "How often the branch is looked at; one that has not moved costs one question. 0 never does: webhooks and the call sync do.",
      min: 0,
      max: 86_400,
      unit: "seconds",
      suggested: [0, 60, 300, 3_600],
      default: 300,
    }),
    webhook_secret: secret({
      description:
        "The secret by which the webhooks of GitHub, GitLab, Gitea, Forgejo or Bitbucket are signed, at POST /api/v1/intake/git/{id}. Without one, every webhook is refused.",
      section: "Access",
    }),
    propose: boolean({
      description: "Whether a new commit becomes a proposal instead of being applied.",
      default: false,
      section: "Advanced",
    }),
    forge: choice({
      description:
        "Whose API gets a status for each commit, and a pull request for push_branch. The credential must be a token that may write them.",
      choices: ["none", "github", "gitlab", "gitea", "bitbucket"],
      default: "none",
      section: "Advanced",
    }),
    api_url: text({
      description:
        "The base address of that API, such as https://git.example.com/api/v1. Null takes the one that the forge has on the repository's host.",
      format: "url",
      nullable: true,
      section: "Advanced",
    }),
    commit: computed({
      shape: text({
        description: "The newest commit that was looked at; null before the first.",
        nullable: true,
      }),
      from: "state",
    }),
    status: computed({
      shape: choice({
        description:
          "waiting: nothing was read yet. synced: the rows are as the commit says. pushed: what the rows say beyond it waits on push_branch. proposed: the commit waits as a proposal. failed: nothing was changed, and problem says why. unreachable: the repository did not answer.",
        choices: ["waiting", "synced", "pushed", "proposed", "failed", "unreachable"],
        tones: {
          waiting: "quiet",
          synced: "good",
          pushed: "warning",
          proposed: "warning",
          failed: "bad",
          unreachable: "bad",
        },
        default: "waiting",
      }),
      from: "state",
    }),
    synced_at: computed({
      shape: timestamp({
        description: "When a commit was last applied; null before the first.",
        nullable: true,
      }),
      from: "state",
    }),
    problem: computed({
      shape: object({
        description: "What stands against the newest commit; null where nothing does.",
        nullable: true,
        fields: {
          message: text({ description: "What is wrong, and what to do." }),
          file: text({ description: "The file, from the root of the repository.", nullable: true }),
          line: integer({ description: "The line in it.", min: 1, max: 10_000_000, nullable: true }),
        },
      }),
      from: "state",
    }),
    pushed_commit: computed({
      shape: text({
        description: "The commit of push_branch that branch does not have yet; null where nothing waits.",
        nullable: true,
      }),
      from: "state",
    }),
    pull_request: computed({
      shape: text({
        description:
          "The forge's page of the pull request for push_branch; null where nothing waits, and without a forge.",
        nullable: true,
      }),
      from: "state",
    }),
    host_key: computed({
      shape: text({
        description:
          "The fingerprint of the ssh server's key, kept for the server at the first contact; null for https. Another key is refused, also after another url, until sync is called with trust_host_key.",
        nullable: true,
      }),
      from: "state",
    }),
    commits: computed({
      shape: list({
        description: "The last commits that were looked at and what came of each, the newest first.",
        max: 10,
        items: object({
          description: "One commit.",
          fields: {
            commit: text({ description: "The commit." }),
            subject: text({
              description: "The first line of its message, where it was read.",
              nullable: true,
            }),
            at: timestamp({ description: "When it was looked at last." }),
            status: text({ description: "What came of it, as status says it." }),
            problem: text({ description: "What stood against it, with file and line.", nullable: true }),
          },
        }),
        default: [],
      }),
      from: "state",
    }),
    notes: computed({
      shape: list({
        description:
          "What is worth knowing of the last commit that was read: what of the folder was passed over, or that the forge took no status.",
        max: 40,
        items: text({ description: "A sentence." }),
        default: [],
      }),
      from: "state",
    }),
  },
  hiddenState: {
    problem_since: timestamp({ description: "Since when there is a problem.", nullable: true }),
    merged_commit: text({ description: "The commit whose changes the rows have.", nullable: true }),
    merged_tree: text({ description: "What its folder held, as a name of Git.", nullable: true }),
    proposal_id: text({ description: "The proposal that the commit became.", nullable: true }),
    proposed_commit: text({
      description: "The commit that it was made of, until the rows are as it says or it is turned down.",
      nullable: true,
    }),
    declined_commit: text({
      description: "The last commit that was turned down as a proposal.",
      nullable: true,
    }),
    pull_request_number: text({ description: "Its number at the forge.", nullable: true }),
    push_heads: list({
      description: "Where branch stood at the last push, and at those since that may have failed.",
      items: text({ description: "A commit." }),
      default: [],
    }),
    push_own: list({
      description: "A commit of branch, and what the service has pushed since the rows have its changes.",
      items: text({ description: "A commit." }),
      default: [],
    }),
    push_tip: text({ description: "Where push_branch stood after the last look.", nullable: true }),
    push_settled: text({
      description: "Where push_branch stood when branch had all that people had put there.",
      nullable: true,
    }),
    decided_on: text({ description: "The revision of the row by which the commit was decided." }),
  },
  example: {
    name: "Monitoring repository",
    url: "https://git.example.com/acme/monitoring.git",
    branch: "main",
    path: "orgconfig",
    set: "monitoring-repo",
    credential: "<a token that may read the repository>",
    webhook_secret: "<the secret of the webhook>",
    forge: "gitea",
  },
  check({ configuration }, before, _moment, peers) {
    const { url, path, forge, api_url, branch, push_branch } = configuration;
    const overlap = refusedOverlapOf(configuration, peers);
    // Who changes something else of one of two that are there already is not held up.
    const isNew =
      before === undefined || refusedOverlapOf(before.configuration, peers)?.field !== overlap?.field;
    const same =
      branch === push_branch ? [{ field: "push_branch", message: "must be another branch than branch" }] : [];
    return [
      ...urlProblems(url),
      ...pathProblems(path),
      ...forgeProblems(url, forge, api_url),
      ...same,
      ...(overlap === undefined || !isNew ? [] : [overlap]),
    ];
  },
});

function urlProblems(url: string): Problem[] {
  const read = gitAddress(url);
  return "problem" in read ? [{ field: "url", message: read.problem }] : [];
}

function pathProblems(path: string): Problem[] {
  if (path === "") return [];
  const wrong = path
    .split("/")
    .some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return wrong || /[\x00-\x1f\x7f\\]/.test(path)
    ? [
        {
          field: "path",
          message:
            'must be a folder from the root of the repository, such as teams/payments: without "." or ".." as a part, backslash, or slash at an end',
        },
      ]
    : [];
}

function forgeProblems(url: string, forge: string, api: string | null): Problem[] {
  if (forge === "none" || api !== null) return [];
  const read = gitAddress(url);
  return "problem" in read || read.scheme === "https"
    ? []
    : [{ field: "api_url", message: `is required where forge is ${forge} and url is not https` }];
}
