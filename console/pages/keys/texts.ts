/** The texts of this folder. */

export const onlyThe = (name: string, said: string) => `only the ${name} ${said}`;
export const onlyTheTeam = "only the team {team}";
export const read = "Read";
export const create = "Create";
export const update = "Update";
export const deleteNow = "Delete";
export const operateAcknowledgeTestReport = "Operate: acknowledge, test, report";
export const limits = "Limits";
export const kinds = "Kinds";
export const itReachesTheseKinds = "It reaches these kinds and no others. Nothing named: all.";
export const verbs = "Verbs";
export const whatItMayDo = "What it may do, as far as its scopes go. Nothing named: all.";
export const services = "Services";
export const itReachesOnlyRows = "It reaches only rows that name one of these services. Enter adds one.";
export const addresses = "Addresses";
export const itWorksOnlyFromThese = "It works only from these ranges, such as 192.0.2.0/24. Enter adds one.";
export const team = "Team";
export const itReachesOnlyThisTeam = "It reaches only this team, its members, and what it owns.";
export const configurationReadOnly = "Configuration: read only";
export const readsAllConfigurationAndAsks =
  "Reads all configuration and asks the deploy gate. Cannot be combined with other scopes. For pipelines and backups.";
export const configurationEverything = "Configuration: everything";
export const readsAndChangesAllConfiguration =
  "Reads and changes all configuration over HTTP. For Terraform and scripts that write.";
export const mcpRead = "MCP: read";
export const anAssistantCanRead = "An assistant can read.";
export const mcpOperate = "MCP: operate";
export const anAssistantCanReadMute = "An assistant can read, mute alerts and write incidents.";
export const mcpEverything = "MCP: everything";
export const mcpProgram = "MCP: programs";
export const aProgramCanReport =
  "A program, such as an engine's agent, can report what it sees, and do what MCP: operate may.";
export const anAssistantCanChangeAll = "An assistant can change all configuration.";
export const key = "key";
export const newApiKey = "New API key";
export const thePlanIncludesNeither = (plan: string) =>
  `The plan ${plan} includes neither the configuration API nor the MCP server, so a key would be of no use. The plan Business includes both.`;
export const name = "Name";
export const whatTheKey = "What the key is for. The audit log shows this name with every change.";
export const scopes = "Scopes";
export const theOrganizationMayLimitHow = "The organization may limit how long keys are valid.";
export const askFirst = "Ask before something grave is done";
export const askFirstMeans =
  "Over HTTP it is asked to confirm first, as assistants always are. For programs that guess.";
export const askedFirst = "asked before something grave is done";
export const createKey = "Create key";
export const atOnce = "at once";
export const inAnHour = "in an hour";
export const inADay = "in a day";
export const rotateTheApiKey = (name: string) => `Rotate the API key ${name}`;
export const createsAKey =
  "Creates a key with the same scopes and limits. The present one works until it ends, so that you can give its users the new value first.";
export const thePresentKeyEnds = "The present key ends";
export const rotate = "Rotate";
export const apiKeys = "API keys";
export const onlyAnOrgAdminCan = "Only an Org admin can see and create API keys.";
export const forScriptsTerraformAndAssistants =
  "For scripts, Terraform and assistants. Give each job its own key, with only the scopes that it needs.";
export const noApiKeysYet = "No API keys yet";
export const aKeyLetsAScript = "A key lets a script read or change this organization's configuration.";
export const apiKey = "API key";
export const everyRequestWithThisKey =
  "Every request with this key is refused from now on. This cannot be undone.";
export const lastUsed = "Last used";
export const expires = "Expires";
export const created = "Created";
export const forTheConnector = "for the connector {connectorId}";
export const by = (createdBy: string) => `by ${createdBy}`;
export const rotateName = (name: string) => `Rotate ${name}`;
export const revoke = "Revoke";
export const revokeName = (name: string) => `Revoke ${name}`;
export const whatIsItFor = "What is it for?";
export const aPipeline = "A pipeline that asks the deploy gate";
export const aPipelineAsks = "It reads, and can change nothing. Also for backups.";
export const terraformOrAScript = "Terraform, Git or a script";
export const itChangesAll = "It reads and changes all configuration over HTTP.";
export const anAgentThatReads = "An agent that reads";
export const itReads = "Over MCP, it can change nothing.";
export const anAgentThatProposes = "An agent that proposes changes";
export const itProposes = "Over MCP, what it wants to change waits until somebody approves it.";
export const anAgentOnCall = "An agent that helps on call";
export const itOperates = "Over MCP, it reads, mutes alerts and writes incidents.";
export const more = "More";
export const moreHolds = "Scopes one by one, what it may reach, and from where.";
export const forAnEngine =
  "The agent next to a Prometheus or another engine gets its key at its {connector}.";
export const connector = "connector";
export const exampleName = "deploy-gate";
