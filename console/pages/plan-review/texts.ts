/** The texts of this folder. */

export const plan = "plan";
export const planTitle = "Plan";
export const planWords = (words: string) => `Plan: ${words}`;
export const set = "· set {set}";
export const unchanged = (unchanged: number) => `· ${unchanged} unchanged`;
export const nothingDiffersEveryRow = "Nothing differs: every row of the bundle is as it says.";
