/**
 * Other words for pages and acts, as people on call ask for them: by the address below the organization's, or the
 * account's. Whole phrases with ", " between them. What titles say already is not repeated.
 */
export const also: Readonly<Record<string, string>> = {
  "": "home, dashboard, overview, start page, anything wrong, what is broken, what is on fire, is everything ok, what needs me, status of everything",
  "/alerts":
    "firing, what is firing, pages, incidents open, ack, acknowledge an alert, take an alert, resolve an alert, who was notified, why was somebody notified, why was ben not notified, why wasn't i paged, why nobody was paged, did anybody get the page, did the page go out, missed page, delivery failed, delivered",
  "/notified":
    "who gets paged, who is paged, who gets woken, who hears of it, where does an alert go, this alert go, where do alerts go, why was nobody notified, notify path, escalation, routing picture, flow, dead ends, unrouted alerts",
  "/team-alerts":
    "connect slack, connect pagerduty, opsgenie, ms teams, discord, webhook for alerts, new channel",
  "/drills":
    "test alert, fire drill, fake alert, prove a route, prove that paging works, does paging work, test the pager, send a test page, never proved, game day",
  "/on-call":
    "who is on call, oncall, on duty, who carries the pager, my next shift, am i on call, schedule, calendar, cover my shift, take my shift, swap a shift, hand over, ical, calendar feed, gap, nobody on call, pager load, how often was i paged",
  "/services": "service catalog, owner, who owns a service, dependencies, apps, systems, red services",
  "/prometheus":
    "connect prometheus, connect grafana mimir, thanos, victoriametrics, metrics server, add metrics, scrape",
  "/members":
    "colleagues, users, people, remove somebody, offboard, onboard, roles, permissions, who is admin, make somebody an admin, change a role, reset a password for somebody, leaver, access rights",
  "/sign-in":
    "sso, single sign on, saml, oidc, openid, okta, entra, azure ad, google workspace, keycloak, identity provider, idp, scim, provisioning, require two factors, enforce 2fa, require a second factor",
  "/move-in":
    "migrate, migration, import, import from pagerduty, import from opsgenie, import from datadog, import from grafana, leave pagerduty, switch from, statuspage import",
  "/plan": "billing, quota, limits, subscription, price, how many rows may we have, upgrade",
  "/keys":
    "api key, api keys, token for ci, credentials, terraform key, revoke a key, rotate a key, service account, machine user, leaked key",
  "/export": "backup, download the configuration, terraform code, yaml, json dump, import blocks",
  "/plans":
    "bulk change, yaml, bundle, terraform plan, what would change, simulate, replay, dry run, drift, gitops, undo a plan, what if, preview a change",
  "/proposals":
    "proposals, approvals, approve a change, review a change, four eyes, who approves, change request",
  "/changes":
    "audit, audit log, history, who changed it, what changed, who did this, undo, restore, roll back, revert, deleted row, get it back, last night's changes, recently changed, log of changes, who deleted",
  "/set-up": "settings, configuration, preferences, config, admin",
  "/organization": "company, tenant, account settings of the company",
  "/account": "my name, my account, my time zone, switch organization, avatar",
  "/account/ways":
    "my phone, my number, push, sms, phone call, contact methods, notification preferences, how am i paged, how do i get paged, my notification rules, quiet hours, do not disturb, app on my phone, verify my phone, change my number, wake me up, ringtone",
  "/account/password": "change my password, forgot my password, passphrase",
  "/account/security":
    "second factor, 2fa, mfa, two factor, totp, authenticator, passkey, yubikey, security key, recovery codes, sessions, devices, sign out everywhere, where am i signed in, lost my phone, logged in elsewhere, backup codes",
  "/account/tokens": "personal access token, pat, mcp, claude, cursor, copilot, ai assistant, agent token",
  out: "log out, logout, log off, leave",
  dark: "dark mode, night mode, theme",
  light: "light mode, day mode, theme",
  "/settings/absences": "holiday, vacation, time off, pto, sick, out of office, i am away, leave",
  "/settings/on_call_overrides": "cover, stand in, swap, replace somebody on call, substitute",
  "/settings/on_call_rotas":
    "rotation, schedule, rota, follow the sun, who is next, change the rotation, shift times",
  "/settings/alert_routes":
    "routing, escalation policy, escalation, routing rules, notification policy, where alerts go, send to slack, catch all, repeat interval, group by",
  "/settings/alert_mutes":
    "silence, snooze, silences, suppress, quiet, stop the noise, too noisy, noisy alert, what is muted, why is it silent, active silences, unmute, end a mute",
  "/new/alert_mutes": "silence an alert, snooze, new silence, stop the noise, mute an alert",
  "/settings/alert_inhibitions":
    "suppress, depend, dependency, root cause only, inhibit, one alert silences another",
  "/settings/alert_heartbeats":
    "cron job, dead man's switch, heartbeat, backup job, job did not run, healthchecks, watchdog, deadman",
  "/settings/outbound_configs":
    "pagers, channels, contact points, slack webhook, pagerduty, opsgenie, webhook, integrations, failing pager, test the channel, targets, receivers",
  "/settings/outbound_rules": "which alerts open a ticket, forward, rule",
  "/settings/change_notifications":
    "who is told of changes, webhook of changes, notify of changes, slack on change",
  "/settings/notification_settings": "mail settings, digest, email notifications, test mail, smtp, sender",
  "/settings/behaviour_tests": "unit test of routes, assert, check who is notified, test routing",
  "/settings/slos":
    "error budget, budget, burn rate, burn, availability, target, reliability, nines, how much budget is left, slo",
  "/settings/slis": "indicator, query, latency query, success ratio, good events, promql",
  "/settings/slo_corrections":
    "exclude downtime, give budget back, fix the budget, ignore an outage, correction",
  "/settings/synthetic_checks":
    "uptime, ping, http check, probe, url monitor, website down, endpoint, blackbox, is the site up",
  "/settings/certificate_monitors":
    "tls, ssl, https, expiry, cert, certs, when does the certificate expire, expiring certificates",
  "/settings/data_sources": "prometheus, metrics, datasource, loki, cloudwatch, figures are stale",
  "/settings/connectors":
    "engines, agent, alertmanager, vmalert, kubernetes, jira, aws, agent is silent, integration",
  "/settings/service_bindings": "map names, alias, service name mapping, what is it called in",
  "/settings/deploy_policies":
    "deploy freeze, freeze, gate, release, why is my deploy blocked, may i deploy, can i deploy, is it safe to deploy, hold, held, emergency deploy, override the gate, break glass, unfreeze, lift the freeze, change freeze",
  "/settings/image_targets": "docker, container, tags, registry",
  "/settings/repo_settings": "github repository, branch, repos, code review",
  "/settings/github_settings": "github app, git",
  "/settings/slack_settings": "slack workspace, slash command, slack app, slack bot",
  "/settings/status_page_settings":
    "public page, logo, domain of the status page, subscribers, who subscribes, branding, colours, statuspage, customers see",
  "/settings/status_page_components": "component, what customers see, parts of the page",
  "/settings/status_page_incidents":
    "outage, outages, postmortem, past incidents, post an update, update customers, resolve the incident, scheduled maintenance",
  "/new/status_page_incidents":
    "declare an incident, outage, tell customers, start an incident, open an incident, something is down, report an outage, sev1",
  "/new/status_page_incidents Plan maintenance":
    "maintenance, maintenance window, schedule maintenance, planned downtime, downtime, work tonight, window, announce maintenance",
  "/settings/teams": "team, group, crew, squad, who is in a team",
  "/settings/team_members": "add somebody to a team, people of a team",
  "/settings/organization_settings":
    "time zone, timezone, clock, name of the organization, language, default severity",
  "/settings/ai_settings": "turn ai off, ai budget, llm spend, what may ai do",
  "/settings/ai_providers": "openai, anthropic, model, llm, azure openai, api key of a model",
  "/settings/prompt_templates": "prompts, prompt injection, system prompt",
  "/settings/overseer_settings": "autopilot, automation level, auto fix, what is done without asking",
  "/settings/compliance_periods": "audit retention, soc2, evidence, iso 27001, compliance",
  "/settings/change_policies": "who has to approve, approvals, four eyes, reviewers, protected rows",
  "/settings/ticket_integrations": "jira, linear, servicenow, tickets, issue tracker",
  "/settings/ticket_import_rules": "import tickets, jira filter",
  "/settings/aws_external_id": "aws role, trust policy, assume role",
  "keys?new": "make a key, create a key, new key, key for ci, token for terraform, new token for a pipeline",
  "members?new":
    "invite, add a teammate, add a user, new colleague, new starter, onboard somebody, give somebody access, teammate",
  token: "new token for mcp, connect claude, connect an assistant, pat",
};

/** @param key of a hit: its address, perhaps with the organization's in front and the act's name behind */
export function alsoOf(key: string): string | undefined {
  return also[key.replace(/^menu /, "").replace(/^\/o\/[^/]+/, "")];
}
