/** The texts of this folder. */

export const after = (startedAt: string) => `after ${startedAt}`;
export const doesItReachPeople = "Does it reach people?";
export const drill = "Drill";
export const wayOf = (source: string, routes: string) => `An alert of ${source}, by ${routes}`;
export const noRoute = "no route";
export const notTried = (source: string, why: string) => `Not tried: ${source}, because ${why}.`;
export const allDrills = "All drills";
export const lastProved = "Last proved: {moment}";
