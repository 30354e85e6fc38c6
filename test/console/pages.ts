/** Every page of the console, filled. pages.test.ts holds that none is missing. */
import type { Console } from "./browser.ts";

export interface PageToSee {
  readonly name: string;
  readonly path: string;
}

/** Where people end up who are not signed in. */
export interface Links {
  readonly invitation: string;
  readonly reset: string;
}

/** Pages for whoever is not signed in. */
export function pagesOfGuests({ invitation, reset }: Links): readonly PageToSee[] {
  return [
    { name: "sign-in-page", path: "/" },
    { name: "invitation", path: invitation },
    { name: "reset", path: reset },
    { name: "dead-invitation", path: "/invitations/nothing" },
    { name: "dead-sign-in", path: "/sign-in/link/nothing" },
    { name: "sign-in-refused", path: "/sign-in/refused?reason=sso_no_role&request_id=req_0123456789abcdef" },
  ];
}

/** Pages for a member of the organization. */
export function pagesOf({
  organization: { slug },
  seeded,
}: Pick<Console, "organization" | "seeded">): readonly PageToSee[] {
  const settings = `/o/${slug}/settings`;
  return [
    { name: "overview", path: `/o/${slug}` },
    { name: "screen", path: "/now" },
    { name: "alerts", path: `/o/${slug}/alerts` },
    { name: "alert", path: `/o/${slug}/alerts/${seeded.alertId}` },
    { name: "on-call", path: `/o/${slug}/on-call` },
    { name: "drills", path: `/o/${slug}/drills` },
    { name: "notified", path: `/o/${slug}/notified` },
    { name: "team-alerts", path: `/o/${slug}/team-alerts` },
    { name: "alert-routes", path: `${settings}/alert_routes` },
    { name: "alert-route", path: `${settings}/alert_routes/${seeded.routeId}` },
    { name: "new-synthetic-check", path: `/o/${slug}/new/synthetic_checks` },
    { name: "services", path: `/o/${slug}/services` },
    { name: "service", path: `/o/${slug}/services/checkout` },
    { name: "unknown-service", path: `/o/${slug}/services/nobody` },
    { name: "slos", path: `${settings}/slos` },
    { name: "slo", path: `${settings}/slos/${seeded.sloId}` },
    { name: "refused", path: `${settings}/slis/${seeded.refusedSliId}` },
    { name: "engine", path: `${settings}/connectors/${seeded.engineId}` },
    { name: "your-prometheus", path: `/o/${slug}/prometheus` },
    { name: "new-connector", path: `/o/${slug}/new/connectors` },
    { name: "new-outbound-target", path: `/o/${slug}/new/outbound_configs` },
    { name: "new-slack-target", path: `/o/${slug}/new/outbound_configs?kind=slack` },
    { name: "empty-list", path: `${settings}/image_targets` },
    { name: "setting", path: `${settings}/organization_settings` },
    { name: "notifications", path: `${settings}/notification_settings` },
    { name: "deploy-policies", path: `${settings}/deploy_policies?service=checkout` },
    { name: "deploy-policy", path: `${settings}/deploy_policies/${seeded.policyId}` },
    { name: "prompt-templates", path: `${settings}/prompt_templates` },
    { name: "prompt-review", path: `${settings}/prompt_templates/${seeded.flaggedId}` },
    { name: "service-bindings", path: `${settings}/service_bindings?service=search` },
    { name: "service-binding", path: `${settings}/service_bindings/${encodeURIComponent(seeded.bindingId)}` },
    { name: "teams", path: `${settings}/teams` },
    { name: "team", path: `${settings}/teams/${seeded.teamId}` },
    { name: "aws-external-id", path: `${settings}/aws_external_id` },
    { name: "api-keys", path: `/o/${slug}/keys` },
    { name: "members", path: `/o/${slug}/members` },
    { name: "sign-in", path: `/o/${slug}/sign-in` },
    { name: "changes", path: `/o/${slug}/changes` },
    { name: "set-up", path: `/o/${slug}/set-up` },
    { name: "organization", path: `/o/${slug}/organization` },
    { name: "export", path: `/o/${slug}/export` },
    { name: "move-in", path: `/o/${slug}/move-in` },
    { name: "plans", path: `/o/${slug}/plans` },
    { name: "plan-review", path: `/o/${slug}/plans/${seeded.planId}` },
    { name: "proposals", path: `/o/${slug}/proposals` },
    { name: "proposal", path: `/o/${slug}/proposals/${seeded.proposalId}` },
    { name: "drift", path: `/o/${slug}/plans/drift/${seeded.set}` },
    { name: "history", path: `${settings}/alert_routes/${seeded.routeId}?view=history` },
    { name: "slo-form", path: `${settings}/slos/${seeded.sloId}?view=edit` },
    { name: "alert-route-form", path: `${settings}/alert_routes/${seeded.routeId}?view=edit` },
    { name: "deploy-policy-form", path: `${settings}/deploy_policies/${seeded.policyId}?view=edit` },
    { name: "engine-form", path: `${settings}/connectors/${seeded.engineId}?view=edit` },
    { name: "status-page-form", path: `${settings}/status_page_settings?view=edit` },
    { name: "notifications-form", path: `${settings}/notification_settings?view=edit` },
    { name: "plan", path: `/o/${slug}/plan` },
    { name: "new-alert-route", path: `/o/${slug}/new/alert_routes` },
    { name: "new-incident", path: `/o/${slug}/new/status_page_incidents` },
    ...(seeded.incidentId === undefined
      ? []
      : [{ name: "incident", path: `${settings}/status_page_incidents/${seeded.incidentId}` }]),
    { name: "past", path: `/o/${slug}?from=2020-01-01T00%3A00%3A00Z&to=2020-01-01T06%3A00%3A00Z` },
    { name: "no-page", path: `/o/${slug}/nowhere` },
    { name: "not-a-member", path: "/o/somewhere-else" },
    { name: "authorize", path: "/authorize" },
    { name: "profile", path: "/account" },
    { name: "password", path: "/account/password" },
    { name: "security", path: "/account/security" },
    { name: "ways", path: "/account/ways" },
    { name: "tokens", path: "/account/tokens" },
    { name: "operator", path: "/operator" },
  ];
}
