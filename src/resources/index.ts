/** Every kind there is, in alphabetical order: the order of documents and lists. */
import type { Kind } from "../kernel/kind.ts";
import { aiProviders } from "./ai-providers.ts";
import { aiSettings } from "./ai-settings.ts";
import { alertMutes } from "./alert-mutes.ts";
import { alertRoutes } from "./alert-routes.ts";
import { awsExternalId } from "./aws-external-id.ts";
import { certificateMonitors } from "./certificate-monitors.ts";
import { defineChangeNotifications } from "./change-notifications.ts";
import { compliancePeriods } from "./compliance-periods.ts";
import { connectors } from "./connectors.ts";
import { dataSources } from "./data-sources.ts";
import { deployPolicies } from "./deploy-policies.ts";
import { githubSettings } from "./github-settings.ts";
import { imageTargets } from "./image-targets.ts";
import { notificationSettings } from "./notification-settings.ts";
import { organizationSettings } from "./organization-settings.ts";
import { outboundConfigs } from "./outbound-configs.ts";
import { outboundRules } from "./outbound-rules.ts";
import { overseerSettings } from "./overseer-settings.ts";
import { promptTemplates } from "./prompt-templates.ts";
import { repoSettings } from "./repo-settings.ts";
import { serviceBindings } from "./service-bindings.ts";
import { slackSettings } from "./slack-settings.ts";
import { slis } from "./slis.ts";
import { slos } from "./slos.ts";
import { statusPageComponents } from "./status-page-components.ts";
import { statusPageIncidents } from "./status-page-incidents.ts";
import { statusPageSettings } from "./status-page-settings.ts";
import { syntheticChecks } from "./synthetic-checks.ts";
import { teamMembers } from "./team-members.ts";
import { teams } from "./teams.ts";
import { ticketImportRules } from "./ticket-import-rules.ts";
import { ticketIntegrations } from "./ticket-integrations.ts";

const others: readonly Kind[] = [
  aiProviders,
  aiSettings,
  alertMutes,
  alertRoutes,
  awsExternalId,
  certificateMonitors,
  compliancePeriods,
  connectors,
  dataSources,
  deployPolicies,
  githubSettings,
  imageTargets,
  notificationSettings,
  organizationSettings,
  outboundConfigs,
  outboundRules,
  overseerSettings,
  promptTemplates,
  repoSettings,
  serviceBindings,
  slackSettings,
  slis,
  slos,
  statusPageComponents,
  statusPageIncidents,
  statusPageSettings,
  syntheticChecks,
  teamMembers,
  teams,
  ticketImportRules,
  ticketIntegrations,
];

/** They can be narrowed to any kind, so their definition is made from the others. */
export const changeNotifications = defineChangeNotifications(others.map(({ kind }) => kind));

export const definitions: readonly Kind[] = [...others, changeNotifications].sort((a, b) =>
  a.kind < b.kind ? -1 : 1,
);
