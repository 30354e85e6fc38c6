/** The texts of this folder. */

export const setUp = "Set up";
export const ofDone = (done: number, count: number) => `${done} of ${count}`;
export const setUpTally = "Set up {tally}";
export const hideTheseSteps = "Hide these steps";
export const done = "Done";
export const firstSteps = "First steps";
export const fromATerminal = "From a terminal";
export const everythingHereAlsoWorks = (business: boolean) =>
  `Everything here also works from a terminal, with Terraform and with an assistant. “Show as code” on a page gives you the call. ${business ? "You need an API key." : ""}`;
export const createAnApiAdminKey = "Create an api:admin key";
export const theKey = "The key is in the command below. It is shown only once.";
export const pasteTheCommandInto = "Paste the command into a terminal. It creates your first team.";
export const seeItUnderTeams = "See it under <link>Teams</link>.";
export const theConfigurationApi = (plan: string) =>
  `The configuration API and the MCP server are part of the plan Business. On the plan ${plan} you set everything on these pages.`;
export const firstCall = "First call";
export const copy = "Copy";
export const engines = "Engines";
export const enginesCount = "Engines {count}";
export const whose = "Whose";
