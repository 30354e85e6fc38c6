/** The texts of this folder. */

export const newAccessToken = "New access token";
export const accessTokens = "Access tokens";
export const forYourOwnAssistant =
  "For your own assistant. A token acts as you at the MCP endpoint, with your role at most. Programs that you let in by OAuth hold one, too.";
export const noAccessTokensYet = "No access tokens yet";
export const createOneToConnect = "Create one to connect an assistant that acts as you.";
export const token = "token";
export const everyRequestWithThisToken =
  "Every request with this token is refused from now on. This cannot be undone.";
export const name = "Name";
export const organizations = "Organizations";
export const highestRole = "Highest role";
export const lastUsed = "Last used";
export const expires = "Expires";
export const heldBy = "held by “{client}”, {clientHost}";
export const noneLeft = "None left";
export const yourRole = "Your role";
export const narrowName = (name: string) => `Narrow ${name}`;
export const narrow = "Narrow";
export const revoke = "Revoke";
export const revokeName = (name: string) => `Revoke ${name}`;
export const whereTheTokenCanAct =
  "Where the token can act. With several, each request names one in the header X-Organization.";
export const createToken = "Create token";
export const narrowTheToken = (name: string) => `Narrow the token ${name}`;
export const onlyFewer = "Only fewer than it has: for more, create another token.";
export const save = "Save";
