/** The texts of this folder. */

export const nextStep = "Next step";
export const nextOfStepsDone = (title: string, done: number, count: number) =>
  `Next: ${title} (${done} of ${count} steps done)`;
