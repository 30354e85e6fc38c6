/** The texts of this folder. */

export const title = "Now";
export const noOrganization = "You are not a member of any organization. Ask an org admin to invite you.";
export const list = "What needs you";
export const nothingOfWhom = {
  all: "Nothing needs you now.",
  my_teams: "Nothing of your teams.",
  mine: "Nothing of yours.",
} as const;
export const changed = "What changed";
export const noChange = "Nothing was changed.";
export const comes = "What comes";
export const nothingComes = "Nothing in the next 7 days.";
export const strip = "Drag over a part of it to look at that time alone.";
export const happened = "In this time";
export const nothingHappened = "No alert, incident or deploy in this time.";
export const tookIt = (by: string) => `${by} took it`;
export const takeName = (name: string) => `Take: ${name}`;
export const acknowledgeItOthersSee = "Acknowledge it: others see that you are at it";
export const take = "Take";
export const all = (count: string, words: string) => `All ${count}: ${words}`;
export const allChanges = "All changes";
export const time = "Time";
export const theLast24Hours = "The last 24 hours";
export const to = (from: string, to: string) => `${from} to ${to}`;
export const all24Hours = "All 24 hours";
export const lastHours = (hours: number) => `Last ${hours === 1 ? "hour" : `${hours} hours`}`;
export const alerts = "Alerts";
export const incidents = "Incidents";
export const deploys = "Deploys";
export const changes = "Changes";
export const noSeverity = "No severity";
export const deployOf = (service: string) => `Deploy of ${service}`;
export const letThrough = "Let through";
export const held = "Held";
export const andGoesOn = " and goes on";
export const toEnded = (ended: string) => ` to ${ended}`;
