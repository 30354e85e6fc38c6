/** The texts of this folder. */

export const fields = (list: string) => `Fields: ${list}`;
