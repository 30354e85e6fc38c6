/** The texts of this folder. */

export const uptimeOfTheLast30 = "Uptime of the last 30 days.";
export const uptimeOfByDay = (name: string) => `Uptime of ${name} by day`;
export const day = "Day";
export const up = "Up";
export const notMeasured = "not measured";
export const uptimeOf = (name: string) => `Uptime of ${name}, 30 days`;
