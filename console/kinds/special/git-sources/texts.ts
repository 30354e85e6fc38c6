/** The texts of this folder. */

export const source = "The repository";
export const syncNow = "Sync now";
export const reads: Readonly<Record<string, string>> = {
  pull: "Reads the newest commit now, and applies it: all of it, or nothing with the reason in Problem.",
  push: "Compares the files with the rows now, and writes what differs to the push branch. The branch itself is left alone.",
  both: "Takes what the newest commit changed, and writes what people changed here to the push branch. What both changed becomes a proposal.",
};
export const webhooks = "The address for webhooks of the forge:";
export const copyTheAddress = "Copy the address";
export const read = "The repository was looked at, and nothing stands against it.";
export const readWithProblem = "Nothing was changed:";

export const where = "Where";
export const whereAbout = "The repository, its branch, and what opens it.";
export const what = "What";
export const whatAbout = "The folder, whose rows these are, and which way changes go.";
export const learns = "How it learns of commits";
export const learnsAbout =
  "It asks every few minutes. A webhook of the forge has it look at once; the forge also gets statuses and pull requests, where one is chosen.";
export const learnsHelp =
  "With a secret, you get the address for the webhook after saving. Without one it asks every few minutes alone.";
export const stepOf = (step: number, all: number, title: string) => `Step ${step} of ${all}: ${title}`;
export const oneForm = "All settings on one form";
export const tryIt = "Try it";
export const next = "Next";
export const back = "Back";
export const save = "Save";
export const goOnAllTheSame = "Go on all the same";
export const toTheProblem = "Go to the setting";
export const opens = (commit: string) => `The repository opens, and the branch stands at ${commit}.`;
export const hostKey = "The key of the ssh server:";
export const hostKeyHelp =
  "Compare it with what the forge publishes, and with Host key on the page of the source after its first look.";
export const moreFiles = (count: number) => `and ${count} more`;
export const saved = "It is saved";
export const withoutWebhook = "It has no webhook: the repository is asked as often as the settings say.";
export const secretOnce = "Copy the secret now: it is shown only here.";
export const toTheSource = "Go to the source";
export const makeSecret = "Make a secret";
export const webhookAt: Readonly<Record<string, string>> = {
  none: "Add a webhook for pushes at the forge, with this address and this secret.",
  github:
    "At GitHub: Settings, Webhooks, Add webhook. Payload URL is this address, the content type application/json, and the event the push.",
  gitlab:
    "At GitLab: Settings, Webhooks, Add new webhook. URL is this address, the secret goes to Secret token, and the trigger is Push events.",
  gitea:
    "At Gitea or Forgejo: Settings, Webhooks, Add webhook, Gitea or Forgejo. Target URL is this address, and the trigger is Push events.",
  bitbucket:
    "At Bitbucket: Repository settings, Webhooks, Add webhook. URL is this address, and the trigger is Repository push.",
};

export const waits = "What waits";
export const waitsAsProposal =
  "The newest commit waits as a proposal. It is applied once somebody has approved and applied that.";
export const waitsAsConflict =
  "The newest commit waits as a proposal: it changed what was changed here as well, or somebody has to look first. Apply it, and the rows are as the commit says. Reject it, and the rows stay and go to the repository. Nothing is pushed meanwhile.";
export const toTheProposals = "Go to the proposals";
export const waitsOnBranch = (commit: string, branch: string, into: string) =>
  `What people changed here is commit ${commit} on ${branch}, until somebody merges it into ${into}.`;
export const pullRequest = "Open the pull request";
export const mergeIt = "Merge the branch as any other. With a forge chosen, it has a pull request.";
export const noPullRequest = "The forge has no pull request for it; Notes says why.";
export const lastCommits = "Last commits";
export const noCommits = "None was looked at yet.";
