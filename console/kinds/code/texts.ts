/** The texts of this folder. */

export const orgconfigKeyHoldsAnApi =
  "ORGCONFIG_KEY holds an API key with the scope api:admin, or api:config_read to read.";
export const terraform = "Terraform";
export const referencesAreIdsHere = "References are ids here; the export writes them as addresses.";
export const mcp = "MCP";
export const sentToTheMcpEndpoint = "Sent to the MCP endpoint with a key or a personal access token.";
export const showAsCode = "Show as code";
export const close = "Close";
export const createsWhatTheFormContains = "Creates what the form contains now.";
export const savesWhatYouChanged = "Saves what you changed in the form.";
export const readsThisRow = "Reads this row.";
export const copy = (title: string) => `Copy ${title}`;
