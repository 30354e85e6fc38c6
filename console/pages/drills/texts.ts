/** The texts of this folder. */
import { counted } from "../../../src/kernel/readable.ts";

export const drillOf = (name: string) => `Drill of ${name}`;
export const whereTheDrillOfCame = (name: string) => `Where the drill of ${name} came past`;
export const took = (startedAt: string) => ` · took ${startedAt}`;
export const routes = "Routes";
export const route = "Route";
export const lastProved = "Last proved";
export const every = "Every";
export const weeklyDrill = "Weekly drill";
export const days = (everyDays: number) => `${counted(everyDays, "day")}`;
export const ofStartADrill = (startADrill: string, name: string) => `${startADrill} of ${name}`;
export const whatItIsAbout = "What it is about";
export const theService = "The service";
export const theServicesName = "The service's name";
export const the = (subject: string) => `The ${subject}`;
export const chooseA = (subject: string) => `Choose a ${subject}`;
export const allDrills = "All drills";
export const drills = "drills";
export const when = (what: string, ago: string) => `${what}, ${ago}`;
