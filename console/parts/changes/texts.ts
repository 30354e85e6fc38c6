/** The texts of this folder. */

export const refused = "Refused";
export const andMore = (others: number) => ` and ${others} more`;
export const whatWasChanged = "What was changed";
export const proposals = "Proposals";
export const plansAndSets = "Plans and sets";
export const whichChanges = "Which changes";
export const byAPlan = " by <link>a plan</link>";
export const byAPlanOfTheSet = " by <link>a plan</link> of the set {set}";
export const byTheProposal = " by the proposal {title}";
export const inRun = (run: string) => ` in the run ${run}`;
