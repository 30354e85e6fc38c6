/** The texts of this folder. */

export const engine = "Engine";
export const files = "Files";
export const none = "None.";
export const notTaken = (count: string) => `Not taken · ${count}`;
export const thisServiceBrings =
  "This service brings it to the engine, at the address in Config, and has not reached the engine yet. It tries again every 15 seconds. What goes wrong is shown here and in State.";
export const nothingBrings =
  'Nothing brings this to the engine. It takes rules over its API, so no agent runs next to it: choose "service" for Run in (Metadata), and set its address in Config. This service then brings it there.';
export const noAgentHasReported =
  "No agent has reported that the engine runs this. Start one next to the engine, with the directory that the engine reads:";
export const copyTheCommand = "Copy the command";
export const agentsCount = (count: number) => `Agents · ${count}`;
export const agents = "Agents";
export const withoutAName = "without a name";
export const renderedNow = "Rendered now";
export const engineRuns = "Engine runs";
export const lastReport = "Last report";
export const enginesVersion = "Engine's version";
export const nothingYet = "nothing yet";
export const close = "Close";
export const theEngineNoLongerGets = "The engine no longer gets this file.";
export const asItIsRenderedNow = (version: string) =>
  `As it is rendered now, for version ${version}. It holds no secret.`;
export const copyTheFile = "Copy the file";
export const empty = "(empty)";
export const newAgentKey = "New agent key";
export const agentOf = (connector: string) => `agent of ${connector}`;
export const newIntakeKey = "New intake key";
export const alertsOf = (connector: string) => `alerts of ${connector}`;
export const aKeyForThisConnector =
  "A key for this connector alone. It can neither read nor change the configuration.";
export const key = "key";
