/** The texts of this folder. */

export const tryItLabel = (label: string) => `Try it: ${label}`;
export const tryIt = "Try it";
export const chooseADataSourceFirst = "Choose a data source first.";
export const answerTo = (label: string) => `Answer to ${label}`;
