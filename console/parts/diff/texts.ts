/** The texts of this folder. */

export const none = "none";
export const unchanged = (count: number, one: string, words: string) => `${count} ${one}${words} unchanged`;
export const notShown = (secret: string) => `${secret} (not shown)`;
export const theProposal = "the proposal";
