/** The texts of this folder. */

export const timeLeft = "Time left";
export const ends = (endsAt: string, zone: string) => `Ends ${endsAt} (${zone})`;
export const extendOrEnd = "Extend or end";
export const howLong = "How long";
export const hourMore = "1 h more";
export const dayMore = "1 day more";
export const untilThen = (name: string, at: string) => `Until ${name} (${at})`;
export const untilAMoment = "Until a moment";
export const endNow = "End now";
export const next = "Next";
export const extend = "Extend";
export const extended = "extended";
export const end = "End";
export const ended = "ended";
export const noneMutes = "None of them mutes any more.";
export const noneIsExtended =
  "None of them is extended: they have ended, end later already, or have a rhythm.";
