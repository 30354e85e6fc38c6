/** The texts of this folder. */
import { counted, figure } from "../../../src/kernel/readable.ts";

export const service = "Service";
export const state = "State";
export const budget = "Budget";
export const checks30Days = "Checks, 30 days";
export const deploys = "Deploys";
export const owner = "Owner";
export const none = "None";
export const uptimeOf30Days = (service: string) => `Uptime of ${service}, 30 days`;
export const letThrough = "Let through";
export const held = "Held";
export const deploysHeld = "Deploys held";
export const notMeasured = "Not measured";
export const theLeastBudget = (name: string) => `${name}: the least budget of its SLOs`;
export const nobody = "Nobody";
export const openAlerts = (openAlerts: number) => `${counted(openAlerts, "open alert")}`;
export const warnings = (warning: number) => `${counted(warning, "warning")}`;
export const notMeasuredCount = (count: string) => `${count} not measured`;
export const nothingWrong = "Nothing wrong";
export const nothingMeasuresIt = "Nothing measures it";
export const services = "Services";
export const everyServiceThatYourConfiguration =
  "Every service that your configuration or an open alert names.";
export const searchServices = "Search services";
export const search = "Search";
export const whichServices = "Which services";
export const all = "All";
export const inTrouble = "In trouble";
export const order = "Order";
export const worstFirst = "Worst first";
export const byName = "By name";
export const servicesTotal = (total: number) => `${figure(total)} ${total === 1 ? "service" : "services"}`;
export const noServiceIsInTrouble = "No service is in trouble.";
export const noServiceInTrouble = (inTrouble: boolean, q: string) =>
  `No service${inTrouble ? " in trouble" : ""} has “${q}” in its name.`;
export const noServicesYet = "No services yet";
export const aServiceAppearsHere =
  "A service appears here as soon as an SLO, a check, a deploy policy or anything else names it.";
