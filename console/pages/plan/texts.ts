/** The texts of this folder. */

export const console = "Console";
export const auditLog = "Audit log";
export const configurationApiTerraformExportOver = "Configuration API, Terraform, export over HTTP";
export const mcpServerKeysAndAccess = "MCP server: keys and access tokens for assistants";
export const organizationPlan = "Organization plan";
export const thisOrganization = (plan: string) =>
  `This organization is on the plan ${plan}. The operator of this installation can change it.`;
export const includes = "Includes";
export const yes = "Yes";
export const no = "No";
export const onThePlanKeys = (plan: string) =>
  `On the plan ${plan}, keys with an api: or mcp: scope are refused, and so are access tokens.`;
