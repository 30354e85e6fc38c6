/** The texts of this folder. */

export const yourOpenPages = "Your open pages";
export const nobodyAnswered = "Nobody has answered these yet. Until somebody does, your steps go on.";
export const acknowledge = "Acknowledge";
export const passOn = "Pass on";
export const acknowledgePage = (title: string) => `Acknowledge: ${title}`;
export const passPageOn = (title: string) => `Pass on: ${title}`;
export const inOrganization = (organization: string) => `${organization} · paged`;
export const isAcknowledged = (title: string) =>
  `Acknowledged: ${title}. It is yours, and nobody else is paged.`;
export const isPassedOn = (title: string, to: string) => `Passed on to ${to}: ${title}.`;
export const and = " and ";
