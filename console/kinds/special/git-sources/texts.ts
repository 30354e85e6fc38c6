/** The texts of this folder. */

export const source = "The repository";
export const syncNow = "Sync now";
export const reads =
  "Reads the newest commit now, and applies it: all of it, or nothing with the reason in Problem.";
export const webhooks = "The address for webhooks of the forge:";
export const copyTheAddress = "Copy the address";
export const read = "The newest commit was read.";
export const readWithProblem = "The newest commit changes nothing:";

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
export const hostKeyHelp = "Compare it with what the forge publishes. It is kept when the source is saved.";
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
