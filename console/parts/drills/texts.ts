/** The texts of this folder. */

export const after = (startedAt: string) => `after ${startedAt}`;
export const doesItReachPeople = "Does it reach people?";
export const drill = "Drill";
export const allDrills = "All drills";
export const lastProved = "Last proved: {moment}";
