/** The texts of this folder. */

export const connectorDoesNotTakeThis = "{connectorType} (connector {name}) does not take this";
export const theRowIsValid = "The row is valid and stays; this engine gets nothing of it.";
export const checkThis = "Check this";
export const versionCanTakeIt = (minVersion: string) => ` Version ${minVersion} can take it.`;
export const connectYourPrometheus = "Connect your Prometheus";
export const seeTheConnectors = "See the connectors";
export const enginesThatCould = "Engines that could: {words}";
export const startTheAgentOf = (name: string) => `Start the agent of ${name}`;
export const see = (name: string) => `See ${name}`;
export const notTaken = "Not taken";
export const engines = "Engines";
export const savedNotLiveIn = "Saved, not live in";
export const liveIn = "Live in";
export const since = "since";
export const madeUp =
  "Demo: these figures are made up, until an engine or a data source of your own is connected.";
