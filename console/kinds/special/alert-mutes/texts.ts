/** The texts of this folder. */

export const timeLeft = "Time left";
export const ends = (endsAt: string, zone: string) => `Ends ${endsAt} (${zone})`;
